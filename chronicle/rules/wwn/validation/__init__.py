"""The orders of a turn, checked against the board that they may count on."""
