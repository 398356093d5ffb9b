"""The command line. Only this package uses click, the clock, the environment and the terminal."""
