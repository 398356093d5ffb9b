"""``python -m chronicle``: the command line without an installed script."""

from chronicle.cli import main

if __name__ == "__main__":
    main()
