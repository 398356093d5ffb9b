"""Markdown with wiki links and secret blocks. The only package that imports markdown-it-py.

Secret blocks are cut out line by line before the text is parsed as Markdown, so that no peculiarity
of Markdown (lists, quotes, code) can reveal one.
"""

from chronicle.markup.markdown.checks import (
    html_tags,
    link_addresses,
    malformed_pictures,
    malformed_wiki_links,
    secret_fences,
)
from chronicle.markup.markdown.links import strip_dead_links, wiki_links
from chronicle.markup.markdown.parser import PrivateLines
from chronicle.markup.markdown.render import plain_text, to_html
from chronicle.markup.markdown.structure import MarkdownBlock, markdown_blocks

__all__ = [
    "MarkdownBlock",
    "PrivateLines",
    "html_tags",
    "link_addresses",
    "malformed_pictures",
    "malformed_wiki_links",
    "markdown_blocks",
    "plain_text",
    "secret_fences",
    "strip_dead_links",
    "to_html",
    "wiki_links",
]
