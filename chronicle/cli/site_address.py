"""The address of a site on the command line."""

from __future__ import annotations

import re
from typing import Final

import click

#: Maximum length of an address, as in campaign.yaml.
_MAX_LENGTH: Final = 200


def parse_site_address(written: str) -> str:
    """The given address of a site, with a slash at the end. Raises click.BadParameter."""
    from chronicle.yaml.decode.fields import SITE_URL_PATTERN

    address = written.rstrip("/") + "/"
    if len(address) > _MAX_LENGTH or re.fullmatch(SITE_URL_PATTERN, address) is None:
        raise click.BadParameter(
            f"{written} is not a site address; one looks like https://ada.example/ferry/",
            param_hint="--address",
        )
    return address
