"""Who is told what: a table of actions, of how the campaign shows assets, and of readers.

Vael acts, the Oru are aimed at, the Kell (`near`) have something within one move of it, and the
Far have not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.records import Record
from tests.rules.wwn.visibility_boards import HOUSES, House

#: Each row: the rule that it follows from, the action, what `assets:` says in the campaign, and the
#: code under which each is told. `!` says that somebody is named as the one whose doing it is, `?`
#: that nobody is; a code without either names no doer. `-` is nothing at all.
TABLE: Final = """
rule          action                         house    own        target       near              far               public
W-ACT-2       move                         public   move!      seen-move!   seen-move!        seen-move!        seen-move!
W-ACT-2       move                         rumored  move!      seen-move!   seen-move!        -                 -
W-ACT-2       move                         owner    move!      -            -                 -                 -
W-ENT-5       move-hidden                  any      move!      -            -                 -                 -
W-ACT-2       move-undone                  any      undone!    -            -                 -                 -
W-FX-TOLLS    toll                         public   move!      seen-move!   seen-move!        seen-move!        seen-move!
W-FX-TOLLS    toll                         rumored  move!      seen-move!   seen-move!        -                 -
W-FX-TOLLS    toll                         owner    move!      touched      -                 -                 -
W-FX-CARRIES  carries                      public   carries!   seen-move!   seen-move!        seen-move!        seen-move!
W-FX-CARRIES  carries                      rumored  carries!   seen-move!   seen-move!        -                 -
W-FX-CARRIES  carries                      owner    carries!   -            -                 -                 -
W-FX-CARRIES  carries-into-hiding          any      carries!   -            -                 -                 -
W-FX-CARRIES  carries-an-allys             public   carries!   seen-move!   seen-move!        seen-move!        seen-move!
W-FX-CARRIES  carries-an-allys             rumored  carries!   seen-move!   seen-move!        -                 -
W-FX-CARRIES  carries-an-allys             owner    carries!   seen-move!   -                 -                 -
W-ENT-5       carries-an-allys-from-hiding public   carries!   seen-move!   seen-move?        seen-move?        seen-move?
W-ENT-5       carries-an-allys-from-hiding rumored  carries!   seen-move!   seen-move?        -                 -
W-ENT-5       carries-an-allys-from-hiding owner    carries!   seen-move!   -                 -                 -
W-ENT-5       carries-an-allys-into-hiding any      carries!   seen-move!   -                 -                 -
W-FX-TOLLS    arrives-late                 public   start!     seen-start!  seen-start!       seen-start!       seen-start!
W-FX-TOLLS    arrives-late                 rumored  start!     seen-start!  seen-start!       -                 -
W-FX-TOLLS    arrives-late                 owner    start!     -            -                 -                 -
W-ACT-2       perishes-uncovered           public   start!     seen-start!  seen-start!       seen-start!       seen-start!
W-ACT-2       perishes-uncovered           rumored  start!     seen-start!  seen-start!       -                 -
W-ACT-2       perishes-uncovered           owner    start!     -            -                 -                 -
W-FX-YIELDS   yields                       any      yields!    -            -                 -                 -
W-FX-YIELDS   yields-its-last              public   yields!    seen-gone!   seen-gone!        seen-gone!        seen-gone!
W-FX-YIELDS   yields-its-last              rumored  yields!    seen-gone!   seen-gone!        -                 -
W-FX-YIELDS   yields-its-last              owner    yields!    -            -                 -                 -
W-FX-MENDS    mends                        any      mends!     -            -                 -                 -
W-FX-MENDS    mends-an-allys               any      mends!     mended!      -                 -                 -
W-ACT-3       repair                       any      repair!    -            -                 -                 -
W-FX-CLOAKS   cloaks                       any      cloaks!    -            -                 -                 -
W-ACT-6       hide                         any      hide!      -            -                 -                 -
W-ACT-5       create                       public   create!    seen-create! seen-create!      seen-create!      seen-create!
W-ACT-5       create                       rumored  create!    seen-create! seen-create!      -                 -
W-ACT-5       create                       owner    create!    -            -                 -                 -
W-ENT-5       create-hidden                any      create!    -            -                 -                 -
W-ACT-7       sell                         public   sell!      seen-gone!   seen-gone!        seen-gone!        seen-gone!
W-ACT-7       sell                         rumored  sell!      seen-gone!   seen-gone!        -                 -
W-ACT-7       sell                         owner    sell!      -            -                 -                 -
W-ENT-5       sell-hidden                  any      sell!      -            -                 -                 -
W-ACT-4       expand                       public   expand!    seen-expand! seen-expand!      seen-expand!      seen-expand!
W-ACT-4       expand                       rumored  expand!    seen-expand! seen-expand!      -                 -
W-ACT-4       expand                       owner    expand!    seen-expand! -                 -                 -
W-ACT-4       contest                      any      clash!     clash!       seen-clash!       seen-clash!       seen-clash!
W-ACT-1       attack-won                   any      clash!     clash!       seen-clash!       seen-clash!       seen-clash!
W-ACT-1       attack-lost                  any      clash!     clash!       seen-clash!       seen-clash!       seen-clash!
W-ENT-5       attack-from-hiding           any      clash!     clash!       seen-clash!       seen-clash!       seen-clash!
W-ENT-5       attack-on-nobody             any      clash!     clash!       seen-clash!       seen-clash!       seen-clash!
W-ACT-1       attack-undone                any      undone!    -            -                 -                 -
W-FX-AFFLICTS afflicts                     public   afflicts!  afflicted!   seen-affliction!  seen-affliction!  seen-affliction!
W-FX-AFFLICTS afflicts                     rumored  afflicts!  afflicted!   seen-affliction!  -                 -
W-FX-AFFLICTS afflicts                     owner    afflicts!  afflicted!   -                 -                 -
W-FX-AFFLICTS afflicts-in-vain             public   afflicts!  afflicted!   seen-affliction!  seen-affliction!  seen-affliction!
W-FX-AFFLICTS afflicts-in-vain             rumored  afflicts!  afflicted!   seen-affliction!  -                 -
W-FX-AFFLICTS afflicts-in-vain             owner    afflicts!  afflicted!   -                 -                 -
W-FX-DEMANDS  demands-met                  any      demands!   demanded!    -                 -                 -
W-FX-DEMANDS  demands-refused              public   demands!   demanded!    seen-gone!        seen-gone!        seen-gone!
W-FX-DEMANDS  demands-refused              rumored  demands!   demanded!    seen-gone!        -                 -
W-FX-DEMANDS  demands-refused              owner    demands!   demanded!    -                 -                 -
W-FX-DEMANDS  demands-withheld             any      demands!   demanded!    -                 -                 -
W-FX-DEMANDS  demands-in-vain              any      demands!   demanded!    -                 -                 -
W-ENT-5       demands-from-hiding-met      any      demands!   touched      -                 -                 -
W-ENT-5       demands-from-hiding-refused  any      demands!   touched      -                 -                 -
W-ENT-5       demands-from-hiding-in-vain  any      demands!   -            -                 -                 -
W-FX-EXPOSES  exposes                      public   exposes!   unveiled!    unveiled!         unveiled!         unveiled!
W-FX-EXPOSES  exposes                      rumored  exposes!   unveiled!    unveiled!         -                 -
W-FX-EXPOSES  exposes                      owner    exposes!   unveiled!    -                 -                 -
W-ENT-5       exposes-from-hiding          any      exposes!   touched      -                 -                 -
W-FX-EXPOSES  exposes-nobody               any      exposes!   -            -                 -                 -
W-FX-EXPOSES  exposes-in-vain              any      exposes!   -            -                 -                 -
W-FX-SPOTS    spotted                      public   unveiled!  unveiled!    unveiled!         unveiled!         unveiled!
W-FX-SPOTS    spotted                      rumored  unveiled!  unveiled!    unveiled!         -                 -
W-FX-SPOTS    spotted                      owner    unveiled!  unveiled!    -                 -                 -
W-ENT-5       spotted-from-hiding          public   unveiled?  unveiled!    unveiled?         unveiled?         unveiled?
W-ENT-5       spotted-from-hiding          rumored  unveiled?  unveiled!    unveiled?         -                 -
W-ENT-5       spotted-from-hiding          owner    unveiled?  unveiled!    -                 -                 -
W-ENT-5       not-spotted                  any      -          -            -                 -                 -
W-FX-SPOTS    seen-through                 public   unveiled!  unveiled!    unveiled!         unveiled!         unveiled!
W-FX-SPOTS    seen-through                 rumored  unveiled!  unveiled!    unveiled!         -                 -
W-FX-SPOTS    seen-through                 owner    unveiled!  unveiled!    -                 -                 -
W-ENT-5       not-seen-through             any      -          -            -                 -                 -
W-TURN-1      sequence                     any      sequence   sequence     sequence          sequence          -
W-TURN-2      income                       any      income!    -            -                 -                 -
W-TURN-6      goal                         any      goal!      -            -                 -                 -
W-TURN-3      upkeep-unpaid                public   upkeep!    seen-gone!   seen-gone!        seen-gone!        seen-gone!
W-TURN-3      upkeep-unpaid                rumored  upkeep!    seen-gone!   seen-gone!        -                 -
W-TURN-3      upkeep-unpaid                owner    upkeep!    -            -                 -                 -
W-ENT-5       upkeep-unpaid-of-the-hidden  any      upkeep!    -            -                 -                 -
W-FX-UPKEEP   goes-rogue                   public   upkeep!    seen-gone!   seen-gone!        seen-gone!        seen-gone!
W-FX-UPKEEP   goes-rogue                   rumored  upkeep!    seen-gone!   seen-gone!        -                 -
W-FX-UPKEEP   goes-rogue                   owner    upkeep!    -            -                 -                 -
W-FX-UPKEEP   rogue-attacks                any      clash!     clash!       seen-clash!       seen-clash!       seen-clash!
W-FX-YIELDS   forfeits                     public   over       seen-gone!   seen-gone!        seen-gone!        seen-gone!
W-FX-YIELDS   forfeits                     rumored  over       seen-gone!   seen-gone!        -                 -
W-FX-YIELDS   forfeits                     owner    over       -            -                 -                 -
W-ENT-5       forfeits-the-hidden          any      over       -            -                 -                 -
W-ACT-2       uncovered                    any      over       -            -                 -                 -
W-TURN-7      collapses                    any      collapse!  collapse!    collapse!         collapse!         collapse!
W-ACT-2       declares-bans                any      declared!  declared!    declared!         declared!         declared!
W-ACT-1       declares-policy              any      declared!  -            -                 -                 -
W-ENT-1       altered-for-all              any      altered!   altered!     altered!          altered!          altered!
W-ENT-1       altered-for-the-gm           any      touched    -            -                 -                 -
W-ENT-5       altered-out-of-sight         any      altered!   -            -                 -                 -
W-ENT-5       altered-into-hiding          public   altered!   altered!     altered!          altered!          altered!
W-ENT-5       altered-into-hiding          rumored  altered!   altered!     altered!          -                 -
W-ENT-5       altered-into-hiding          owner    altered!   -            -                 -                 -
W-ENT-3       altered-anew                 public   altered!   altered!     altered!          altered!          altered!
W-ENT-3       altered-anew                 rumored  altered!   altered!     altered!          -                 -
W-ENT-3       altered-anew                 owner    altered!   -            -                 -                 -
"""  # noqa: E501  one line for each row

#: The columns of the table that are readers, and who each of them is.
READERS: Final[Mapping[str, Audience]] = {
    "own": faction_audience("vael"),
    "target": faction_audience("oru"),
    "near": faction_audience("kell"),
    "far": faction_audience("far"),
    "public": EVERYONE,
}
#: All readers that there are.
EVERYBODY: Final[Mapping[str, Audience]] = {**READERS, "gm": GM}


class Row(Record):
    """One row of the table, for one house."""

    rule: str
    scene_name: str
    house: House
    told: Mapping[str, str]

    @property
    def id(self) -> str:
        return f"{self.rule} {self.scene_name} {self.house}"


def rows() -> Iterator[Row]:
    """The table, with a row for each of its houses."""
    header, *lines = (line.split() for line in TABLE.strip().splitlines())
    for line in lines:
        rule, scene_name, wanted, *told = line
        for house in HOUSES:
            if wanted in ("any", house):
                yield Row(rule, scene_name, house, dict(zip(header[3:], told, strict=True)))
