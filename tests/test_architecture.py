"""The laws of the architecture, read from the imports of every module."""

from __future__ import annotations

import ast
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest
from support.paths import ROOT
from support.processes import imported as loaded

from kpca_core.commands import COMMANDS
from views.named import PAGES

FOLDERS = ("kpca_core", "datasets", "views", "benchmarks")

# Bottom to top: what belongs to a layer, which layers it may import, which libraries from outside.
# A leading dot stands for kpca_core, and "…" for all layers above the line.
LAYERS = (
    ("._support", "", "babel numpy threadpoolctl tqdm"),
    (".grid .certificate", "._support", "numpy"),
    (".spectrum .analysis.measures", "._support", "numpy"),
    (".solvers.linalg", "._support .certificate .spectrum", "numpy scipy"),
    (".kernels", "._support .grid", "numpy scipy sklearn"),
    (".expansion", "._support .grid .kernels", "numpy"),
    (".derivation", "._support .spectrum .kernels", "numpy"),
    (".decomposition", "._support .certificate .spectrum .expansion", "numpy"),
    (".analysis.continuity", "._support .spectrum .decomposition", "numpy scipy"),
    (".solvers", "…", "numpy scipy"),
    ("datasets", "._support", "numpy h5py sklearn"),
    (".datasets", "datasets", ""),
    (
        ".tables",
        "._support .datasets",
        "numpy pandas pyarrow openpyxl python_calamine chardetng_py sklearn",
    ),
    (".analysis .widths", "…", "numpy scipy sklearn"),
    (".feature_space", "…", "numpy scipy"),
    (".choosing", "…", "numpy scipy sklearn matplotlib"),
    (".neighbours", "…", "numpy scipy sklearn umap"),
    (".distributed.dask_arrays", "…", "numpy dask"),
    (".kernel_pca", "…", "numpy sklearn"),
    ("kpca_core", "…", ""),
    (".distributed", "…", "numpy sklearn dask distributed"),
    (".reproduction", "…", "numpy scipy sklearn"),
    (".drawing.canvas .drawing.scene .drawing.sheets", "…", "numpy"),
    (".drawing", "…", "numpy plotly matplotlib"),
    (".notebook", "…", "numpy anywidget traitlets"),
    (".commands .__main__", "…", "numpy shtab"),
    ("views", "…", "numpy scipy sklearn plotly pandas PIL"),
    (
        "views.hosts",
        "…",
        "numpy scipy sklearn plotly pandas PIL streamlit starlette uvicorn google click",
    ),
    ("app", "…", "streamlit"),
    (
        "benchmarks",
        "…",
        "numpy scipy sklearn pandas threadpoolctl dask distributed playwright websockets streamlit "
        "support",
    ),
)
# Modules that nothing else imports: they are run, or are a name for users.
ENTRIES = (
    "app", "kpca_core", "kpca_core.__main__", "kpca_core.distributed", "kpca_core.notebook",
    "kpca_core.drawing.printing.displays", "benchmarks",
    "kpca_core._support.words.catalogues", "views.hosts.static.__main__",
    "views.hosts.static.later", "views.hosts.streamlit.serving",
)  # fmt: skip


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PROJECT = {
    module_name(path): path
    for path in (ROOT / "app.py", *(p for f in FOLDERS for p in sorted((ROOT / f).rglob("*.py"))))
}
LAYER_OF = {
    ("kpca_core" + member if member.startswith(".") else member): number
    for number, (members, _, _) in enumerate(LAYERS)
    for member in members.split()
}


def member_of(name):
    """The most specific entry of the table that holds the module; kpca_core holds itself alone."""
    parts = name.split(".")
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((p for p in prefixes if p in LAYER_OF and p in (name, *TOPS)), None)


TOPS = set(LAYER_OF) - {"kpca_core"}


def imported(node, constants, own):
    """Full names that one node imports, by a statement or by `import_module`.

    Where it computes the name, all modules count that one of the file's `constants` names.
    """
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        # The folder with two names has relative ones.
        assert node.level == 0 or (own == "datasets" and node.level == 1), "imports are absolute"
        module = ".".join(filter(None, (own * node.level, node.module)))
        names = {f"{module}.{alias.name}" for alias in node.names}
        return {name if name in PROJECT else module for name in names}
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
        (name,) = node.args
        if isinstance(name, ast.Constant):
            return {name.value}
        return {f"{p}{c}" for p in ("", "kpca_core.") for c in constants} & set(PROJECT)
    return set()


def imports(name, lazy=True):
    """What a module imports, functions included; without `lazy` what its own import runs."""
    tree = ast.parse(PROJECT[name].read_text(encoding="utf-8"))
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    found, todo, constants = set(), [tree], {value for value in values if isinstance(value, str)}
    while todo:
        node = todo.pop()
        found |= imported(node, constants, name.split(".")[0])
        later = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        )
        if lazy or not later:
            todo.extend(ast.iter_child_nodes(node))
    return found


@cache
def all_imports():
    """The imports of every module; read when a test asks, since every worker collects this file."""
    return {name: imports(name) for name in PROJECT}


