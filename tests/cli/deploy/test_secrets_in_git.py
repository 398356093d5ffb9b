"""Secrets that git tracks are known by their content, and stop a deploy that others could read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from chronicle.authoring.repository_checks import secret_kind
from chronicle.render.invite_cards import GENERATOR_META
from chronicle.render.pages import PRIVATE_MARK
from tests.cli.command_runner import Ran, run
from tests.cli.deploy.deployments import deploy, is_marked
from tests.cli.git_repositories import git

AWAY: Final = "git@git.example:ada/notes.git"
MASTER: Final = "0123456789abcdef" * 4
KEY: Final = f'{{\n "version": 1,\n "demo": false,\n "master": "{MASTER}"\n}}\n'
CARDS: Final = f"<!doctype html>\n{GENERATOR_META}\n<p>six words\n"
DOSSIER: Final = "<!doctype html>\n<p>The ferry is theirs.\n" + PRIVATE_MARK.decode()
#: A file with secrets under a name that says nothing, and how it is called.
SECRETS: Final = {
    "key": ("notes.txt", KEY, "the key"),
    "key in one line": ("a b/ä.json", json.dumps(json.loads(KEY)), "the key"),
    "key in a workflow": (
        ".ci/site.yml",
        f"env:\n  KEY: '{KEY.replace(chr(10), '')}'\n",
        "the key",
    ),
    "cards": ("table.htm", CARDS, "invite cards"),
    "dossier": ("sent/ada.html", DOSSIER, "private pages"),
}


@pytest.fixture
def away(here: Path, own: Path) -> Path:
    """The campaign is in a repository that may be public, which the author says is not."""
    assert own.is_dir()
    git(here, "remote", "set-url", "origin", AWAY)
    with (here / "content" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("deploy: {remote: origin, private: true}\n")
    return here


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def to_folder() -> Ran:
    return deploy("--to", "web")


def setup() -> list[tuple[bool, str]]:
    """What `status` says of the setup, and whether a deploy is refused for it."""
    found = json.loads(run("status", "--json").out)["setup"]
    return [(one["refuses"], one["said"]) for one in found]


def test_without_secrets_a_repository_that_is_said_to_be_private_is_accepted(away: Path) -> None:
    assert setup() == []
    assert to_folder().code == 0
    assert is_marked(away)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_under_any_name_is_found_as_soon_as_it_is_staged(secret: str, away: Path) -> None:
    name, text, called = SECRETS[secret]
    put(away, name, text)
    put(away, ".gitattributes", "* -diff binary eol=crlf filter=none\n")
    ran = to_folder()
    assert (ran.code, f"git does not ignore {name}" in ran.err) == (0, True), ran.err
    git(away, "add", name)
    said = f"git tracks {called}: {name}"
    ran = to_folder()
    assert (ran.code, said in ran.err) == (4, True), ran.err
    assert (True, said) in setup()


@pytest.mark.parametrize(
    "text",
    [
        KEY.replace("false", "true"),
        KEY.replace(MASTER, "01" * 32),
        KEY.replace("version", "edition"),
        f"MARK = '{GENERATOR_META}'\n",
        DOSSIER + "<p>quoted in an article",
    ],
)
def test_what_only_resembles_a_secret_is_none(text: str) -> None:
    assert secret_kind(text.encode()) is None


def test_real_files_are_known_by_their_content(built: Path) -> None:
    assert run("keys", "init").code == 0
    assert run("keys", "backup", "spare").code == 0
    assert run("keys", "cards", "-o", "table").code == 0
    assert run("export", "dossier", "vael", "-o", "letter").code == 0
    assert run("build").code == 0
    kinds = {
        name: secret_kind((built / name).read_bytes()) for name in ("spare", "table", "letter")
    }
    assert kinds == {"spare": "key", "table": "cards", "letter": "page"}
    pages = [*(built / "output" / "private").rglob("*.html")]
    assert pages
    assert {secret_kind(page.read_bytes()) for page in pages} == {"page"}
    public = [path for path in (built / "output" / "site").rglob("*") if path.is_file()]
    assert {secret_kind(path.read_bytes()) for path in public} == {None}


# ── Once committed ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("is_current", [True, False])
def test_a_key_that_was_ever_committed_is_found(is_current: object, away: Path) -> None:
    """It opens dossiers only if it is still the campaign's."""
    assert run("keys", "init").code == 0
    text = (away / "content" / "chronicle.key").read_text(encoding="utf-8") if is_current else KEY
    put(away, "spare.txt", text)
    git(away, "add", "spare.txt")
    git(away, "commit", "--quiet", "-m", "Keep")
    git(away, "rm", "--quiet", "spare.txt")
    git(away, "commit", "--quiet", "-m", "Tidy")
    key = "older commits contain the campaign's key: spare.txt"
    other = "older commits contain secrets: spare.txt"
    assert setup() == [(False, key) if is_current else (False, other)]
    campaign = away / "content" / "campaign.yaml"
    put(away, "content/campaign.yaml", campaign.read_text().replace("private: true", "branch: x"))
    git(away, "rm", "-r", "--quiet", "--cached", "content")
    ran = to_folder()
    assert (ran.code == 4, key in ran.err, other in ran.err) == (
        is_current,
        is_current,
        not is_current,
    )


def test_a_history_that_is_too_long_to_search_is_said_to_be(
    away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert away.is_dir()
    monkeypatch.setattr("chronicle.cli.repository.MAX_COMMITS", 0)
    (line,) = setup()
    assert line == (False, "the older commits were not searched for secrets: there are too many")


# ── The campaign itself ──────────────────────────────────────────────────────────────────────────


def test_a_campaign_in_a_repository_that_may_be_public_is_not_deployed(
    here: Path, own: Path, site: Path
) -> None:
    assert own.is_dir()
    git(here, "remote", "add", "hub", AWAY)
    for words in (("--to", "web"), ("--remote", str(site))):
        ran = deploy(*words)
        assert (ran.code, is_marked(here)) == (4, False)
        assert "hub may be public" in ran.err
        assert "private: true" in ran.err
    assert [refuses for refuses, said in setup() if "hub may be public" in said] == [True]
    with (here / "content" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"deploy: {{remote: '{site}', private: true}}\n")
    assert deploy().code == 0


@pytest.mark.parametrize("secret", ["key", "campaign"])
@pytest.mark.parametrize("words", [("--to", "web/pages"), ("--zip", "web/site.zip")])
def test_a_folder_in_a_repository_is_judged_like_that_repository(
    words: tuple[str, str], secret: str, here: Path, made: dict[str, bytes]
) -> None:
    assert made
    git(here, "init", "--quiet", "web")
    web = here / "web"
    path, text = {"key": ("spare", KEY), "campaign": ("mine/campaign.yaml", "title: A\n")}[secret]
    put(web, path, text)
    assert deploy(*words).code == 0
    git(web, "add", path)
    assert deploy(*words).code == 0
    git(web, "remote", "add", "origin", AWAY)
    ran = deploy(*words)
    assert (ran.code, path in ran.err) == (4, True)


def test_a_repository_that_git_cannot_read_is_not_called_safe(away: Path) -> None:
    with (away / ".git" / "config").open("a", encoding="utf-8") as file:
        file.write("[broken\n")
    ran = to_folder()
    assert (ran.code, "git can't read the repository" in ran.err) == (4, True)
    ran = run("status")
    assert (ran.code, "error: git can't read the repository" in ran.out) == (1, True)
