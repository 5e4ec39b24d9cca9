"""The images of the page "Digits" in print quality, and the description of every file."""

from __future__ import annotations

from collections.abc import Mapping

from kpca_core._support.words import N_, _
from kpca_core.datasets import Digits
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.sheets import Images
from kpca_core.reproduction.digits import Recipe


def origin_of(
    title: str, digits: Digits, recipe: Recipe, more: Mapping[str, str], address: str
) -> Origin:
    """Return the description of a file; `more` adds entries."""
    n = min(recipe.examples, len(digits.X_train))
    return Origin(title, {N_("Data"): repr(digits), "n": str(n), **more}, address)


def kernel_words(side: int, degree: int | str) -> str:
    """Return the kernel of pixels x and y of images with that side."""
    return f"(x·y / {side**2})^{degree}"


def origin_of_images(
    title: str, digits: Digits, recipe: Recipe, degree: int, address: str
) -> Origin:
    """Return the description of the images of the components of one degree."""
    more = {
        N_("Seed"): _("none, nothing is drawn at random"),
        N_("Kernel"): kernel_words(digits.side, degree),
        N_("Smoothing"): _("{width:g} pixels").format(width=recipe.smoothing),
    }
    return origin_of(title, digits, recipe, more, address)


def printed(laid_out: Images, origin: Origin, words: str, form: str) -> bytes:
    """Return rows of images as a file, in a format of `views.scene.PRINTED`."""
    from kpca_core.drawing.printing.digits import print_images

    return print_images(laid_out, origin, words, form)
