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
html_copy_source = False
html_show_sourcelink = False

# Pages of names

numpydoc_show_class_members = False
autodoc_typehints = "signature"
# NumPy's ArrayLike is a union of eight types.
autodoc_type_aliases = {
    name: name for name in ("ArrayLike", "Axes", "KernelLike", "Lazy", "Points", "Submits")
}
autosummary_generate = [
    *(f"api/{path.name}" for path in (offered.DOCS / "api").glob("[!_]*.rst")),
    *offered.write(),
]
default_role = "py:obj"
nitpicky = True
# Names of other projects, of parameters and of formulas; those that are named in full are checked.
# Annotations may name types that have no page.
nitpick_ignore_regex = [
    ("py:.*", r"(?!(kpca_core|datasets)\.).*"),
    ("py:class", r"kpca_core(\.\w+){2,}"),
]
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
ARRAY = re.compile(r"ndarray\[tuple\[Any, \.\.\.\], dtype\[\w+\]\]")
# A type that `autodoc_type_aliases` names, in a union.
NAMED = re.compile(r"TypeAliasForwardRef\('(\w+)'\)")
# A parameter on one line, `name : type, description` or `name : description`, and its type.
ONE_LINE = re.compile(r"^(?P<names>[*\w]+(?:, [*\w]+)*) : (?P<what>.+)$")
TYPE_FIRST = re.compile(
    r"(?P<type>(?:\([^()]*\) array|[A-Z]\w+|float|int|bool|str|callable|tuple|array)"
    r"(?: (?:or|of) [\w ]+)?)(?:, (?P<rest>.+))?$"
)
ALL_TYPE = re.compile(r"(?:\w+ or \w+|optional)$")


def parameters_on_one_line(app, what, name, obj, options, lines):
    """Put the description below the name, where numpydoc expects it."""
    for i in reversed(range(len(lines))):
        found = ONE_LINE.match(lines[i])
        if not found or (i + 1 < len(lines) and lines[i + 1].startswith(" ")):
            continue
        typed = TYPE_FIRST.match(found["what"])
        if typed is None:
            lines[i : i + 1] = [found["names"], f"    {found['what']}"]
        elif typed["rest"] and not ALL_TYPE.match(typed["rest"]):
            lines[i : i + 1] = [f"{found['names']} : {typed['type']}", f"    {typed['rest']}"]


def short_arrays(app, what, name, obj, options, signature, returns):
    """Name an array without its type of shapes, which docstrings state in words."""
    return tuple(
        text and NAMED.sub(r"\1", ARRAY.sub("ndarray", text)) for text in (signature, returns)
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
    """Connect before and after numpydoc, whose priority is 500."""
    app.connect("autodoc-process-docstring", parameters_on_one_line, priority=400)
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
