"""Settings declared in the body of a class: each stands there once, with all that follows from it.

    @dataclass(frozen=True)
    class SweepState(State, page="sweep"):
        kernel: KernelSettings = group(KernelSettings, choice=KERNEL)
        components: int = number("Components", 8, 1, 12, integer=True)
        play: bool = switch("Playing", False, apart=True)

From such a line come the name in Python and in the address, the label, the default, the range, the
widget, and whether results depend on the setting (`apart`: they do not). What a field is may follow
from other settings: `setting(lambda state: …)`; whether there is one, from `when`. While a state is
read, settings that such a function asks for are read first, wherever they are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, overload

from views.state.fields import Choice, Field, Number, Several, Switch, Text

# Gives the value of a field: from an address, from widgets, or its default.
Value = Callable[[Any], Any]
# Where `Settings.of` keeps it while it reads.
VALUE = "value of a field"
_DEFAULT = object()


class Declared:
    """Settings under one name of a class; a non-data descriptor, so that values stand before it."""

    apart = False

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, state: None, owner: type) -> Declared: ...
    @overload
    def __get__(self, state: object, owner: type) -> Any: ...
    def __get__(self, state: Any, owner: type) -> Any:
        if state is None:
            return self
        if VALUE not in vars(state):
            raise AttributeError(self.name)
        found = self.value_in(state, vars(state)[VALUE])
        vars(state)[self.name] = found
        return found

    def value_in(self, state: Any, value: Value) -> Any:
        """Return the value under this name where `value` gives those of fields."""
        raise NotImplementedError

    def listed(self, state: Any) -> Iterator[tuple[Field, Any]]:
        """Yield the fields that a state has under this name, with their values."""
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Return the value in the problem of a state, all that results depend on."""
        return value

    def __str__(self) -> str:
        return ""


class Setting(Declared):
    """One field, or what returns it from the other settings; `absent` is its value without one."""

    def __init__(
        self, field: Any, apart: bool = False, when: Any = None, absent: Any = _DEFAULT
    ) -> None:
        self.field, self.apart, self.when, self.absent = field, apart, when, absent

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        if isinstance(self.field, Number):
            own = self.field.name or name
            self.field = replace(self.field, name=own, key=self.field.key or own)
        elif not callable(self.field) and not self.field.key:
            self.field = replace(self.field, key=name)

    def of(self, state: Any) -> Any:
        """Return the field that a state has here."""
        return state.own(self.field(state) if callable(self.field) else self.field)

    def value_in(self, state: Any, value: Value) -> Any:
        if self.when is not None and not self.when(state):
            return self.of(state).default if self.absent is _DEFAULT else self.absent
        found = value(self.of(state))
        return tuple(found) if isinstance(found, list) else found

    def listed(self, state: Any) -> Iterator[tuple[Field, Any]]:
        if self.when is None or self.when(state):
            yield self.of(state), getattr(state, self.name)

    def plain(self, value: Any) -> Any:
        return self.field.default if self.apart else value

    def __str__(self) -> str:
        return "" if callable(self.field) else f"{self.name} : {_described(self.field)}"


class Parameters(Declared):
    """Several fields that follow from the other settings: a mapping of their values by name."""

    def __init__(self, fields: Callable[[Any], tuple[Any, ...]]) -> None:
        self.fields = fields

    def value_in(self, state: Any, value: Value) -> Any:
        return {_name(one): value(state.own(one)) for one in self.fields(state)}

    def listed(self, state: Any) -> Iterator[tuple[Field, Any]]:
        values = getattr(state, self.name)
        for one in self.fields(state):
            yield state.own(one), values[_name(one)]


class Group(Declared):
    """Settings of their own.

    Parameters
    ----------
    kind : their class; None for that of the settings that have them
    given : attributes of theirs that are no settings, or what returns these from the state
    when : whether there are any; else the value is None
    unread : keys of those that the page does not offer: they have their defaults
    unlisted : returns from the state the keys of those that it does not have
    """

    def __init__(self, kind: Any, given: Any, when: Any, unread: Any, unlisted: Any) -> None:
        self.kind, self.given, self.when = kind, given, when
        self.unread, self.unlisted = unread, unlisted

    def value_in(self, state: Any, value: Value) -> Any:
        if self.when is not None and not self.when(state):
            return None
        given = self.given(state) if callable(self.given) else self.given
        unread, own = self.unread, state.own
        return (self.kind or type(state)).of(
            lambda one: one.default if one.key in unread else value(own(one)), **given
        )

    def listed(self, state: Any) -> Iterator[tuple[Field, Any]]:
        found = getattr(state, self.name)
        unlisted = self.unlisted(state) if self.unlisted else ()
        for one, value in found.settings if found is not None else ():
            if one.key not in unlisted:
                yield state.own(one), value

    def plain(self, value: Any) -> Any:
        return value and value.problem


class Lacking(Declared):
    """What a page derived from another one does not have."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def value_in(self, state: Any, value: Value) -> Any:
        return self.value

    def listed(self, state: Any) -> Iterator[tuple[Field, Any]]:
        yield from ()


def _name(one: Field) -> str:
    return getattr(one, "name", one.key)


def _described(one: Any) -> str:
    """Return a line for the documentation of a class."""
    if isinstance(one, Number):
        kind = "a whole number" if one.integer else "a number"
        said = f"{kind} from {one.low:g} to {one.high:g}"
        return f"{one.label}: {said}" + ("" if one.default is None else f"; {one.default:g}")
    options = f": one of {', '.join(map(repr, one.options))}" if isinstance(one, Choice) else ""
    return f"{one.label or one.key}{options}; {one.write(one.default)!r}"


# What stands in the body of a class. They return `Any` as `dataclasses.field` does; arguments of
# `more` are those of `Setting` besides the field.


def setting(field: Any, **more: Any) -> Any:
    """Declare a field that several classes share, or that follows from other settings."""
    return Setting(field, **more)


def number(
    label: str, default: float | None, low: float, high: float, *, log: bool = False,
    integer: bool = False, key: str = "", **more: Any,
) -> Any:  # fmt: skip
    """Declare a number, see `Number`."""
    return Setting(Number("", label, default, low, high, log, integer, key), **more)


def choice(
    label: str, options: Mapping[str, str], default: str = "", *, old: Mapping[str, str] = {},
    key: str = "", **more: Any,
) -> Any:  # fmt: skip
    """Declare a choice, see `Choice`."""
    return Setting(Choice(key, label, options, default, old), **more)


def switch(label: str, default: bool, help: str = "", *, key: str = "", **more: Any) -> Any:
    """Declare something that is on or off."""
    return Setting(Switch(key, label, default, help), **more)


def text(label: str, longest: int, *, key: str = "", **more: Any) -> Any:
    """Declare a line of text."""
    return Setting(Text(key, label, longest), **more)


def several(label: str, high: int, *, key: str = "", **more: Any) -> Any:
    """Declare some whole numbers, see `Several`."""
    return Setting(Several(key, label, high), **more)


def parameters(fields: Callable[[Any], tuple[Any, ...]]) -> Any:
    """Declare the fields that a function returns from the other settings."""
    return Parameters(fields)


def group(
    kind: Any, given: Any = None, *, when: Any = None, unread: tuple[str, ...] = (),
    unlisted: Any = None, **attributes: Any,
) -> Any:  # fmt: skip
    """Declare settings of their own, see `Group`."""
    return Group(kind, given or attributes, when, unread, unlisted)


def lacking(value: Any) -> Any:
    """Declare that a derived page lacks settings of this name, which have this value."""
    return Lacking(value)
