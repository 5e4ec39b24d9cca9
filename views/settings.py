"""The sidebar: widgets bound to the address, read into one frozen `Settings`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from datasets import Dataset
from kpca_core import Grid, Kernel
from views.catalogue import (
    CONVENTIONS,
    DATA,
    KERNELS,
    SMOOTHNESS,
    Choice,
    Parameter,
    kernel_choice,
)

SCALES = ("λ of K̃", "λ / n", "fraction of the trace")
PENDING = "committed parameters"
RESOLUTIONS = ("25²", "50²", "75²", "100²", "150²", "200²")
WITHOUT_PAPER_DRAW = ("Concentric rings",)


@dataclass(frozen=True)
class Settings:
    """Everything the page shows, as plain values; `token` names it for caches and the browser."""

    data: str
    data_values: Mapping[str, Any]
    kernel: str
    convention: str
    smoothness: str
    kernel_values: Mapping[str, float]
    components: int
    resolution: int
    centre: bool
    scale: str

    @property
    def token(self) -> str:
        return repr(self)

    @property
    def data_token(self) -> str:
        return f"{self.data} {dict(self.data_values)}"

    @property
    def choice(self) -> Choice:
        return kernel_choice(self.kernel, self.convention, self.smoothness)

    def dataset(self) -> Dataset:
        dataset: Dataset = DATA[self.data].build(**self.data_values)
        return dataset

    def built_kernel(self, values: Mapping[str, float] | None = None) -> Kernel:
        """The kernel with the committed parameters, or with `values` under the hand."""
        kernel: Kernel = self.choice.build(**(values or self.kernel_values))
        return kernel

    def grid(self, dataset: Dataset) -> Grid:
        return Grid.over(dataset.region, self.resolution)


def sidebar() -> Settings:
    """Draw the sidebar and read it."""
    _take_over_committed()
    with st.sidebar:
        st.markdown("#### Kernel PCA explorer")
        data = select("Data", tuple(DATA), "data")
        data_values = _data_values(data)
        st.divider()
        kernel = select("Kernel", tuple(KERNELS), "kernel")
        formula = st.empty()
        convention = smoothness = ""
        if kernel == "Gaussian":
            convention = select("Convention", CONVENTIONS, "convention", on_change=_convert_width)
        if kernel == "Matérn":
            smoothness = select("Smoothness ν", tuple(SMOOTHNESS), "nu", index=1)
        choice = kernel_choice(kernel, convention, smoothness)
        formula.latex(rf"k(\mathbf{{x}}, \mathbf{{y}}) = {choice.formula}")
        kernel_values = {p.name: number_box(p) for p in choice.parameters}
        st.divider()
        left, right = st.columns(2)
        with left:
            components = st.number_input(
                "Components", 1, 16, value=8, step=1, key="components", bind="query-params"
            )
        with right:
            resolution = select("Grid", RESOLUTIONS, "grid", index=RESOLUTIONS.index("100²"))
        scale = select("Eigenvalues as", SCALES, "scale")
        centre = st.toggle(
            "Centred in feature space",
            value=True,
            key="centred",
            bind="query-params",
            help="Off: the Gram matrix K itself is diagonalised, so the first component mostly "
            "describes the mean. For teaching.",
        )
    return Settings(
        data,
        data_values,
        kernel,
        convention,
        smoothness,
        kernel_values,
        int(components),
        int(resolution.rstrip("²")),
        centre,
        scale,
    )


def _data_values(data: str) -> dict[str, Any]:
    paper = data not in WITHOUT_PAPER_DRAW and st.toggle(
        "The paper's own draw",
        value=True,
        key="paper",
        bind="query-params",
        help="The points behind the figures of Schölkopf, Smola & Müller (1998), from the "
        "original random stream. Off: a draw of your own by seed.",
    )
    values: dict[str, Any] = {"seed": "paper"}
    if not paper:
        values["seed"] = st.number_input(
            "Seed", 0, 2**31 - 1, value=0, step=1, key="seed", bind="query-params"
        )
    parameters = DATA[data].parameters
    for start in range(0, len(parameters), 2):
        columns = st.columns(2)
        for column, parameter in zip(columns, parameters[start : start + 2], strict=False):
            with column:
                values[parameter.name] = number_box(parameter)
    return values


def select(label: str, options: tuple[str, ...], key: str, **more: Any) -> str:
    """A choice that stands in the address under its key."""
    return str(st.selectbox(label, options, key=key, bind="query-params", **more))


def number_box(parameter: Parameter) -> float:
    """A number box; the live slider above the panels has the logarithmic scale."""
    kind = int if parameter.integer else float
    value = st.number_input(
        parameter.label,
        kind(parameter.low),
        kind(parameter.high),
        value=kind(parameter.default),
        step=kind(1) if parameter.integer else _step(parameter),
        format="%d" if parameter.integer else "%.4g",
        key=parameter.key,
        bind="query-params",
    )
    return kind(value)


def _step(parameter: Parameter) -> float:
    """A tenth of the default's order of magnitude: 0.01 for 0.1."""
    return float(f"{(parameter.default or 1.0) / 10:.0e}")


def _convert_width() -> None:
    """Carry the width over when the convention changes: the kernel stays the same."""
    state = st.session_state
    for convention in CONVENTIONS:
        (old,) = kernel_choice("Gaussian", convention, "").parameters
        if convention != state["convention"] and old.key in state:
            gaussian = kernel_choice("Gaussian", convention, "").build(**{old.name: state[old.key]})
            (new,) = kernel_choice("Gaussian", state["convention"], "").parameters
            value = float(f"{getattr(gaussian, new.name):.4g}")
            state[new.key] = min(max(value, new.low), new.high)


def commit(settings: Settings, values: Mapping[str, Any]) -> None:
    """Take the live slider's last values over at the next run of the page.

    Only a value set in the very run that draws its widget reaches the address.
    """
    st.session_state[PENDING] = {
        parameter.key: value
        for parameter in settings.choice.parameters
        if (value := parameter.accepted(values.get(parameter.name))) is not None
    }


def _take_over_committed() -> None:
    for key, value in st.session_state.pop(PENDING, {}).items():
        st.session_state[key] = value
