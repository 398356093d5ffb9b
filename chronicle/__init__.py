"""Static campaign chronicles for tabletop RPGs with faction play."""

__version__ = "0.1.0"
