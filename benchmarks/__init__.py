"""One module a question: each prints a table, the peer measured in the same run, and the ratio."""

import sys
from pathlib import Path

# What tests and benchmarks share stands beside the tests: `support`.
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
