"""A name is one name, whether its letters and their marks are stored together or apart."""

from __future__ import annotations

from typing import Literal
from unicodedata import normalize

import pytest

from tests.markup.images.sample_images import png
from tests.small_campaign import findings_of

Form = Literal["NFC", "NFD"]
NAME = "Café Élan"
PICTURE = "Plán.png"


def person(name: str, text: str = "A boat.") -> str:
    return f"---\nname: {name}\nfor: everyone\n---\n{text}\n"


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
@pytest.mark.parametrize("written", ["NFC", "NFD"])
@pytest.mark.parametrize(
    "kind", ["a picture in a text", "a portrait", "a link", "pictures with one name"]
)
def test_a_name_is_found_in_either_form(kind: str, stored: Form, written: Form) -> None:
    file = f"media/{normalize(stored, PICTURE)}"
    name = normalize(written, PICTURE)
    link = normalize(written, NAME)
    files: dict[str, dict[str, str | bytes]] = {
        "a picture in a text": {
            file: png(),
            "people/ada.md": person("Ada", f"![A plan]({name})"),
        },
        "a portrait": {
            file: png(),
            "people/ada.md": person("Ada").replace(
                "---\nA", f"portrait: {{picture: {name}, words: A plan}}\n---\nA"
            ),
        },
        "a link": {
            "people/inn.md": person(normalize(stored, NAME)),
            "people/ada.md": person("Ada", f"She sits in [[{link}]]."),
        },
        "pictures with one name": {
            file: png(),
            "people/ada.md": person("Ada", f"![A]({name}) and ![B]({normalize(stored, PICTURE)})"),
        },
    }
    assert findings_of(files[kind]) == ()
