"""The effects of news and adjustments, one function for each kind of change.

Each finds the subject of an effect, checks it, and returns the change; problems are reported.
"""
