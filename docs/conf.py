"""Sphinx's settings for the site: `make docs` builds it into docs/_build/html."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import offered

import kpca_core

project = "Kernel PCA explorer"
author = "The kernel PCA explorer authors"
version = release = kpca_core.__version__
extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.intersphinx",
    "sphinx.ext.viewcode",
    "numpydoc",
    "myst_parser",
    "sphinx_gallery.gen_gallery",
    "live",
]
# What `offered` writes is part of other pages.
exclude_patterns = ["_build", "gallery", "_*.md", "api/_*.rst"]
templates_path = ["_templates"]
myst_heading_anchors = 3
# A page works from the file system and without a network: formulas are written in Unicode.
html_theme = "pydata_sphinx_theme"
html_title = f"{project} {release}"
html_theme_options = {
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "header_links_before_dropdown": 6,
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/icon.svg"
# Without it the theme complains on the console of a reader's browser.
html_context = {"default_mode": "auto"}
toc_object_entries_show_parents = "hide"
html_copy_source = False
html_show_sourcelink = False

# Pages of names

numpydoc_show_class_members = False
# Names, order and description of parameters and results. Functions whose summary is a formula are
# why it may begin with a small letter; `tables.read_bytes` names what its ``**how`` takes.
numpydoc_validation_checks = {
    *("GL01", "GL03", "GL05", "GL06", "GL07"),
    *("PR02", "PR05", "PR06", "PR07", "PR09", "PR10"),
    *("RT03", "RT04", "RT05", "SS01", "SS03", "SS06"),
}
numpydoc_validation_exclude = {r"tables\.read_bytes$", r"\.Sentence\.\w+$"}
autodoc_typehints = "signature"
# NumPy's ArrayLike is a union of eight types.
autodoc_type_aliases = {
    name: name for name in ("ArrayLike", "Axes", "KernelLike", "Lazy", "Points", "Submits")
}
autosummary_generate = [
    *(f"api/{path.name}" for path in (offered.DOCS / "api").glob("[!_]*.rst")),
    *offered.write(),
]
# A kernel's page has what a user calls; that of `Kernel` has the rest, for whoever writes one.
autosummary_context = {
    "called": offered.CALLED,
    "kernels": {f"kpca_core.{one.__name__}": own for one, own in offered.own_members().items()},
}
default_role = "py:obj"
nitpicky = True
# Names of other projects, of parameters and of formulas; those that are named in full are checked.
# Annotations may name types that have no page.
nitpick_ignore_regex = [
    ("py:.*", r"(?!(kpca_core|datasets)\.).*"),
    ("py:class", r"kpca_core(\.\w+){2,}"),
]
# Lists of the names of other projects, kept here so that a build needs no network.
intersphinx_mapping = {
    "python": ("https://docs.python.org/3/", "inventories/python.inv"),
    "numpy": ("https://numpy.org/doc/stable/", "inventories/numpy.inv"),
    "scipy": ("https://docs.scipy.org/doc/scipy/", "inventories/scipy.inv"),
    "sklearn": ("https://scikit-learn.org/stable/", "inventories/scikit-learn.inv"),
}
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"
numpydoc_xref_aliases = {"array": "numpy.ndarray", "arrays": "numpy.ndarray"}
PUBLIC = (
    "kpca_core",
    "kpca_core.kernels",
    "kpca_core.choosing",
    "kpca_core.neighbours",
    "kpca_core.tables",
    "kpca_core.reproduction",
    "kpca_core.analysis.approximations",
    "kpca_core.feature_space.preimage",
    "datasets",
)

# An array's type in a signature.
ARRAY = re.compile(
    r"(?P<name>~?(?:numpy\.)?ndarray)\[tuple\[(?:~?typing\.)?Any, \.\.\.\], "
    r"(?:~?numpy\.)?dtype\[[~\w.]+\]\]"
)
# A type that `autodoc_type_aliases` names, in a union.
NAMED = re.compile(r"TypeAliasForwardRef\('(\w+)'\)")


def short_arrays(app, what, name, obj, options, signature, returns):
    """Name an array without its type of shapes, which docstrings state in words."""
    return tuple(
        text and NAMED.sub(r"\1", ARRAY.sub(r"\g<name>", text)) for text in (signature, returns)
    )


def without_substitutions(app, what, name, obj, options, lines):
    """Escape what reStructuredText takes for a substitution: |x|, the size of x."""
    lines[:] = [re.sub(r"(?<![\\`])\|", r"\\|", line) for line in lines]


def public_home(app, env, node, contnode):
    """Resolve an annotation, which names the module that defines a class, to the public name."""
    *_, last = node.get("reftarget", "").split(".")
    for module in PUBLIC:
        if last and last in importlib.import_module(module).__all__:
            domain = env.get_domain("py")
            return domain.resolve_xref(
                env, node["refdoc"], app.builder, "obj", f"{module}.{last}", node, contnode
            )
    return None


def setup(app):
    """Connect after numpydoc, whose priority is 500."""
    app.connect("autodoc-process-docstring", without_substitutions, priority=600)
    app.connect("autodoc-process-signature", short_arrays)
    app.connect("missing-reference", public_home)


# Executed examples

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "auto_gallery",
    "filename_pattern": "/",
    "within_subsection_order": "FileNameSortKey",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "show_signature": False,
    "remove_config_comments": True,
    "doc_module": ("kpca_core", "datasets"),
    "backreferences_dir": "api/generated/uses",
    "min_reported_time": 0,
    "write_computation_times": False,
}

# Links: `make docs-links` asks for those that leave the site.

linkcheck_timeout = 5
linkcheck_retries = 1
linkcheck_ignore = ["http://localhost"]
