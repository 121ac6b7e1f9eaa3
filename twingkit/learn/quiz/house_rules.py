"""Find the questions that have the same answer under house rules as with the rules of the box."""

from __future__ import annotations

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.starts import parse_start
from twingkit.core.variants.house_rules import changed_rules, variant_in_force
from twingkit.core.variants.start_lines import VARIANT_KEY, lines_with_key, variant_lines
from twingkit.learn.quiz.item import QuizItem


def is_same_under_house_rules(item: QuizItem) -> bool:
    """True if the question has the same answer under the house rules (`twingkit.core.variants`).

    That holds if no rule changed by the house rules takes part. If one does, but is neither a forgotten rule
    nor decides a later answer, the game is also played under the house rules; both games must then report the
    same.
    """
    variant = variant_in_force(item.game_id)
    if variant is None or not rules_changed_by_house(item):
        return True
    changed = changed_rules(variant)
    if changed & _mistakes(item) or lines_with_key(VARIANT_KEY, item.table.splitlines()):
        return False
    if item.rule in changed and not item.game().over:
        return False  # another throw or answer could also decide it
    lines = [*parse_start(item.table, item.game_id).setup_lines(), *variant_lines(variant)]
    try:
        house = Game(parse_start("\n".join(lines), item.game_id), rolls="ask").give_answers(
            *item.answers_before, *item.answers_after
        )
    except (Fault, Refusal):  # an answer is refused there
        return False
    return _messages(house) == _messages(item.game_after())


def rules_changed_by_house(item: QuizItem) -> list[str]:
    """Return the ids of the question's rules that the house rules change: those that take part, then those
    forgotten or misread in an option.
    """
    variant = variant_in_force(item.game_id)
    changed = changed_rules(variant) if variant else ()
    return [rule for rule in dict.fromkeys((*item.rules, *sorted(_mistakes(item)))) if rule in changed]


def _mistakes(item: QuizItem) -> set[str]:
    reasons = {reason.rule for choice in item.choices for reason in choice.reasons}
    return reasons | {choice.forgotten_rule for choice in item.choices}


def _messages(game: Game) -> list[str]:
    return [str(ruling) for ruling in game.rulings]
