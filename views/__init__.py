"""The pages: Streamlit widgets in, settings out, drawings on screen. No mathematics here."""

from importlib.util import find_spec
from pathlib import Path

_own = Path(__file__).resolve().parents[1] / "datasets"
_found = find_spec("datasets")
_file = Path(_found.origin) if _found and _found.origin else None
# Modules may be compiled: their files have another name.
if _file is None or not (_own / _file.name).exists() or not _file.samefile(_own / _file.name):
    raise ImportError(
        f"The package 'datasets' that would be imported is {_file}, not the "
        f"explorer's own {_own}. Hugging Face's library has the same name: start the app from the "
        "checkout in an environment without it (`make app` builds one)."
    )
