"""The command line: `python -m kpca_core`, installed as `kpca`."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, in the reader's language, and return its exit code."""
    try:
        # Within `try`, since an interrupt may come while libraries are imported.
        from kpca_core.commands.command_line import run

        return run(arguments)
    except KeyboardInterrupt:
        print("kpca: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
