"""What each kind of effect does to the board, checked on the board before it.

Each function takes an effect as written and returns a draft of the change; None after errors.
"""
