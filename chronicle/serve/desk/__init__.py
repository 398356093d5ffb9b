"""The desk: the GM's page of a campaign, in the browser."""
