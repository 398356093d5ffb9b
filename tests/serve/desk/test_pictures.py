"""Pictures that are dropped on the desk get a file of their own, once each."""

from __future__ import annotations

import pytest

from chronicle.markup.images import MAX_PICTURE_BYTES
from chronicle.serve.desk.pictures import PictureRefusedError, new_picture
from tests.markup.images.sample_images import png, told_png

PNG = png()
OTHER = told_png()


@pytest.mark.parametrize(
    ("name", "path", "markdown"),
    [
        ("bay.png", "media/bay.png", "![bay](bay.png)"),
        ("The Bay [old]_2.PNG", "media/the-bay-old-2.png", "![The Bay old 2](the-bay-old-2.png)"),
        ("Möwe.jpg", "media/mowe.png", "![Möwe](mowe.png)"),
        ("画像", "media/huaxiang.png", "![画像](huaxiang.png)"),
        ("..png", "media/picture.png", "![.](picture.png)"),
        ("../../campaign.yaml", "media/campaign.png", "![../../campaign](campaign.png)"),
    ],
)
def test_a_picture_is_named_by_its_file(name: str, path: str, markdown: str) -> None:
    assert new_picture(name, PNG, {}) == (path, markdown)


def test_no_picture_replaces_another() -> None:
    files = {"media/Bay.png": OTHER, "media/bay-2.png": OTHER}
    assert new_picture("bay.png", PNG, files)[0] == "media/bay-3.png"


def test_the_same_picture_is_there_once() -> None:
    assert new_picture("bay.png", PNG, {"media/Bay.png": PNG}) == (
        "media/Bay.png",
        "![bay](Bay.png)",
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"no picture", "PNG"),
        (PNG[:-12], "damaged"),
        (PNG + b"x" * MAX_PICTURE_BYTES, "10 MB"),
    ],
)
def test_what_a_campaign_cannot_show_is_refused_in_words(content: bytes, said: str) -> None:
    with pytest.raises(PictureRefusedError, match=said):
        new_picture("bay.png", content, {})
