"""The ruleset `wwn`: assets, bases of influence, goals, and special effects of many kinds."""
