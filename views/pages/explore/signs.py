"""The signs of components: the one rule.

An eigenfunction is determined up to its sign.

- A fit alone is canonical: the score of largest size is positive in every component. So is the
  first picture of a session, the one that "Reset" leads to, which is what its link shows in a new
  session, and every picture that is kept for several readers.
- In a session every other picture has the signs that agree with the picture before it, where two
  components agree if their scores have a positive inner product; where points were added or removed
  the functions before are evaluated on the points now, and where the data set is another one there
  is no such product, and the picture is canonical. It does not matter whether the
  pictures were drawn over the socket, by reruns or at rest: colours do not swap while a slider is
  dragged, nor when it is released. Downloads and the large view have the signs of the panels.
- A picture that a reader comes to from a figure of the page "Paper" has the signs of that figure,
  unless it is the picture that Explore showed before: see ARRIVED.

Frames over the socket do not pass through the session, so the server does not know what a browser
painted last. Therefore every frame carries its `Mark`, and the browser returns the mark of the
frame that it painted last with every question and with the release. A mark holds all that is
needed to draw that picture again, so that a restarted server can go on from it.
"""

from __future__ import annotations

from collections.abc import Callable

from kpca_core.drawing.canvas.picture import Picture
from kpca_core.spectrum import aligned_signs
from views.pages.explore.state import ExploreState
from views.state.mark import Mark

# Session entry: the marks of the figures that the page "Paper" showed last, until Explore is drawn;
# that of the blocks.
ARRIVED = "marks of pictures that links lead to"


def marked(
    state: ExploreState,
    before: Mark[ExploreState] | None,
    find: Callable[[ExploreState], Picture],
) -> Mark[ExploreState]:
    """Return the mark of the picture of `state` that follows the picture `before`.

    Parameters
    ----------
    state
        what is to be drawn
    before
        the picture before it in this session, None if there was none
    find
        gives the picture of a state with canonical signs
    """
    if before is None:
        return Mark(state)
    if before.state == state:
        return Mark(state, before.signs)
    picture, reference = find(state), find(before.state).decomposition
    decomposition = picture.decomposition
    if len(decomposition.scores) == len(reference.scores):
        factors = decomposition.signs_like(reference)
    elif state.data == before.state.data:
        factors = aligned_signs(decomposition.scores, reference.expansion(picture.points))
    else:
        return Mark(state)
    return before.followed_by(state, factors)


def painted(mark: Mark[ExploreState], find: Callable[[ExploreState], Picture]) -> Picture:
    """Return the picture that a mark names, with its signs."""
    picture = find(mark.state)
    return picture.with_signs(mark.factors(picture.decomposition.n_components))
