"""The addresses at which every page of the site is tested, by notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from browser.site_map import LIST as LISTED

from twingkit import twing
from twingkit.core import links
from twingkit.learn.classroom import TaskList
from twingkit.learn.classroom.task_list import checksum

SHARED = ("lang=xx", "nothing=here&also")
"""Queries for every page besides its own addresses: an invalid language, and parameters that it lacks."""

DUEL = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap"
ENDGAME = "endgame F: F5 F3 + F4 & cat vs W: W6 @ cup & trap vs L: shield L4"
SUPPORTED = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"
SITUATION = "F: hand F5 F3 + F4 & cat vs W: hand W6 ?*2 + W3"
BATTLE = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"
SPACE = "space: 2 cruiser+ 3 dreadnought @ sol,mb:2 vs 4 fighter 1 carrier @ nebula"
GROUND = "ground: 1 cruiser 2 dreadnought 3 infantry vs 1 mech 1 pds"

POSITION = """players F W L
p1 hand F5 F3 W2 cat*2 trap; entourage F4M F4; objects boots,bra,cup; ornicles 3; endgame
p2 hand cat W6 W4; entourage W3; ornicles 1
p3 hand L4 L2 trap; objects hat
table turn 12; to-move p1; phase action; display puppet,socks
"""

REVIEWED = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2").record

LESSONS = (
    "elements-and-cards",
    "first-battle",
    "mounts-and-creatures",
    "orn-die",
    "own-element",
    "shield",
    "cats-and-miromon",
    "traps",
    "nine-objects",
    "the-turn",
    "ornicles-and-ritual",
    "duels",
    "supporting",
    "events",
    "end-game",
    "rulebooks-disagree",
    "whole-game",
)

LIST = TaskList(
    "Monday", ("lesson twing:shield", "practice twing:duels 3", f"position {DUEL}", "first chess")
).token
RESULT = (
    "twingkit-result.1;Ida_M;1c7a90d4;2026-11-24T10:30;lesson:twing:shield=done,4,5,0,20261124|"
    "practice:twing:duels=begun,1,2,3,0|position:8efd53ac=said,0,0,0,0;TW-BAT-4=5/2|TW-BAT-5=1/0;00000000"
)
RESULT = RESULT[:-8] + checksum(RESULT[:-9])


def _battles(line: str, *more: str) -> tuple[str, ...]:
    link = f"battle={links.to_link_value(line)}"
    return (link, *(f"{link}&{each}" for each in more))


def _each(links_of_a_page: str) -> list[str]:
    return links_of_a_page.split()


def _packed() -> Iterator[str]:
    """Return links to games: a record, a position and its seats, and invalid words."""
    record = links.pack_text(twing.new_game(2, seed=7).record)
    position = links.pack_text(POSITION)
    yield f"game={record}"
    yield f"game={record}&seat=p2&opponents=greedy"
    yield f"game={position}"
    yield f"game={position}&seat=p3"
    yield f"game={position}&seat=p4"
    yield f"game={record[:-9]}"
    yield "game=%3Cb%3E"
    yield f"game={links.pack_text('no game at all')}"


ADDRESSES: Mapping[str, tuple[str, ...]] = {
    "index": ("", "show=about", "show=nothing"),
    "review": ("", f"game={links.pack_text(REVIEWED)}", "game=nonsense"),
    "class": (
        "",
        f"list={LIST}",
        f"list={LISTED}",
        f"edit={LIST}",
        f"list={LIST[:-9]}",
        f"list={LIST}&show=print",
        "show=results",
        f"show=results#result={RESULT}",
        f"show=results#result={RESULT.replace('said', 'done')}",
        "show=results#result=hello",
        f"result={RESULT}",
    ),
    "learn": ("", *(f"lesson={name}" for name in LESSONS), "lesson=no-such-lesson"),
    "practice": (
        "topic=elements-and-cards",
        "",
        *(f"topic={name}" for name in LESSONS[1:]),
        *_each("item=shield:winner:17 item=shield:winner item=nothing:winner:17 topic=no-such-topic"),
    ),
    "play": (
        *_each(
            "seed=7&opponents=greedy players=3&variant=short&opponents=steady&seed=7 "
            "players=4&seed=11 players=5&seed=7 variant=long&seed=7 opponents=nobody&seed=7 seed=-1"
        ),
        *_packed(),
    ),
    "first": ("", "players=3", "players=9", "seed=-1", "game=%3Cb%3E"),
    "ember-first": ("", "players=4"),
    "ember-referee": ("",),
    "referee": ("",),
    "imajica-referee": ("",),
    "imperium-referee": ("",),
    "imajica-first": ("",),
    "imperium-first": ("",),
    "puzzles": ("puzzle=15bc9e86", "puzzle=9c73cec6"),
    "imperium-puzzles": ("puzzle=42979ee5", "puzzle=f6b5f115"),
    "imajica-puzzles": ("puzzle=f84ae90f", "puzzle=75000614"),
    "ember-puzzles": ("puzzle=2f4a2274", "puzzle=057ed38c"),
    "imperium-game": (
        *_each(
            "seed=7 seed=7&players=4 players=4&faction=hacan&seed=7 "
            "players=6&opponents=steady&seat=p2&seed=7 players=7&seed=7 faction=moon&players=3&seed=7"
        ),
    ),
    "imperium-play": (
        "seed=7",
        "battle=space:_2_cruiser_vs_1_dreadnought&seat=defender&opponents=stated&seed=7",
        f"battle={links.to_link_value(SPACE)}&seed=7",
        f"battle={links.to_link_value(GROUND)}&seat=defender&opponents=random&seed=7",
        "battle=space:_2_cruser_vs_1_dreadnought&seed=7",
        "seat=p1&seed=7",
    ),
    "battle-lab": (
        "",
        *(f"view={view}" for view in ("advice", "worth", "whatif", "tree", "charts", "nothing")),
        *(f"view=charts&chart={chart}" for chart in ("worth", "margins", "nothing")),
        "battle=F:_F5_F3_~_F4_vs_W:_W6_W4",
        *_battles(BATTLE, "view=advice", "view=worth", "view=tree"),
        *_battles(DUEL),
        *_battles(ENDGAME),
        *_battles(SUPPORTED),
        "battle=endgame_F:_F5_F3_~_F4_!_cat_vs_W:_W6_@_cup_!_trap_vs_L:_shield_L4",
        "battle=endgame_F:_F5_vs_W:_W6_vs_L:_shield_L4",
        "situation=F:_hand_F5_F3_~_F4_vs_W:_hand_W6_%3F*2",
        f"situation={links.to_link_value(SITUATION)}",
        f"situation={links.to_link_value(SITUATION)}&view=worth",
        "situation=F:_F5%3B_hand_F3_vs_W:_W6&view=worth",
        "situation=F:_hand_F5_vs",
        "battle=F: F5 vs W:_W4",
        *_each("battle=F:_F5_vs battle=F:_F5_~_F4M-F5_vs_W:_W6 battle=duel_F:_F5 battle=%3Cb%3E%3C/b%3E"),
    ),
    "rulebook": (
        "",
        *_each(
            "rule=TW-BAT-16 rule=TW-BAT-5 rule=TW-DUEL-3 rule=TW-VAR-8 rule=TW-OBJ-2 rule=TW-BAT-99 "
            "search=cat search=nothinglikeit show=glossary show=glossary&term=entourage "
            "show=glossary&term=nothing show=gallery show=summary show=nothing"
        ),
    ),
    "readings": ("", "rule=TW-VAR-8", "rule=TW-VAR-9", "rule=TW-VAR-999"),
    "imperium-readings": ("", "rule=IM-VAR-1", "rule=IM-VAR-2", "rule=IM-VAR-99"),
    "imperium-practice": (
        "",
        *_each("topic=combat-rolls item=retreat:may:17 item=planets:control:4 topic=nothing"),
    ),
    "imperium-learn": (
        "",
        *_each("lesson=space-battle lesson=landing lesson=goal lesson=first-round lesson=no-such-lesson"),
    ),
    "imperium-battle": (
        "",
        *(f"view={view}" for view in ("steps", "casualties", "retreat", "needs", "invasion", "nothing")),
        "battle=space:_2_cruiser_vs_1_dreadnought",
        "battle=space:_2_cruiser_vs_1_dreadnought&back=imperium-strike",
        "battle=ground:_1_cruiser_2_dreadnought_3_infantry_vs_1_mech_1_pds",
        *_battles(SPACE, "view=steps", "view=casualties", "view=retreat", "view=needs", "view=invasion"),
        *_battles(GROUND, "view=steps", "view=needs", "view=invasion"),
        *_battles("invasion: 1 carrier 2 dreadnought 4 infantry vs 2 cruiser 2 infantry 1 pds"),
        "view=retreat&retreat=1:30",
        "battle=space:_2_cruiser_vs",
        "battle=space: 2_cruiser_vs_1_dreadnought",
        "battle=space:_2_nothing_vs_1_dreadnought",
    ),
    "ember-learn": ("", "lesson=sets-and-runs", "lesson=the-call", "lesson=no-such-lesson"),
    "ember-practice": ("", "topic=nothing"),
    "ember-readings": ("", "rule=EM-ABIL-4", "rule=EM-ABIL-7", "rule=EM-CALL-7", "rule=EM-VAR-99"),
    "ember-play": (
        *_each(
            "seed=7 players=3&length=20&opponents=steady&seed=7 players=5&seed=11 "
            "variant=wilds=1&seed=7 players=6&seed=7 length=31&seed=7"
        ),
    ),
    "ember-hand": (
        "",
        *(f"view={view}" for view in ("soon", "keep", "refresh", "tie", "nothing")),
        "view=keep&needs=dragon:2",
        "battle=ember:_p1_hand_A5_E5_F5_%2A~_p2_hand_5~_pool_phoenix_imp~_to_move_p1_draw",
        "battle=A6_E6_F8",
        "battle=A6_A6",
        "battle=A14",
    ),
    "ember-rules": (
        "",
        *_each(
            "rule=EM-CONJ-2 rule=EM-NONE-1 search=archmage show=gallery show=gallery&term=wizards "
            "show=glossary show=glossary&term=lesser show=nothing"
        ),
    ),
    "imajica-learn": ("", "lesson=first-site", "lesson=victory", "lesson=no-such-lesson"),
    "imajica-practice": ("", "topic=seizing", "topic=nothing"),
    "imajica-play": (
        *_each(
            "seed=7 seed=7&opponents=random players=2&form=three&deck=teeth&seed=3 "
            "players=6&opponents=random&seed=11 players=9&seed=7 deck=mine&seed=7"
        ),
    ),
    "imajica-step": ("", "example=5", "example=99", "line=imajica:_p1_active_gentle~_p2_active_dowd"),
    "imajica-stop": (
        "",
        *(f"view={view}" for view in ("send", "defend", "call", "victory", "nothing")),
        "variant=secure=gt",
        "variant=secure=never",
        "battle=imajica:_p1_active_gek-a-gek_gek-a-gek~_p2_active_gideon_irish_toll-guard~_"
        "challenge_gideon_with_gek-a-gek_gek-a-gek%242~_p2_holds_5&view=defend",
        "battle=imajica:_p1_active_irish:pivoted~_p2~_circle_slew~_seize_slew_with_irish",
        "battle=imajica:_p1_active_gentle~_p2_active_gentle",
        "battle=imajica:_p1~_p2~_p2_holds_99",
    ),
    "imperium-map": (
        "",
        *_each(
            "system=22&move=2 system=lodor map=20_42_23_44_24_41_01_26_46_30_16_31_39_36_10_33_47_34 "
            "map=41_42_21_0_0 map=60 system=99 move=nine nothing=1"
        ),
    ),
    "imajica-decks": (
        "",
        *(f"view={view}" for view in ("list", "file", "nothing")),
        "deck=imajica_deck:_3_gentle,_2_dog-alley,_nobody,_slew",
        "deck=imajica_deck:_many_slew",
    ),
    "imajica-readings": (
        "",
        *_each("rule=IJ-AFF-1 rule=IJ-DECK-3 rule=IJ-HOLD-1 rule=IJ-TIME-7 rule=IJ-VAR-9"),
    ),
    "imajica-rules": (
        "",
        *_each(
            "rule=IJ-SEIZE-4 rule=IJ-DECK-1 rule=IJ-NONE-1 search=maestro show=gallery "
            "show=gallery&term=site show=gallery&term=site-4 show=gallery&term=decks show=glossary "
            "show=glossary&term=maestro show=nothing"
        ),
    ),
    "imperium-strike": (
        "",
        "view=hold",
        "view=build",
        "battle=galaxy:_short",
        "battle=strike:_p1_18_move_01_1_carrier_|_galaxy:_short,_action_p1",
    ),
    "imperium-rules": (
        "",
        *_each(
            "rule=IM-UNIT-3 rule=IM-SPACE-7 rule=IM-INV-2 rule=IM-NONE-1 search=retreat "
            "search=nothinglikeit chapter=turns show=gallery show=gallery&term=technologies "
            "show=gallery&term=left_out show=gallery&search=hacan show=gallery&term=dragons"
        ),
    ),
}
"""The addresses of each notebook: its query strings, without the language."""
