"""Which tests `make test-fast` leaves out: paths below tests/."""

# What `make test-fast` leaves out: files that run pages, processes or whole experiments, or fit at
# many sizes. They are an eighth of the tests and take more than half of the time.
SLOW = (
    "distributed/*",
    "experiments/*",
    "pages/*",
    "plane/*",
    "solvers/test_exactness.py",
    "test_command_line.py",
    "test_wheel.py",
)
