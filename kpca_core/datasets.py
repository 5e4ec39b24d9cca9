"""The data sets, by the name that they have in every installation.

A wheel has the folder `datasets` of the checkout in the place of this file.
"""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasets import *  # noqa: F403
    from datasets.shipped import *  # noqa: F403

_folder = Path(__file__).resolve().parents[1] / "datasets"
_found = find_spec("datasets")
if _found and _found.origin and Path(_found.origin).resolve().parent == _folder:
    # One copy, whatever it is called: its classes are to be the same.
    sys.modules[__name__] = import_module("datasets")
    for _name in [name for name in sys.modules if name.startswith("datasets.")]:
        sys.modules[f"kpca_core.{_name}"] = sys.modules[_name]
else:
    # Outside of the checkout, where the name `datasets` is free or Hugging Face's.
    (_init,) = _folder.glob("__init__.py*")  # modules may be compiled
    _spec = spec_from_file_location(__name__, _init, submodule_search_locations=[str(_folder)])
    assert _spec is not None
    assert _spec.loader is not None
    sys.modules[__name__] = _module = module_from_spec(_spec)
    _spec.loader.exec_module(_module)
