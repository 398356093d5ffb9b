"""The stage that plays the turns of a campaign."""
