"""Puts the explorer and the data sets below `kpca_core` in a wheel, from the same sources."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# `kpca app` makes `_explorer` the first place where its process looks for modules, as a checkout is
# for `streamlit run app.py`.
PLACES = {
    "app.py": "kpca_core/_explorer/app.py",
    "views": "kpca_core/_explorer/views",
    ".streamlit": "kpca_core/_explorer/.streamlit",
    "datasets": "kpca_core/datasets",
    # Where Streamlit looks for components of an installed package.
    "pyproject.toml": "kpca_core/pyproject.toml",
}


class Places(BuildHookInterface):
    """An editable installation has all of it in the checkout itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the places, unless the installation is editable."""
        if version == "standard":
            build_data["force_include"].update(PLACES)
