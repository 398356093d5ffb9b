"""The command line; the home of click. Clock, environment and terminal are used here alone."""
