"""Run every benchmark: `make bench`."""

from benchmarks import core, page

for module in (core, page):
    print(f"\n== {(module.__doc__ or '').splitlines()[0]}", flush=True)
    module.main()
