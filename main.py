"""Starts Glissade: `python main.py` plays, `python main.py --help` lists what else it does."""

import sys

if __name__ == "__main__":
    try:
        from game.cli_commands import main
    except ImportError as error:  # a library that is missing or does not work
        print(f"glissade: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
