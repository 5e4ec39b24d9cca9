"""What axe-core finds on a page of the app."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

IS_DARK = "getComputedStyle(document.querySelector('.stApp')).colorScheme === 'dark'"
# What Streamlit 1.67 itself does, by rule, with the element that shows whose it is.
STREAMLIT = {
    "region": "stFloatingOverlayPortal",  # what floats over the page stands outside its landmarks
}
# The violations that are left once those of STREAMLIT are taken away. What fades in has less
# contrast than what stands: it is let come to its end first.
AXE = """async (streamlit) => {
    const passing = document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes
        .filter(({ html }) => !(id in streamlit && html.includes(streamlit[id])))
        .map(({ target, html, any }) =>
            `${id}: ${target.flat(9).join(' ')} ${html.slice(0, 120)} ${any[0]?.message ?? ''}`));
}"""


def violations(tab: Any) -> list[str]:
    """Return what is wrong on the page in a tab, and is ours."""
    if not tab.evaluate("typeof axe === 'object'"):
        tab.evaluate(AXE_SCRIPT)
    found: list[str] = tab.evaluate(AXE, STREAMLIT)
    return found
