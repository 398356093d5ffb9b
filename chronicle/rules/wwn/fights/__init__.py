"""Attacks: who meets them, the check, and its effects (W-ACT-1)."""
