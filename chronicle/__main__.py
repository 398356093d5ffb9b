"""``python -m chronicle``: the command line without an installed script."""

from chronicle.cli.main import main

if __name__ == "__main__":
    main()
