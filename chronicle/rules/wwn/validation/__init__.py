"""Check the orders of a turn against the expected state of the board."""
