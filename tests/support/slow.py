"""Which tests `make test-fast` leaves out: paths below tests/."""

# What `make test-fast` leaves out: files that run pages, processes or whole experiments, or fit at
# many sizes. They are an eighth of the tests and take more than half of the time.
SLOW = (
    "distributed/*",
    "experiments/*",
    "golden/*",
    "pages/*",
    "plane/*",
    "solvers/test_certificate_sweep.py",
    "solvers/test_closed_forms.py",
    "solvers/test_exactness.py",
    "solvers/test_references.py",
    "solvers/test_thresholds.py",
    "test_command_line.py",
    "test_wheel.py",
)
