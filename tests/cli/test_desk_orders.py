"""Orders on `chronicle desk`: sealed messages, and the order sheets of the factions."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from pathlib import Path

from chronicle.diagnostics.report import Report
from chronicle.seal.key_file import load_keys
from chronicle.seal.sealed_orders import orders_public_key, seal_orders
from tests.cli.command_runner import lay, run
from tests.cli.test_desk import CAMPAIGN, ORDERS, TURN, opened


def test_a_sealed_message_is_opened_with_the_key_of_the_campaign(here: Path) -> None:
    lay(here / CAMPAIGN, {TURN: "turn: 1\nstate: open\n"})
    assert run("keys", "init").code == 0
    keys = load_keys(CAMPAIGN, Report())
    assert keys is not None
    sealed = seal_orders(ORDERS, urlsafe_b64decode(f"{orders_public_key(keys)}="), 7)
    assert "They creep." not in sealed
    mail = {"text": f"Dear GM,\n\n{sealed}\n\nAda\n"}
    with opened() as desk:
        tried = desk.send("run/try-orders", mail).json
        assert (tried["code"], "They creep." in tried["out"]) == (0, True)
        assert desk.send("run/import-orders", mail).json["code"] == 0
        assert "They creep." in (CAMPAIGN / TURN).read_text(encoding="utf-8")
        desk.send("undo", {})
        (key,) = CAMPAIGN.glob("*.key")
        key.unlink()
        # Without the key, what is missing is said in words.
        refused = desk.send("run/try-orders", mail).json
        assert (refused["code"] != 0, "key" in refused["err"]) == (True, True)
        assert "Traceback" not in refused["err"]
    assert (CAMPAIGN / TURN).read_text(encoding="utf-8") == "turn: 1\nstate: open\n"


def test_each_faction_has_a_sheet_with_what_it_knows_and_one_with_what_the_gm_knows(
    here: Path,
) -> None:
    lay(here / CAMPAIGN, {TURN: "turn: 1\nstate: open\n"})
    with opened() as desk:
        page = desk.get(f"/{desk.token}/orders").body
        for folder in ("vael", "vael.gm", "oru", "oru.gm"):
            assert f'data-reader="{folder}"' in page
            assert f'<option value="{folder}">' in page
            sheet = desk.get(f"/{desk.other}/{folder}/orders.html", host="localhost")
            assert f'data-faction="{folder.removesuffix(".gm")}"' in sheet.body
        # Other pages have no such readers.
        assert '<option value="vael.gm">' not in desk.get(f"/{desk.token}/").body
