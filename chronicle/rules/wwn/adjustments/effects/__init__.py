"""The effects of news and adjustments, one function for each kind of change.

Each looks up what an effect is about, checks it, and says what changes; findings go to the report.
"""
