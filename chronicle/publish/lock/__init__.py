"""The lock on published turns: it compares a build with what readers were told."""
