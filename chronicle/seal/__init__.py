"""The stage that seals: from the pages of a faction's edition to blobs that only its players open.

Made of standard parts (HKDF, PBKDF2, AES-GCM); the construction as a whole is unaudited.
"""
