"""From a figure of the page "Paper" to the same points and kernel on the page "Explore"."""

from __future__ import annotations

from kpca_core.datasets import FAMILIES
from kpca_core.reproduction import Case
from kpca_core.reproduction import Result as ExperimentResult
from kpca_core.spectrum import canonical_signs
from views.pages.explore.state import ExploreState
from views.state.catalogue import DATA, KernelSettings, kernel_choice
from views.state.mark import Mark


def explore_state(shown: ExperimentResult, case: Case) -> ExploreState | None:
    """Return Explore's state with these points and this kernel, None where it has no such one."""
    kernel = KernelSettings.of_kernel(kernel_choice(), case.kernel)
    if kernel is None:
        return None
    experiment = shown.experiment
    family = next(one for one in FAMILIES.values() if one.generator == experiment.generator)
    values = family.values(experiment.arguments)
    texts = {
        "data": family.identity, "paper": str(shown.seed == "paper").lower(),
        "seed": str(shown.seed),
        **{p.key: p.write(values[p.name]) for p in DATA[family.identity].parameters},
        **kernel.texts, "components": str(case.components),
        "scale": "fraction" if experiment.fraction else "eigenvalue",
    }  # fmt: skip
    return ExploreState.of_address(texts)


def marks_of(shown: ExperimentResult) -> list[tuple[Case, Mark[ExploreState]]]:
    """Return the cases that Explore has, with the marks of their pictures there: the same signs."""
    marks = []
    for case, found in zip(shown.experiment.cases, shown.decompositions, strict=True):
        state = explore_state(shown, case)
        if state is not None:
            signs = canonical_signs(found.scores)
            marks.append((case, Mark(state, "".join("-" if sign < 0 else "+" for sign in signs))))
    return marks
