"""Play the turns of a campaign."""
