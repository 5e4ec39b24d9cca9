"""Run every benchmark: `make bench`, or those named: `python -m benchmarks core page`."""

import sys
from importlib import import_module

NAMES = (
    "core",
    "practice",
    "exact_peers",
    "drawn_fits",
    "growth",
    "fifty_thousand",
    "accuracy",
    "certificates",
    "preimage",
    "page",
    "static",
    "denoise",
    "neighbours",
    "choosing",
    "load",
    "endurance",
    "distributed",
    "digits",
)

for name in sys.argv[1:] or NAMES:
    if name not in NAMES:
        sys.exit(f"No benchmark {name!r}; there are {', '.join(NAMES)}.")
    module = import_module(f"benchmarks.{name}")
    print(f"\n== {(module.__doc__ or '').splitlines()[0]}", flush=True)
    module.main()
