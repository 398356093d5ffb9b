"""Factions of the Foundry systems `wwn` and `swnr`: import of their actors, and export as them.

Both systems keep a faction as an actor of type `faction` with its assets and bases as items of type
`asset`; the fields have the same names, except that `swnr` has no magic and calls an asset's
attribute `category`.
"""
