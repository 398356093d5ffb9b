"""Prose: an author's Markdown with wiki links and secret blocks; the home of markdown-it-py.

Secrets are cut out of the text line by line before Markdown sees it, so that no oddity of Markdown
(lists, quotes, code) can let one slip through.
"""

from chronicle.prose.drawing import plain, to_html
from chronicle.prose.links import LinkTo, NameOf, WikiLink, cut_links, wiki_links
from chronicle.prose.passages import Passage, Prose, Stretch
from chronicle.prose.slips import (
    ColonLine,
    addresses,
    broken_links,
    broken_pictures,
    colon_lines,
    html_marks,
)

__all__ = [
    "ColonLine",
    "LinkTo",
    "NameOf",
    "Passage",
    "Prose",
    "Stretch",
    "WikiLink",
    "addresses",
    "broken_links",
    "broken_pictures",
    "colon_lines",
    "cut_links",
    "html_marks",
    "plain",
    "to_html",
    "wiki_links",
]
