"""The logic behind the GM's commands."""
