"""What each kind of effect does to the board, checked against the board that it meets.

Every effect is a function from it, as written, to a draft of the change; None after findings.
"""
