"""`python -m benchmarks [NAME …] [--write] [--option value …]`, see `benchmarks.harness`."""

import sys

from benchmarks.harness import main

sys.exit(main(sys.argv[1:]))
