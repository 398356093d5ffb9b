"""Arrange an edition as the pages of a site."""
