"""Records of a campaign that every stage uses."""