def libraries(names):
    """The top names of those from neither the project nor the standard library."""
    own = {name.split(".")[0] for name in PROJECT} | sys.stdlib_module_names
    return {name.split(".")[0] for name in names} - own


# Layers


def test_every_module_belongs_to_one_layer_and_every_entry_has_a_module():
    members = [member for row in LAYERS for member in row[0].split()]
    assert len(members) == len(set(members))
    homes = {name: member_of(name) for name in PROJECT}
    assert not [name for name, home in homes.items() if home is None]
    assert not set(LAYER_OF) - set(homes.values())


def test_the_table_points_down():
    for number, (members, allowed, _) in enumerate(LAYERS):
        for other in allowed.replace("…", "").split():
            assert LAYER_OF["kpca_core" * other.startswith(".") + other] < number, members


def test_imports_follow_the_table():
    breaches = []
    for name, others in all_imports().items():
        own = LAYER_OF.get(member_of(name))
        if own is None:
            breaches.append(f"{name} is in no layer")
            continue
        allowed = LAYERS[own][1].split()
        may = {LAYER_OF["kpca_core" * a.startswith(".") + a] for a in allowed if a != "…"}
        may |= {own} | (set(range(own)) if "…" in allowed else set())
        breaches += [
            f"{name} imports {other}"
            for other in sorted(others & PROJECT.keys())
            if LAYER_OF.get(member_of(other)) not in may
        ]
    assert not breaches


def test_layers_import_the_libraries_of_the_table_alone():
    breaches = []
    for name, others in all_imports().items():
        member = member_of(name)
        allowed = set(LAYERS[LAYER_OF[member]][2].split()) if member else set()
        found = libraries(others) - allowed
        breaches += [f"{name} imports {library}" for library in sorted(found)]
    assert not breaches


def test_no_import_circle():
    """Imports inside functions count: what has to be hidden there is a circle all the same."""
    graph = {name: (others & PROJECT.keys()) - {name} for name, others in all_imports().items()}
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"import circle: {' → '.join(error.args[1])}")
    assert order.index("kpca_core.kernels.base") < order.index("kpca_core.solvers.dense")


# Single laws


def test_kernels_know_no_eigenvalue():
    kernels = [name for name in PROJECT if name.startswith("kpca_core.kernels")]
    assert len(kernels) >= 4
    for name in kernels:
        nodes = ast.walk(ast.parse(PROJECT[name].read_text(encoding="utf-8")))
        called = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        assert not called & {"eigh", "eig", "eigvalsh", "eigvals", "svd"}, name


def test_the_library_loads_scikit_learn_with_its_estimators_alone():
    above = LAYER_OF["kpca_core.distributed"]
    library = [name for name in PROJECT if LAYER_OF.get(member_of(name), above) <= above]
    assert len(library) >= 30
    at_once = {name for name in library if "sklearn" in libraries(imports(name, lazy=False))}
    assert at_once == {"kpca_core.kernel_pca", "kpca_core.choosing.novelty"}


HEAVY = "streamlit plotly dask sklearn pandas matplotlib contourpy"
LANDMARKS = "import numpy, kpca_core as k; from kpca_core.analysis import approximations as a; "
LANDMARKS += "X = numpy.eye(9); a.nystroem(k.Linear(), X, a.landmarks(k.Linear(), X, 3, 'uniform'))"
# Of imports and work: what they load of no library.
WITHOUT = {
    "import kpca_core": HEAVY,
    "from kpca_core import fit, Gaussian, Expansion, Grid": HEAVY,
    "import numpy, kpca_core; kpca_core.fit(kpca_core.Gaussian(1.0), numpy.eye(550), 2)": HEAVY,
    "import datasets; datasets.gaussian_clusters(seed='paper')": f"{HEAVY} scipy",
    "import kpca_core.reproduction, kpca_core.drawing.layout": f"{HEAVY} datasets",
    "import kpca_core.reproduction.digits": HEAVY,
    "import kpca_core.distributed": "sklearn",
    LANDMARKS: HEAVY,
}


@pytest.mark.parametrize("work", WITHOUT)
def test_no_heavy_library_is_loaded_before_it_is_needed(work):
    assert loaded(work, WITHOUT[work]) == []


def test_no_module_is_dead():
    """A page and a command are used by their names in the registries."""
    named = {f"views.pages.{name}" for name in PAGES}
    named |= {f"kpca_core.commands.{name}" for name in COMMANDS}
    used = set(ENTRIES).union(named, *all_imports().values())
    parts = [name.split(".") for name in used & PROJECT.keys()]
    used |= {".".join(one[:length]) for one in parts for length in range(1, len(one))}
    assert not [
        name
        for name in PROJECT
        if name not in used and not name.startswith(("benchmarks.", "app."))
    ]


@pytest.mark.parametrize("folder", ["kpca_core", "datasets", "views"])
def test_parts_of_scipy_are_imported_from_their_package(folder):
    """Threads that import a package and a part of it at once can wait for each other."""
    found = [
        f"{path.relative_to(ROOT)}: {node.module}"
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("scipy.")
        and str(node.module).count(".") > 1
    ]  # fmt: skip
    assert not found
