"""Prose: an author's Markdown with wiki links and secret blocks; the home of markdown-it-py.

Secrets are cut out of the text line by line before Markdown sees it, so that no oddity of Markdown
(lists, quotes, code) can let one slip through.
"""

from chronicle.markup.markdown.links import LinkTo, NameOf, WikiLink, cut_links, wiki_links
from chronicle.markup.markdown.mistakes import (
    ColonLine,
    addresses,
    broken_links,
    broken_pictures,
    colon_lines,
    html_marks,
)
from chronicle.markup.markdown.render import plain, to_html

__all__ = [
    "ColonLine",
    "LinkTo",
    "NameOf",
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
