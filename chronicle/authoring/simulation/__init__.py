"""Campaigns that play on by themselves, from here or from an earlier turn."""
