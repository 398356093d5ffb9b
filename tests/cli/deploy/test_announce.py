"""`chronicle deploy --announce` tells a chat channel of the latest turn, and nothing secret."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from chronicle.authoring.announcement import (
    MAX_LINES,
    Announcement,
    parse_announcement,
    webhook_kind,
    webhook_message,
)
from tests.cli.command_runner import CREEP, lay, prepared, run
from tests.cli.deploy.chat_channel import Receiver

ADDRESS: Final = "https://example.org/hall/"
NEWS: Final = """\
title: The Riots
news:
  - title: Bread *is* dear
    for: everyone
    text: The bakers of [[harbour]] close.
  - text: Only Vael reads of the crimson ledger.
    for: [vael]
notes: The mayor is the murderer.
"""
NEXT: Final = 'next: {deadline: "2026-12-01 20:00", zone: Europe/Berlin}\n'


@pytest.fixture
def campaign(here: Path) -> Path:
    """The folder of a campaign with an address, a deadline and one published turn."""
    return prepared(here, _publish) / "content"


def _publish(here: Path) -> None:
    head = (here / "content/campaign.yaml").read_text(encoding="utf-8")
    lay(
        here / "content",
        {"campaign.yaml": f"{head}address: {ADDRESS}\n{NEXT}", "turns/001.yaml": CREEP + NEWS},
    )
    ran = run("deploy", "--record-only", "--without-orders")
    assert ran.code == 0, ran.err


@pytest.mark.usefixtures("campaign")
def test_announcement_has_title_digest_link_and_deadline(webhook: str) -> None:
    ran = run("deploy", "--record-only", "--announce", "--webhook", webhook, "--yes")
    assert ran.code == 0, ran.err
    (sent,) = Receiver.received
    assert sent["title"] == "Turn 1: The Riots"
    assert sent["digest"][0] == "Bread *is* dear"
    assert sent["link"] == f"{ADDRESS}turns/1.html"
    assert "turn 2" in sent["deadline"]
    assert "December 1, 2026, 20:00, Europe/Berlin" in sent["deadline"]
    assert sent["text"] == ran.out.rstrip("\n")


@pytest.mark.usefixtures("campaign")
def test_announcement_has_only_what_everybody_may_know(webhook: str) -> None:
    assert run("deploy", "--record-only", "--announce", "--webhook", webhook, "--yes").code == 0
    sent = json.dumps(Receiver.received)
    assert "Bread" in sent
    for secret in ("crimson ledger", "murderer", "They creep"):
        assert secret not in sent


def test_name_that_the_public_does_not_know_is_warned_of_first(
    campaign: Path, webhook: str
) -> None:
    assert run("deploy", "--undo", "--yes").code == 0
    turn = CREEP + NEWS.replace("dear", "dear in The Vale")
    (campaign / "turns/001.yaml").write_text(turn, encoding="utf-8")
    words = ("--record-only", "--without-orders", "--announce", "--webhook", webhook)
    ran = run("deploy", *words)
    assert "warning L002: “The Vale”" in ran.err.partition("Send it")[0]
    assert Receiver.received == []


@pytest.mark.usefixtures("campaign")
def test_nothing_is_sent_without_consent(webhook: str) -> None:
    assert run("deploy", "--record-only", "--announce", "--webhook", webhook).code == 1
    assert run("deploy", "--record-only", "--announce", "--webhook", webhook, "--dry-run").code == 0
    ran = run("deploy", "--record-only", "--announce")
    assert ran.code == 2
    assert "CHRONICLE_WEBHOOK" in ran.err
    assert Receiver.received == []


@pytest.mark.usefixtures("campaign")
def test_turn_is_announced_once_in_each_channel(webhook: str) -> None:
    words = ("deploy", "--record-only", "--announce")
    assert run(*words, "--webhook", webhook, "--yes").code == 0
    assert len(Receiver.received) == 1
    again = run(*words, "--webhook", webhook, "--yes")
    assert (again.code, len(Receiver.received)) == (0, 1)
    assert "turn 1 was announced to 127.0.0.1 before\nnothing sent" in again.err
    assert run(*words, "--webhook", f"{webhook}2", "--yes").code == 0
    assert len(Receiver.received) == 2


def test_turn_goes_online_before_it_is_announced(campaign: Path, webhook: str) -> None:
    assert run("deploy", "--undo", "--yes").code == 0
    words = ("--to", "www", "--yes", "--announce", "--webhook", webhook)
    ran = run("deploy", *words)
    assert (ran.code, "add --without-orders" in ran.err) == (2, True)
    printed = run("deploy", *words, "--dry-run")
    assert (printed.code, "Turn 1: The Riots\n" in printed.out) == (0, True)
    assert Receiver.received == []
    assert not (campaign / "published.yaml").exists() or "turn: 1" not in (
        campaign / "published.yaml"
    ).read_text(encoding="utf-8")
    ran = run("deploy", *words, "--without-orders")
    assert (ran.code, ran.err.splitlines()[-1]) == (0, "sent to 127.0.0.1")
    assert (campaign.parent / "www/turns/1.html").is_file()
    assert len(Receiver.received) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--through", "1"), "--announce is about the last turn; leave out --through"),
        (("--to", "www", "--yes", "--json"), "--announce can't be combined with --json"),
    ],
)
@pytest.mark.usefixtures("campaign")
def test_what_cannot_be_announced_is_refused_before_the_deploy(
    words: tuple[str, ...], said: str, webhook: str
) -> None:
    ran = run("deploy", *words, "--announce", "--webhook", webhook)
    assert (ran.code, said in ran.err) == (2, True)
    assert Receiver.received == []


def test_campaign_without_an_address_is_not_announced(here: Path, webhook: str) -> None:
    assert here.is_dir()
    words = ("--to", "www", "--yes", "--without-orders", "--announce", "--webhook", webhook)
    ran = run("deploy", *words)
    assert (ran.code, "write its address in content/campaign.yaml" in ran.err) == (2, True)
    assert not (here / "www").exists()
    assert run("deploy", "--webhook", webhook).code == 2, "without --announce"


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize("status", [301, 404, 500])
def test_refusal_is_told_without_the_secret_address(
    webhook: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Receiver, "status", status)
    ran = run("deploy", "--record-only", "--announce", "--webhook", webhook, "--yes")
    assert ran.code == 1
    assert f"127.0.0.1 did not take the announcement: {status}" in ran.err
    assert "token-4711" not in ran.err + ran.out


@pytest.mark.usefixtures("campaign")
def test_host_that_is_not_there_is_told_without_the_secret_address() -> None:
    words = ("--announce", "--webhook", "http://127.0.0.1:9/token-4711", "--yes")
    ran = run("deploy", "--record-only", *words)
    assert ran.code == 1
    assert "cannot be reached" in ran.err
    assert "token-4711" not in ran.err


@pytest.mark.usefixtures("here")
def test_webhook_needs_an_encrypted_connection() -> None:
    words = ("--announce", "--webhook", "http://chat.example/token-4711", "--yes")
    ran = run("deploy", "--record-only", *words)
    assert ran.code == 2
    assert "must begin with https://" in ran.err
    assert "token-4711" not in ran.err


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://chat.example/token 4711", "has a blank, or a letter"),
        ("https://chat.example/token\t4711", "has a blank, or a letter"),
        ("https://chat.example/token-4711\x00", "has a blank, or a letter"),
        ("https://chat.example/tökén-4711", "has a blank, or a letter"),
        ("https://chät.example/token-4711", "has a blank, or a letter"),
        ("https://chat example/token-4711", "has a blank, or a letter"),
        ("https://[::1/token-4711", "has a host or a port"),
        ("https://[chat]/token-4711", "has a host or a port"),
        ("https://chat.example:port/token-4711", "has a host or a port"),
        ("https://chat.example:99999/token-4711", "has a host or a port"),
        ("https://chat..example/token-4711", "has a host or a port"),
        (f"https://{'chat' * 16}.example/token-4711", "has a host or a port"),
        ("https://me:token-4711@chat.example/", "has a name or a password"),
        ("https:///token-4711", "must begin with https://"),
        ("chat.example/token-4711", "must begin with https://"),
    ],
)
@pytest.mark.usefixtures("here")
def test_address_that_cannot_be_is_refused_without_showing_it(address: str, said: str) -> None:
    ran = run("deploy", "--record-only", "--announce", "--webhook", address, "--yes")
    assert (ran.code, said in ran.err) == (2, True), ran.err
    assert "4711" not in ran.err + ran.out


@pytest.mark.usefixtures("campaign")
def test_blanks_around_an_address_do_no_harm(webhook: str) -> None:
    words = ("--announce", "--webhook", f" {webhook}\n", "--yes")
    assert run("deploy", "--record-only", *words).code == 0
    assert len(Receiver.received) == 1


@pytest.fixture
def raw_server() -> Iterator[Callable[[bytes], str]]:
    """Starts a server that answers with these bytes, one after the other and not ending."""
    listening = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def serve(answer: bytes) -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            for byte in answer:
                connection.sendall(bytes([byte]))
                if done.wait(0.02):
                    return
            connection.shutdown(socket.SHUT_WR)

    def start(answer: bytes) -> str:
        threading.Thread(target=serve, args=(answer,), daemon=True).start()
        return f"http://127.0.0.1:{listening.getsockname()[1]}/token-4711"

    yield start
    done.set()
    listening.close()


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"nonsense\n\n", "did not answer as a web server"),
        (b"HTTP/1.1 204 Yes\r\nA: " + b"x" * 10_000, "did not answer in 0.3 seconds"),
    ],
)
def test_strange_or_slow_answer_is_told_without_the_secret_address(
    answer: bytes,
    said: str,
    raw_server: Callable[[bytes], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = sys.modules["chronicle.cli.deploy.announce"]  # the package has a function of this name
    monkeypatch.setattr(module, "_MAX_SECONDS", 0.3 if len(answer) > 100 else 20)
    words = ("--announce", "--webhook", raw_server(answer), "--yes")
    ran = run("deploy", "--record-only", *words)
    assert (ran.code, f"127.0.0.1 {said}" in ran.err) == (1, True), ran.err
    assert "4711" not in ran.err


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://ptb.discord.com/api/webhooks/1/x", "discord"),
        ("https://discord.com.example/api/webhooks/1/x", "generic"),
        ("https://chat.example/discord.com", "generic"),
    ],
)
def test_kind_follows_from_the_host(address: str, kind: str) -> None:
    assert webhook_kind(address) == kind


def test_discord_message_formats_and_notifies_nothing_by_accident() -> None:
    one = Announcement("Hall", "Turn 1", ("Bread *is* dear", "@everyone left"), ADDRESS, "Due")
    message = webhook_message(one, "discord")
    assert message["allowed_mentions"] == {"parse": []}
    embeds = message["embeds"]
    assert isinstance(embeds, list)
    assert embeds[0]["description"] == "- Bread \\*is\\* dear\n- @everyone left\n**Due**"
    assert embeds[0]["url"] == ADDRESS


def test_discord_message_stays_within_the_limits_of_discord() -> None:
    one = Announcement("H" * 300, "T" * 300, ("x" * 5000,), ADDRESS, "")
    embeds = webhook_message(one, "discord")["embeds"]
    assert isinstance(embeds, list)
    assert len(embeds[0]["title"]) == 256
    assert len(embeds[0]["author"]["name"]) == 256
    assert len(embeds[0]["description"]) == 4096


def test_long_digest_ends_in_an_ellipsis() -> None:
    said = {
        "campaign": "Hall",
        "title": "Turn 1",
        "link": "",
        "corrections": [],
        "news": [f"news {number}" for number in range(20)],
        "street": [],
        "rumors": "3 rumors",
        "deadline": "",
    }
    digest = parse_announcement(json.dumps(said).encode()).digest
    assert len(digest) == MAX_LINES
    assert digest[:2] == ("news 0", "news 1")
    assert digest[-1] == "…"
