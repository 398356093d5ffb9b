"""What the commands of a game master compute."""
