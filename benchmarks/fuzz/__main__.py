"""`python -m benchmarks.fuzz`: the exit code is 1 where a case went wrong."""

import sys

from benchmarks.fuzz import main

sys.exit(main(sys.argv[1:]) > 0)
