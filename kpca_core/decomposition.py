"""The result of a fit: eigenvalues, scores, the expansion, and how exact they are.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.by_value import hash_of_values, same_values
from kpca_core._support.markup import bars, in_unicode, table
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_, _, counted, counting, in_system_language
from kpca_core.certificate import Certificate, rounding_limit
from kpca_core.expansion import Expansion
from kpca_core.spectrum import aligned_signs, canonical_signs, near_degenerate_groups, runs

# From this bound of sin θ on a component counts as undetermined. On a circle, where eigenvalues
# come in pairs, sin θ = 0.1 within a pair moves a function by 10 % of its largest value, which a
# plot shows, and 0.01 by 1 %, which it does not.
UNDETERMINED = 0.1


@dataclass(frozen=True, eq=False)
class Decomposition:
    """Kernel PCA of n points: the positive leading part of the spectrum of K̃ and its functions.

    Parameters
    ----------
    eigenvalues : (q,) array
        Of the centred Gram matrix K̃ ([S] eq. 2.12, [B] eq. 12.80 times n), descending.
    scores : (n, q) array
        f_j(xᵢ). Columns have mean 0 if centred, and scoresᵀ scores = diag(λ). After a fit to a
        subset those of all points; (0, q) where the points are not kept.
    expansion : Expansion
        f_j.
    trace : float
        Of K̃, the sum of all its eigenvalues.
    negative : (p,) array
        The eigenvalues of K̃ below the noise floor, ascending; none for a psd kernel. All where the
        whole spectrum was computed, else those that were found on the way to the positive ones.
    rank : int or None
        How many eigenvalues exceed the noise floor. Where only the leading part was computed, the
        number of pivots or landmarks, or None.
    requested : int, float or None
        How many components were asked for; a share of the trace; None: all positive ones.
    solver : str
        The solver that ran.
    certificate : Certificate
        How exact the eigenvalues and, at the points, the functions are.
    n_samples : int
        n, the number of points that K̃ was built from.
    handed_over : tuple of str
        "solver: reason" for each solver that "auto" tried before, in their order.
    advice : str
        A sentence for `message` where the certificate does not hold: what would mend it.
    next_eigenvalue : float or None
        λ_{q+1}, the largest eigenvalue that is not returned, to the certificate's error too; −∞
        where there is none, None where it is not known.
    """

    eigenvalues: Array
    scores: Array
    expansion: Expansion
    trace: float = field(repr=False)
    negative: Array = field(repr=False)
    rank: int | None = field(repr=False)
    requested: float | None = field(repr=False)
    solver: str
    certificate: Certificate
    n_samples: int
    handed_over: tuple[str, ...] = ()
    advice: str = ""
    next_eigenvalue: float | None = None

    __repr__, __eq__, __hash__ = in_one_line, same_values, hash_of_values

    def __post_init__(self) -> None:
        object.__setattr__(self, "certificate", self.certificate.covering(self.eigenvalues))

    @property
    def n_components(self) -> int:
        """q, the number of components found."""
        return len(self.eigenvalues)

    @property
    def eigenvectors(self) -> Array:
        """Those of K̃ (n, q), of length 1: scores/√λ.

        Raises
        ------
        AttributeError
            after a fit to blocks or to a subset, where not the scores of K̃'s rows are kept.
        """
        if len(self.scores) != self.n_samples:
            raise AttributeError(
                E_(
                    "There are no eigenvectors: K̃ has {rows}, and scores of {n:,} are kept. "
                    "Fit all rows at once for the eigenvectors."
                ).format(rows=counting(self.n_samples, "{n} row", "{n} rows"), n=len(self.scores))
            )
        return self.scores / np.sqrt(self.eigenvalues)

    @property
    def variances(self) -> Array:
        """λ/n (q,), the variances in feature space ([B] eq. 12.80).

        scikit-learn's PCA has λ/(n − 1).
        """
        return self.eigenvalues / self.n_samples

    @property
    def variance_ratio(self) -> Array:
        """λ / trace K̃ (q,), also where only q eigenvalues were computed; NaN if trace ≤ 0.

        Of an indefinite kernel they may add up to more than 1; `shares` do not.
        """
        return self.eigenvalues / (self.trace if self.trace > 0 else np.nan)

    @property
    def positive_trace(self) -> float | None:
        """The sum of the positive eigenvalues of K̃: of a psd kernel the trace.

        None where an indefinite kernel's are not all known: only a leading part was computed.
        """
        if self.expansion.kernel.is_psd:
            return self.trace
        return None if self.rank is None else self.trace - float(self.negative.sum())

    @property
    def shares(self) -> Array:
        """λ / `positive_trace` (q,), at most 1 in all; NaN where that is not known, or 0."""
        whole = self.positive_trace
        return self.eigenvalues / (whole if whole else np.nan)

    @cached_property
    def near_degenerate(self) -> tuple[tuple[int, ...], ...]:
        """Groups of neighbours within which any rotation is nearly as valid (0-based)."""
        return near_degenerate_groups(self.eigenvalues)

    @cached_property
    def angle_bounds(self) -> Array:
        """Bounds of sin θⱼ (q,), θⱼ the angle between scores[:, j] and the exact eigenvector of K̃.

        sin θⱼ ≤ error / (gap − error) ≤ 1 with the certificate's error and the distance of λⱼ from
        its nearest neighbour. Where `next_eigenvalue` is None the last gap is not known (it is not
        λ_q − 0), and the last bound is NaN. The angle between the components in feature
        space may be √(λⱼ₋₁/λⱼ) times as large.

        References
        ----------
        Davis & Kahan 1970, the sin θ theorem.
        """
        return self._sines(np.minimum(self._gaps[:-1], self._gaps[1:]))

    @cached_property
    def undetermined_groups(self) -> tuple[tuple[int, ...], ...]:
        """Runs of components (0-based) of which only the span is certain, see `UNDETERMINED`.

        (2, 3) says that components 3 and 4 are only determined as a group: how they are rotated
        among themselves is left open by the certificate's error. If the last component ends a group
        that `next_eigenvalue` belongs to, or is alone in one, ask for more components to see the
        whole group. Errors of the solver are meant here; `near_degenerate` is about what a small
        change of the data does.
        """
        uncertain = self._sines(self._gaps[1:]) >= UNDETERMINED
        last = self.n_components - 1
        groups = runs(uncertain[:-1])
        if uncertain[-1:].any() and not any(last in group for group in groups):
            groups += ((last,),)
        return groups

    @property
    def _gaps(self) -> Array:
        """λⱼ₋₁ − λⱼ (q + 1,) for j = 1 … q + 1, λ₀ = ∞; NaN where λ_{q+1} is not known."""
        following = np.nan if self.next_eigenvalue is None else self.next_eigenvalue
        padded = np.concatenate([[np.inf], self.eigenvalues, [following]])
        values: Array = padded[:-1] - padded[1:]
        return values

    def _sines(self, gaps: Array) -> Array:
        """error / (gap − error) where that is below 1, else 1; NaN where the gap is."""
        error = self.certificate.error
        sines = np.where(np.isnan(gaps), np.nan, 1.0)
        with np.errstate(invalid="ignore"):  # ∞ − ∞ where nothing is certain
            room = gaps - error
        np.divide(error, room, out=sines, where=room > error)
        return sines

    @in_system_language
    def _repr_html_(self) -> str:
        """What notebooks show: kernel, spectrum and certificate."""
        kernel, share = self.expansion.kernel, float(self.shares.sum())
        of = _("trace") if kernel.is_psd else _("sum of the positive eigenvalues")
        rows = [
            (_("kernel"), repr(kernel)),
            ("k(x, y)", in_unicode(kernel.formula)),
            ("n", f"{self.n_samples:,}"),
            (_("components"), f"{self.n_components:,}"),
            *(
                [(_("share of the {of}").format(of=of), f"{share:.4f}")]
                if np.isfinite(share)
                else []
            ),
            (_("solver"), self.choice),
            (_("certificate"), str(self.certificate)),
            *([(_("message"), self.message)] if self.message else []),
        ]
        return table(_("Kernel PCA"), rows, bars(self.eigenvalues.tolist()))

    @property
    def choice(self) -> str:
        """Why this solver: "separable: 6,200 features > 5,000; low-rank taken"."""
        return "; ".join([*self.handed_over, _("{solver} taken").format(solver=self.solver)])

    @property
    def message(self) -> str:
        """Empty, or why there are fewer components than asked for, or less certain ones."""
        sentences = []
        if isinstance(self.requested, float):
            sentences.extend(self._on_share(self.requested))
        elif self.requested is not None and self.requested > self.n_components:
            sentences.append(
                _("Asked for n_components={requested}; {why}.").format(
                    requested=self.requested, why=self._why_fewer
                )
            )
        if not self.certificate.holds:
            one = self.n_components == 1
            missed = (
                _("This eigenvalue misses its tolerance: {certificate}.")
                if one
                else _("These eigenvalues miss their tolerance: {certificate}.")
            )
            sentences.append(missed.format(certificate=self.certificate))
            sentences.extend([self.advice] if self.advice else [])
        return " ".join(sentences)

    def _on_share(self, share: float) -> list[str]:
        """What has to be said of a share of the trace that was asked for."""
        asked, q, total = f"n_components={share!r}", self.n_components, self._whole
        found = float(np.cumsum(self.eigenvalues)[-1]) if q else 0.0
        sentences = []
        if len(self.negative):
            sentences.append(
                _(
                    "{asked} is the share of the positive eigenvalues' sum, {total:.3g}: "
                    "this kernel is indefinite, and its negative ones sum to {negative:.3g}."
                ).format(asked=asked, total=total, negative=self.negative.sum())
            )
        if q == 0:
            sentences.append(
                _("Asked for {asked}; {why}.").format(asked=asked, why=self._why_fewer)
            )
        elif found < share * total:
            sentences.append(
                _(
                    "Asked for {asked}; the {components} found at this tolerance have "
                    "{share:.6g} of the trace. A smaller tol finds more."
                ).format(
                    asked=asked,
                    components=counted(q, "{n} component", "{n} components"),
                    share=found / total,
                )
            )
        elif not self.share_is_certain:
            sentences.append(
                _(
                    "{asked}: whether {fewer:,} or {q:,} components have that share is "
                    "within the error of the eigenvalues, {error:.1e}."
                ).format(asked=asked, fewer=q - 1, q=q, error=self.certificate.error)
            )
        return sentences

    @property
    def tolerance_ended(self) -> bool:
        """Whether the tolerance, and not rounding, limits how many eigenvalues are found."""
        if self.certificate.kind != "trace bound":
            return False
        largest = self.expansion.kernel.diagonal(self.expansion.points).max(initial=0.0)
        return self.certificate.error > rounding_limit(self.n_samples, float(largest))

    @property
    def _why_fewer(self) -> str:
        found = counted(self.n_components, "{n} eigenvalue", "{n} eigenvalues")
        if self.tolerance_ended:
            return _(
                "the tolerance yields {found} of this Gram matrix and leaves out others "
                "of up to {error:.1e}. A smaller tol finds more"
            ).format(found=found, error=self.certificate.error)
        sentence = (
            _("only {found} of this Gram matrix are positive beyond rounding, so no component "
              "exists"),
            _("only {found} of this Gram matrix is positive beyond rounding, so only that "
              "component exists"),
            _("only {found} of this Gram matrix are positive beyond rounding, so only those "
              "components exist"),
        )[min(self.n_components, 2)]  # fmt: skip
        return sentence.format(found=found)

    def has_share(self, share: float) -> bool:
        """Whether these components have `share` of the positive trace."""
        whole = self.positive_trace
        return whole is not None and bool(self.eigenvalues.sum() >= share * whole)

    @property
    def _whole(self) -> float:
        """`positive_trace`, without the unknown negative eigenvalues where it is not known."""
        whole = self.positive_trace
        return self.trace - float(self.negative.sum()) if whole is None else whole

    def fewest(self, share: float) -> Decomposition:
        """The first components that have `share` of the positive trace; all if they have less."""
        sums = np.cumsum(self.eigenvalues)
        q = int(np.searchsorted(sums, share * self._whole)) + 1
        return replace(self.first(min(q, len(sums))), requested=share)

    @property
    def share_is_certain(self) -> bool:
        """Whether one component less has less than the share that was `requested`, error included.

        False where all that were found have less; the error is that of a sum of q eigenvalues.
        """
        wanted, q = float(self.requested or 0.0) * self._whole, self.n_components
        sums, error = np.cumsum(self.eigenvalues), q * self.certificate.error
        enough = q > 0 and float(sums[-1]) >= wanted
        return enough and (q == 1 or wanted - float(sums[-2]) >= error)

    def first(self, q: int) -> Decomposition:
        """The first q components alone."""
        following = self.eigenvalues[q] if q < self.n_components else self.next_eigenvalue
        return replace(
            self,
            eigenvalues=self.eigenvalues[:q].copy(),
            scores=self.scores[:, :q].copy(),
            expansion=self.expansion.first(q),
            next_eigenvalue=following,
        )

    def signs_like(self, reference: Decomposition) -> Array:
        """±1 (q,): the factor of each component that makes it agree with `reference` on its points.

        Following one parameter with these signs keeps every eigenfunction continuous, where any
        rule that looks at one decomposition alone must jump somewhere.
        """
        return aligned_signs(self.scores, reference.scores)

    def aligned_to(self, reference: Decomposition) -> Decomposition:
        """The same decomposition with the signs of `signs_like(reference)`."""
        return self.with_signs(self.signs_like(reference))

    def with_signs(self, signs: Array) -> Decomposition:
        """The same components times `signs` (q,), each ±1."""
        return replace(self, scores=self.scores * signs, expansion=self.expansion.scaled(signs))

    def with_scores(self, scores: Array) -> Decomposition:
        """The same functions with their values at other points, or at all of them."""
        return replace(self, scores=scores)

    def canonical(self) -> Decomposition:
        """The same decomposition with the signs of `canonical_signs`."""
        return self.with_signs(canonical_signs(self.scores))
