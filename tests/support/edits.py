"""Changes of points, drawn by hypothesis."""

from hypothesis import strategies as st

from views.pages.explore.points import FARTHEST, LAST, MOST_IN_ADDRESS, Edits


@st.composite
def edits(draw, most=MOST_IN_ADDRESS):
    decimals = draw(st.integers(0, 6))
    farthest = int(min(FARTHEST * 10.0**decimals, 2**31 - 1))
    coordinate = st.integers(-farthest, farthest).map(lambda steps: steps / 10.0**decimals)
    label = st.integers(0, 255)
    change = st.none() | label | st.tuples(coordinate, coordinate, label)
    changes = draw(st.dictionaries(st.integers(0, LAST), change, max_size=most))
    return Edits(tuple(sorted(changes.items(), key=lambda item: item[0])))
