"""How an extra of this package is installed."""

import re


def installing(extra: str) -> str:
    """Return pip's command for what an extra brings.

    It names the libraries: this package may have come from a file that no index has.
    """
    # It brings forty modules, which only a message needs.
    from importlib.metadata import PackageNotFoundError, requires

    try:
        required = requires("kpca-core") or ()
    except PackageNotFoundError:
        required = ()
    parts = (line.partition(";") for line in required)
    named = [
        one.strip() for one, _sign, when in parts if re.search(rf"'{extra}'|\"{extra}\"", when)
    ]
    return "pip install " + " ".join(f"'{one}'" for one in named or [f"kpca-core[{extra}]"])
