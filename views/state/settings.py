"""What a reader can set: one frozen value a page, whose canonical text is the address.

A class of settings declares each once, see `views.state.declared`. Each field has a key, a default,
and an identity for every value: short text that addresses, caches and the browser hold. What a
reader sees of a choice is its label, which may change.

An address holds what differs from the defaults or, where it names a story, from the settings of the
story's step, and what `views.state.context` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar
from urllib.parse import quote_plus

from kpca_core._support.words import _, language
from views.limits import QUOTED
from views.state.context import UNTOLD, Context
from views.state.declared import VALUE, Declared, Group, Setting, Value
from views.state.fields import SIMPLE, Choice, Field, Switch
from views.stories import story_on

T = TypeVar("T")


class kept(Generic[T]):
    """`functools.cached_property` without its lock, which Python has before 3.12.

    All values of a class share that lock, and these properties ask for each other: two threads
    could wait for each other.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find

    def __get__(self, settings: Any, owner: type) -> T:
        if settings is None:
            return self  # type: ignore[return-value]
        found = vars(settings)[self.find.__name__] = self.find(settings)
        return found


@dataclass(frozen=True)
class Settings:
    """Settings with their values, as one value."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        # The settings by name, in the order of the page.
        cls.declared = {
            name: one
            for kind in reversed(cls.__mro__)
            for name, one in vars(kind).items()
            if isinstance(one, Declared)
        }
        lines = [str(one) for one in cls.declared.values()]
        if any(lines) and cls.__doc__:
            cls.__doc__ = "\n    ".join([f"{cls.__doc__.rstrip()}\n", *filter(None, lines)])

    declared: ClassVar[Mapping[str, Declared]] = {}
    # What else results do not depend on, with the value that it has in `problem`.
    set_aside: ClassVar[Mapping[str, Any]] = {}

    @classmethod
    def of(cls, value: Value, **given: Any) -> Self:
        """Return the settings that `value(field)` gives, a value that the field accepts.

        Parameters
        ----------
        given
            attributes that are no settings
        """
        # Settings are read where they are asked for first, see `Declared`.
        found = object.__new__(cls)
        vars(found).update({**given, VALUE: value})
        for name in cls.declared:
            getattr(found, name)
        del vars(found)[VALUE]
        return found.consistent()

    def consistent(self) -> Self:
        """Return the same settings where they fit each other, else those that are meant."""
        return self

    def own(self, one: Any) -> Any:
        """Return a declared field as these settings have it."""
        return one

    @kept
    def settings(self) -> Sequence[tuple[Field, Any]]:
        """Every setting with its value, in the order of the page."""
        found: list[tuple[Field, Any]] = []
        for one in self.declared.values():
            found += one.listed(self)
        return found

    def field(self, name: str) -> Any:
        """Return the field that is declared under a name."""
        one = self.declared[name]
        assert isinstance(one, Setting), name
        return one.of(self)

    def option_label(self, name: str) -> str:
        """Return the label of the option that is chosen under a name."""
        return _(self.field(name).options[getattr(self, name)])

    def followed(self, value: Value) -> Iterator[tuple[Field, Any]]:
        """Yield what else is set where a reader has set something: fields with their values.

        Parameters
        ----------
        value
            gives what the reader has set now, of each field
        """
        for name, one in self.declared.items():
            inner = getattr(self, name) if isinstance(one, Group) else None
            if inner is not None:
                for field, found in inner.followed(lambda one: value(self.own(one))):
                    yield self.own(field), found

    @kept
    def problem(self) -> Self:
        """The same settings as far as results depend on them: also without story and locks."""
        plain = {name: one.plain(getattr(self, name)) for name, one in self.declared.items()}
        return replace(self, **plain, **self.set_aside)

    @kept
    def texts(self) -> dict[str, str]:
        """The identities of all settings by key."""
        return {one.key: one.write(value) for one, value in self.settings}

    @cached_property
    def token(self) -> str:
        """All settings as one line of ASCII text, the same for equal settings only."""
        return _query(self.texts)


@dataclass(frozen=True)
class State(Settings, Context):
    """All that a reader has set on one page."""

    # Keys of what the browser writes into the address by itself: it is no step of any history.
    held: ClassVar[tuple[str, ...]] = ()
    # What of the page no address has, in words; "" where an address has all of it.
    left_out: ClassVar[str] = ""
    set_aside = UNTOLD
    # Whether settings follow from one another alone, not from what is at hand besides.
    is_closed: ClassVar[bool] = True

    def __init_subclass__(cls, page: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.page = page or cls.page

    @classmethod
    def of_address(cls, address: Mapping[str, str]) -> Self:
        """Return the state that an address describes; what it leaves out or misstates is default.

        Parameters
        ----------
        address
            texts by key; links from before there were identities are understood, too
        """
        context, texts = cls.context_of(address), address
        if context and (story := context["tour"] or story_on(cls.page, context["story"])):
            texts = {**story.steps[context["step"] - 1].settings_on(cls.page), **address}

        def value(one: Field) -> Any:
            found = one.parse(texts[one.key]) if one.key in texts else None
            return one.default if found is None else found

        return cls.of(value, **context)

    @classmethod
    def misread(cls, address: Mapping[str, str]) -> list[str]:
        """Return what an address states that is no value of a setting or no story of this page.

        Edited points are not among it: their message says what is wrong with them.
        """
        settings = cls.of_address(address).settings
        named = {one.key: one for one, _value in settings if isinstance(one, SIMPLE)}
        wrong = [
            f"{key}={text[:QUOTED]}"
            for key, text in address.items()
            if text and key in named and named[key].parse(text) is None
        ]
        return wrong + cls.misread_context(address)

    @classmethod
    def controls(cls) -> Mapping[str, str]:
        """The labels of all controls of the page, by key."""
        return cls._controls(language())

    @classmethod
    @cache
    def _controls(cls, _spoken: str) -> Mapping[str, str]:
        found: dict[str, str] = {}

        def find(changed: Mapping[str, Any]) -> None:
            settings = cls.of(lambda one: changed.get(one.key, one.default)).settings
            new = [one for one, _value in settings if one.key not in found]
            found.update({one.key: one.label for one in new})
            for one in new:
                for option in _options(one):
                    find({**changed, one.key: option})

        find({})
        return found

    def address(self) -> dict[str, str]:
        """Return what tells this state from the story's or from the first view: texts by key."""
        usual = self.usual
        changed = {key: text for key, text in self.texts.items() if text != usual.get(key)}
        return self.context_in_address | changed

    def whole(self) -> Mapping[str, str]:
        """Return the address with what the browser must not show in it: texts by key."""
        return self.address()

    @classmethod
    def of_whole(cls, texts: Mapping[str, str]) -> Self:
        """Return the state that `whole` describes."""
        return cls.of_address(texts)

    @classmethod
    def of_query(cls, texts: Mapping[str, str]) -> Self:
        """Return the state that `asked` describes; ValueError where there is none.

        Parameters
        ----------
        texts
            by key
        """
        state = cls.of_whole(texts)
        for one, _value in state.settings:
            text = texts.get(one.key)
            if text and one.parse(text) is None:
                raise ValueError(
                    _("{key} cannot be {text}.").format(key=one.key, text=repr(text[:QUOTED]))
                )
        return state

    @cached_property
    def query(self) -> str:
        """What a socket calls this state: `whole` without story and tour, as a query."""
        untold = replace(self, story="", step=1, tour=None, measured=()) if self.story else self
        return _query(untold.whole())

    def in_context_of(self, other: Any) -> Self:
        found = super().in_context_of(other)
        same = other.measured and self.texts == other.texts
        return replace(found, measured=other.measured) if same else found

    def with_beside(self, beside: Mapping[str, Any]) -> Self:
        """Return this state with what a browser sent of it besides an address."""
        return self

    @kept
    def usual(self) -> Mapping[str, str]:
        """The identities that an address leaves out, by key: the step's, or those of defaults."""
        usual = {one.key: one.write(one.default) for one, _value in self.settings}
        return usual | self.preset if self.story else usual

    @property
    def preset(self) -> dict[str, str]:
        """The settings of the story's step as far as this page has them: texts by key."""
        settings = self.shown_step.settings_on(self.page) if self.shown_step else {}
        return self.of_address(settings).address() if settings else {}

    def misread_step(self) -> list[str]:
        """Return what the story's step states that is no value of this page's settings."""
        step = self.shown_step
        return self.misread(step.settings_on(self.page)) if step else []

    @cached_property
    def token(self) -> str:
        return _query(self.context | self.texts)

    def fixed(self, one: Field) -> bool:
        """Whether the reader cannot change this setting."""
        return one.key in self.lock or one.key in self.hide

    def with_hand_of(self, address: Mapping[str, str]) -> Self:
        """Return this state with what an address says of the settings in the hand."""
        free, own = {*self.held} - {*self.lock, *self.hide}, self.address()
        hand = {key: address[key] for key in free & {*address}}
        kept = {key: text for key, text in own.items() if key not in free}
        return self if self.is_closed and kept | hand == own else self.of_address(kept | hand)

    def is_alike(self, other: Self) -> bool:
        """Whether the two differ in nothing but what is in the hand."""
        mine, others = (one.context | one.texts for one in (self, other))
        keys = {*mine, *others} - {*self.held}
        return all(mine.get(key) == others.get(key) for key in keys)

    def reset(self) -> Self:
        """Return the step's state, or the first view; what the reader cannot change stays."""
        kept = {one.key: one.write(value) for one, value in self.settings if self.fixed(one)}
        return self.of_address({**self.preset, **kept}).in_context_of(self)


def _options(one: Field) -> Iterable[Any]:
    """Return the values that other settings may depend on."""
    if isinstance(one, Choice):
        return one.options
    return (True, False) if isinstance(one, Switch) else (one.default,)


def _query(texts: Mapping[str, str]) -> str:
    """Return what `urllib.parse.urlencode` does; most texts are those of the frame before."""
    return "&".join([_pair(key, text) for key, text in texts.items()])


@lru_cache(maxsize=1024)
def _pair(key: str, text: str) -> str:
    return f"{quote_plus(key)}={quote_plus(text)}"
