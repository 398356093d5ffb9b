"""Prose: an author's Markdown with wiki links and secret blocks; the home of markdown-it-py.

Secrets are cut out of the text line by line before Markdown sees it, so that no oddity of Markdown
(lists, quotes, code) can let one slip through.
"""

from chronicle.markup.markdown.checks import (
    SecretFence,
    html_tags,
    link_addresses,
    malformed_pictures,
    malformed_wiki_links,
    secret_fences,
)
from chronicle.markup.markdown.links import (
    LinkResolver,
    NameLookup,
    WikiLink,
    strip_dead_links,
    wiki_links,
)
from chronicle.markup.markdown.render import plain_text, to_html

__all__ = [
    "LinkResolver",
    "NameLookup",
    "SecretFence",
    "WikiLink",
    "html_tags",
    "link_addresses",
    "malformed_pictures",
    "malformed_wiki_links",
    "plain_text",
    "secret_fences",
    "strip_dead_links",
    "to_html",
    "wiki_links",
]
