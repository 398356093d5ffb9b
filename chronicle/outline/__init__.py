"""The stage that lays out an edition as the pages of a site."""
