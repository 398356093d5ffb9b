"""What somebody looks at: a site handed out so that each thing read of it is noted.

Whoever draws a page reads a little of a large site. Each reading is a *question*: the way from the
site to a value, in steps. What a page was drawn from is its questions and their answers, and where
all of these are answered alike by another site, it would be drawn alike. Nobody has to say
beforehand what a template may need, and what it does not read can't make a difference to it.

Whatever helps to draw has to ask anew for each page: what it keeps from one to the next, it may
keep by the answers alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import FunctionType
from typing import Any, Final

from chronicle.model.audience import Audience
from chronicle.model.facts import NameIndex, Ref
from chronicle.outline.pagination import TurnsPage
from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import (
    Edition,
    EntityView,
    FactionView,
    PageView,
    PlaceView,
    TurnView,
)
from chronicle.records import dataclass
from chronicle.render.tracking.questions import PAGE, SITE, Questions, Step, taken

_SUBJECT: Final[Step] = ("field", "subject")
#: All of a value: for whoever prints it, or compares it with another.
_WHOLE: Final[Step] = ("whole", None)
#: Records that are handed out field by field; all others are read as a whole.
_OPENED: Final = (
    *(Audience, Edition, EntityView, FactionView, SitePage, PageView, PlaceView, Site, TurnsPage),
    TurnView,
)
#: What is in a row of figures, of which whoever looks at one turn reads those before it.
_FIGURE: Final = (int, type(None))
#: What is reckoned once for many, and so is read like a field.
_RECKONED: Final = frozenset({"figures", "is_gm", "leads_from", "section"})
#: What tells less than it reads: whoever asks it has asked no more than that.
_ASKED: Final = frozenset(
    {
        *("at", "faction", "find", "has", "holds", "knows", "linkers_of", "map_of"),
        *("mentions_of", "mentions_within"),
    }
)


@dataclass(frozen=True, slots=True)
class Handed:
    """What a page is drawn from: the site, the page and its subject, with each reading noted."""

    site: Any
    page: Any
    subject: Any


class Looker:
    """Notes what is read of a site, for one page after the other."""

    def __init__(self, site: Site, questions: Questions | None = None) -> None:
        self.questions = questions or Questions()
        self.noted: set[int] = set()
        #: The site as it is handed out.
        self.site: Any = _Record(self, site, SITE)
        self._page = _Record(self, None, PAGE)
        self._subject = _Record(self, None, self.questions.number(PAGE, _SUBJECT))

    def begin(self) -> set[int]:
        """The numbers of all questions that are asked from here on, as they are asked."""
        self.noted = set()
        return self.noted

    def handing(self, page: SitePage) -> Handed:
        """The site with a page of it, as they are handed out.

        What has the page before at hand, has this one: the page and its subject stand in its place.
        """
        subject = page.subject
        _stand_for(self._page, page)
        _stand_for(self._subject, subject)
        return Handed(self.site, self._page, None if subject is None else self._subject)

    def handed(self, value: object, number: int) -> tuple[object, int | None]:
        """What a question leads to as it is handed out, and its number if that answers it."""
        if isinstance(value, _OPENED):
            return _Record(self, value, number), None
        if isinstance(value, NameIndex):
            return _Called(self, value, number), None
        if isinstance(value, Mapping):
            return _Table(self, value, number), None
        if isinstance(value, tuple) and value and isinstance(value[0], _OPENED):
            return _Row(self, value, number), None
        if isinstance(value, tuple) and value and isinstance(value[0], _FIGURE):
            return _Figures(self, value, number), None
        return value, number


class Looked:
    """A value of which every reading is noted.

    What it has itself ends in an underscore, as no field of a record does, so that it hides none.
    """

    __slots__ = ("it_", "looker_", "met_", "number_")

    def __init__(self, looker: Looker, it: Any, number: int) -> None:
        self.looker_, self.it_, self.number_ = looker, it, number
        self.met_: dict[Step | str, tuple[Any, int | None]] = {}

    def _read(self, step: Step) -> Any:
        """What a step leads to, noted for the page that is being drawn."""
        found = self.met_.get(step)
        if found is None:
            value = taken(self.it_, step)
            asked = self.looker_.questions.number(self.number_, step)
            # What is asked of a row is no record itself, and read as a whole.
            leads_on = step[0] in ("field", "item", "ask")
            found = self.looker_.handed(value, asked) if leads_on else (value, asked)
            self.met_[step] = found
        value, number = found
        if number is not None:
            self.looker_.noted.add(number)
        return value

    def __bool__(self) -> bool:
        return bool(self._read(("any", None)))

    def __repr__(self) -> str:
        return repr(self._read(_WHOLE))

    def __eq__(self, other: object) -> bool:
        its = other._read(_WHOLE) if isinstance(other, Looked) else other
        return bool(self._read(_WHOLE) == its)

    def __hash__(self) -> int:
        return hash(self._read(_WHOLE))


class _Record(Looked):
    """A record: its fields are noted; what it reckons, it reckons from these."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        met = self.met_.get(name)
        if met is not None:
            value, number = met
            if number is not None:
                self.looker_.noted.add(number)
            return value
        made = getattr(type(self.it_), name, None)
        if isinstance(made, property) and name not in _RECKONED and made.fget is not None:
            return made.fget(self)
        if isinstance(made, FunctionType):
            return partial(self._ask, name) if name in _ASKED else partial(made, self)
        value = self._read(("field", name))
        self.met_[name] = self.met_["field", name]
        return value

    def _ask(self, name: str, *given: object) -> Any:
        return self._read(("ask", (name, *given)))

    def __bool__(self) -> bool:
        return True


