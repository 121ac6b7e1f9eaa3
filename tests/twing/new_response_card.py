"""Runs the rules, odds, players and panels with a response card that exists in data only: a whistle.

It rolls the own die again, as a cat does, by TW-BAT-11. `test_new_response_card.py` runs this as a script, in
a process of its own: kinds are read once.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from twingkit.core import words
from twingkit.core.language import call_in_language
from twingkit.players.policies import computer_player

_read_texts = words.load_texts

_NAMES = {"en": "whistle", "de": "Pfeife"}

WHISTLE = {
    "plural": "whistles", "rule": "TW-BAT-11", "effect": "reroll", "sign": "M10 20h20",
    "name": _NAMES, "card": _NAMES, "cards": {"en": "whistles", "de": "Pfeifen"},
}  # fmt: skip


def read_texts(path: Path | Traversable) -> dict[str, Any]:
    """Return the content of a text file; for the response cards, with one more kind."""
    texts = _read_texts(path)
    return {**texts, "whistle": WHISTLE} if path.name == "response_cards.toml" else texts


words.load_texts = read_texts


def main() -> None:
    """Try everything that involves a kind of response card, then print "whole"."""
    from twingkit import twing
    from twingkit.core.play import Game
    from twingkit.twing.box import lines
    from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
    from twingkit.twing.rules.responses import Respond
    from twingkit_widgets.twing.pictures.answer_sentence import describe_answer
    from twingkit_widgets.twing.play.offers import answer_groups

    assert RESPONSE_CARD_KINDS == ("cat", "trap", "miromon", "whistle")
    for line in (
        "F: F5 & {} vs W: W6",
        "F: F5 + F4 & miromon {} vs W: W6 + W3 & trap",
        "duel F: F5 / F2 / F6 & {} vs W: W6 / W4 / W3 & trap",
        "endgame F: F5 + F4 & {} vs W: W6 vs A: A3 & trap",
    ):
        whistle, cat = (twing.odds(line.format(kind), responses="best") for kind in ("whistle", "cat"))
        assert whistle == cat, line
    battle = "F: F5 & whistle vs W: W6"
    worth = twing.worth(battle)
    assert "whistle" in " ".join(map(str, worth["change"])), worth
    assert twing.worth(battle, ["+whistle"])["rules"].str.contains("TW-BAT-11").all()

    box = twing.load_box()
    cards = [card for card in box.cards() if card != "trap"] + ["whistle"] * box.count_special_cards("trap")
    own = lines.custom_box_lines(cards, box.event_effects, box.object_colours.items(), True)
    box = twing.Box.from_record_lines(own)
    assert len(twing.advise("F: hand F5 F3*2 & whistle vs W: hand W6 ?*3", box=box, samples=20))
    for variant in ("box", "cat_die=any", "spiral=interrupt", "criticals=at_once"):
        played = 0
        for names in (("random", "random"), ("greedy", "steady")):
            game = twing.new_game(2, seed=3, variant=variant, box=box)
            policies = [computer_player(game.start, name, seed) for seed, name in enumerate(names)]
            while game.question:
                question = game.question
                answer = question.format_answer(policies[question.player or 0](game))
                if isinstance(question, Respond):
                    for lang in ("en", "de"):
                        assert call_in_language(lang, answer_groups, game.view(question.player))
                        assert call_in_language(
                            lang, describe_answer, game, f"p{question.player + 1}: {answer}"
                        )
                played += answer.startswith("whistle")
                game.answer(answer)
            assert Game.replay(game.record).record == game.record
        assert played, variant
    print("whole")


if __name__ == "__main__":
    main()
