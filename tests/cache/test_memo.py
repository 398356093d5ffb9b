"""What was reckoned last is not reckoned again for the very same things."""

from __future__ import annotations

from chronicle.cache.memo import memoize_by_identity


def test_results_for_the_same_object_are_memoized() -> None:
    asked: list[tuple[object, str]] = []

    @memoize_by_identity(1)
    def answer(thing: object, reader: str) -> str:
        asked.append((thing, reader))
        return f"{thing} for {reader}"

    thing = [1]
    for _ in range(3):
        assert answer(thing, "one") == "[1] for one"
        assert answer(thing, "two") == "[1] for two"
    assert asked == [(thing, "one"), (thing, "two")]


def test_equal_but_distinct_objects_are_not_shared() -> None:
    """The one asked about before is let go of, with all answers."""
    asked: list[int] = []

    @memoize_by_identity(1)
    def answer(thing: list[int], reader: str) -> str:
        asked.append(id(thing))
        return reader

    one, other = [1], [1]
    for thing in (one, other, one):
        assert answer(thing, "somebody") == "somebody"
    assert asked == [id(one), id(other), id(one)]


def test_argument_identity_is_part_of_the_key() -> None:
    before, after = object(), object()

    @memoize_by_identity(2)
    def answer(was: object, now: object, reader: str) -> tuple[bool, str]:
        return was is now, reader

    assert answer(before, after, "one") == (False, "one")
    assert answer(before, before, "one") == (True, "one")
    assert answer(after, before, "one") == (False, "one")


def test_a_result_of_none_is_memoized() -> None:
    """An answer may be nothing; who asks by name is answered anew."""
    asked: list[str] = []

    @memoize_by_identity(1)
    def answer(thing: object, reader: str) -> None:
        del thing
        asked.append(reader)

    thing = object()
    answer(thing, "one")
    answer(thing, "one")
    answer(thing, reader="one")
    assert asked == ["one", "one"]
