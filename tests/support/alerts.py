"""What alerts of a page say."""


def alerts(elements) -> list[str]:
    """The texts of alerts as readers see them, without the marks that keep Markdown out."""
    return [one.value.replace("\\", "").replace("\N{WORD JOINER}", "") for one in elements]
