"""``python -m chronicle``: the command line without an installed script."""

from chronicle.cli.main import run

if __name__ == "__main__":
    run()
