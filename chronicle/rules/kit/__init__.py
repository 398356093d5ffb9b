"""Code shared by rulesets beyond the protocol; a ruleset imports this, but no other ruleset."""
