"""The pages: Streamlit widgets in, settings out, drawings on screen. No mathematics here."""

from importlib.util import find_spec
from pathlib import Path

_own = Path(__file__).resolve().parents[1] / "datasets"
_found = find_spec("datasets")
if _found is None or _found.origin is None or not _own.samefile(Path(_found.origin).parent):
    raise ImportError(
        f"The package 'datasets' that would be imported is {_found and _found.origin}, not the "
        f"explorer's own {_own}. Hugging Face's library has the same name: start the app from the "
        "checkout in an environment without it (`make app` builds one)."
    )
