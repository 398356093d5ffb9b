"""From what an order says to what is done, with every mistake at its place."""