def _stand_for(record: _Record, it: object) -> None:
    """Has a record stand for something else from here on.

    The record stays the same one, since macros that were made for the page before hold on to it.
    """
    record.it_, record.met_ = it, {}


class _Row(Looked, Sequence[Any]):
    """Records in a row: how many there are is noted, and what is read of each."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self[index] for index in range(*at.indices(len(self))))
        try:
            return self._read(("item", at))
        except IndexError:
            # That there is none is an answer too.
            len(self)
            raise

    def __len__(self) -> int:
        return int(self._read(("count", None)))

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))


class _Figures(Looked, Sequence[Any]):
    """Figures in a row, of which whole stretches are read."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return self._read(("stretch", (at.start, at.stop, at.step)))
        return self._read(("stretch", (None, None, None)))[at]

    def __len__(self) -> int:
        return len(self[:])

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])


class _Table(Looked, Mapping[Any, Any]):
    """A mapping: what is asked of it is noted, and all its keys where somebody goes through it."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if key not in self:
            raise KeyError(key)
        return self._read(("item", key))

    def __contains__(self, key: object) -> bool:
        return bool(self._read(("has", key)))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._read(("keys", None)))

    def __len__(self) -> int:
        return int(self._read(("count", None)))


class _Called(_Table):
    """Names, and what is called so."""

    __slots__ = ()

    def with_id(self, id: str) -> Sequence[Ref]:
        """As :meth:`chronicle.model.facts.NameIndex.with_id`."""
        return tuple(self._read(("with_id", id)))

    def called(self, name: str) -> Sequence[Ref]:
        """As :meth:`chronicle.model.facts.NameIndex.called`."""
        return tuple(self._read(("called", name)))


#: Kinds of what is handed out.
LOOKED: Final = frozenset({_Called, _Figures, _Record, _Row, _Table})


def number_of(looked: Looked) -> int:
    """The number of the question that leads to a value that is handed out."""
    return looked.number_


def looked_at(value: object) -> object:
    """What is handed out in a value, to say of which kind it is; any other value is that itself."""
    return value.it_ if isinstance(value, Looked) else value
