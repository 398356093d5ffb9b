"""Attacks: choice of defender, the check, and its effects (W-ACT-1)."""
