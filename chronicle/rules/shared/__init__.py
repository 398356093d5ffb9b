"""What rulesets have in common beyond the seam; a ruleset imports this, and no other ruleset."""
