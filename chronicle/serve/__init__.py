"""Pages of a campaign while it is being written: made when asked for, of what changed alone."""
