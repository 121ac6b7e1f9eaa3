"""The battles of a whole game, step by step with their dice, and links to the fleet lab and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

import attrs

from twingkit import Ruling
from twingkit.core.notation import ROLES
from twingkit.core.play import TranscriptEntry
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, WalkBudgetError, win_tie_loss
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.events import RoundBegins
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.table.events import BattleBegins
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleDice, BattleQuestion, battle_side
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab.back_link import back_page_name, battle_href
from twingkit_widgets.imperium.pictures.drawing import die_html, seat_css_class
from twingkit_widgets.imperium.pictures.fleets import WORDS, fleet_text, hits_text
from twingkit_widgets.imperium.pictures.names import planet_name, seat_and_faction_name, system_name
from twingkit_widgets.imperium.play.turn.news import BATTLE_ENDS, ROLL_CASES
from twingkit_widgets.imperium.play.words import WORDS as PLAY_WORDS
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first, percent
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView

OWN_BATTLE_PAUSE = "battle"
"""The reason of the pause in which the person looks at a battle of their own."""

_UNTOLD_CASES = ROLL_CASES | {"passed"}
"""The cases of rulings that the dice show, or that say that nothing was used."""

Step = TranscriptEntry | Ruling
"""A step of a battle: a roll, or a ruling."""


@attrs.frozen
class PlayedBattle:
    """A battle of a whole game: how it began, and its rolls and rulings by round."""

    beginning: Ruling
    place: BattleBegins
    rounds: list[list[Step]] = attrs.field(factory=lambda: [[]])

    def has_seat(self, seat: int) -> bool:
        """True if this seat takes part."""
        return SEATS[seat] in (self.place.side, self.place.enemy)


def battle_beginnings(rulings: Iterable[Ruling]) -> Iterator[BattleBegins]:
    """Yield how the battles in these rulings began."""
    return (event for said in rulings if isinstance(event := said.event, BattleBegins))


def _since_battle_began(rulings: Sequence[Ruling]) -> Iterator[Ruling]:
    """Return the rulings after the latest beginning of a battle, the newest first."""
    return takewhile(lambda said: not isinstance(said.event, BattleBegins), reversed(rulings))


def latest_battle_round(rulings: Sequence[Ruling]) -> int:
    """Return the number (from 1) of the round that the latest battle in these rulings has reached."""
    return 1 + sum(isinstance(ruling.event, RoundBegins) for ruling in _since_battle_began(rulings))


def battle_goes_on(rulings: Sequence[Ruling]) -> bool:
    """Return whether the latest battle in these rulings has started and has not ended."""
    return any(battle_beginnings(rulings)) and not any(map(_ends_battle, _since_battle_began(rulings)))


def _ends_battle(ruling: Ruling) -> bool:
    return ruling.key in BATTLE_ENDS


def fight_on_text(question: BattleQuestion, player_view: PlayerView) -> str:
    """Return the odds of a space combat if both sides fight on, and what they count; "" if they take long."""
    table, system = question.table, question.table.active_system
    assert system is not None, "space combats are part of tactical actions"
    rulings = player_view.visible_rulings
    battle = Battle.parse([*battle_beginnings(rulings)][-1].battle)
    for index, role in enumerate(ROLES):
        name = question.player_by_role[role]
        left = table.units_in_space(seat := SEATS.index(name), system).without(DOCK)
        effects = [
            *battle.sides[index].effects,
            *(EffectUse(card, 2) for card in round_bonuses(rulings, name)),
        ]
        battle = battle.with_side(index, units=battle_side(table, seat, "space", left).units, effects=effects)
    try:
        win, _, loss = _odds_between_rounds(str(battle))
    except WalkBudgetError:
        return ""
    own, other = (win, loss)[:: 1 - 2 * question.battle_question.player]
    odds_text = player_view.say("fights.odds", win=percent(own), loss=percent(other))
    return " ".join([odds_text, *counted_effect_texts(battle, question.battle_question.player)])


def round_bonuses(rulings: Sequence[Ruling], name: str) -> dict[str, int]:
    """Return the bonus of each card that a player has played for the combat rolls of the latest round."""
    since = takewhile(lambda said: not isinstance(said.event, RoundBegins), _since_battle_began(rulings))
    played = (said for said in since if said.case == "played" and said.facts.get("side") == name)
    return {said.rule[7:]: said.facts["n"] for said in played if said.rule[7:] in ("mb", "f_prototype")}


def counted_effect_texts(battle: Battle, own_side: int) -> list[str]:
    """Return a sentence for each effect on combat rolls that the odds of a battle count."""
    effects = {(index, use.effect): 0 for index, side in enumerate(battle.sides) for use in side.effects}
    return [
        PLAY_WORDS.say("fights.counted", own=int(index == own_side), effect=rulebook()[effect.rule].title())
        for index, effect in effects
        if effect.hook in ("combat_bonus", "reroll_misses")
    ]


@lru_cache(maxsize=64)
def _odds_between_rounds(line: str) -> tuple[float, float, float]:
    """Return the attacker's chances to win, tie and lose a battle whose opening is over."""
    fight = Fight.from_battle(Battle.parse(line))
    start = {Situation(fight.starting_forces()): 1.0}
    chain = BattleMarkovChain(fight, start, first_round=2, max_walks=2000)  # a fraction of a second
    return win_tie_loss(chain.end_chances)


def recent_battles(match: Match) -> list[PlayedBattle]:
    """Return the battles begun since the person's last answer or pause.

    If none began, but a battle goes on or the page pauses after the person's own one, return the battles from
    the beginning of that one.
    """
    first = max(match.last_own_answer_index() or 0, match.seen_answer_count)
    in_battle = isinstance(match.game.question, BattleQuestion) and battle_goes_on(match.rulings)
    if match.pause_reason == OWN_BATTLE_PAUSE or in_battle:
        while first and not any(battle_beginnings(_rulings(match.game.entries(first)))):
            first -= 1
    battles: list[PlayedBattle] = []
    is_over = True
    for entry in match.game.entries(first):
        if isinstance(entry.question, BattleDice) and not is_over:
            battles[-1].rounds[-1].append(entry)
        for ruling in _rulings([entry]):
            said = ruling.seen_by(match.seat)
            if isinstance(event := said.event, BattleBegins):
                battles.append(PlayedBattle(said, event))
                is_over = False
            elif is_over or ruling.case in _UNTOLD_CASES:
                continue
            elif isinstance(said.event, RoundBegins):
                battles[-1].rounds.append([])
            else:
                battles[-1].rounds[-1].append(said)
                is_over = _ends_battle(ruling)
    return battles


def _rulings(entries: Sequence[TranscriptEntry]) -> list[Ruling]:
    return [ruling for entry in entries for ruling in entry.rulings]


def recent_battles_html(player_view: PlayerView) -> Markup | None:
    """Render every battle since the person's last answer, newest round first; the person's own battle is
    unfolded while it continues or the page pauses after it.
    """
    match = player_view.match
    is_watched = bool(match.pause_reason) or battle_goes_on(match.rulings)
    battles = recent_battles(match)
    parts = []
    for rank, battle in enumerate(battles):
        is_open = is_watched and battle.has_seat(match.seat) and battle is battles[-1]
        title = match.phrase_for_person(battle.beginning).text()
        if is_open:  # the headline says who fights
            planet = battle.place.planet
            place = planet_name(planet) if planet else system_name(battle.place.number)
            title = player_view.say("fights.title", place=place)
        parts.append(
            el(
                "details",
                el("summary", title),
                [_round(n, steps, battle, player_view) for n, steps in enumerate(battle.rounds) if steps][
                    ::-1
                ],
                _link(battle.place, player_view),
                open=True if is_open else None,
                cls="tk-battle",
                data_key=f"battle:{player_view.ui_state.answer_count}:{rank}",
            )
        )
    return el("div", parts, cls="tk-stack tk-tight", data_key="fights") if parts else None


def _round(number: int, steps: Sequence[Step], battle: PlayedBattle, player_view: PlayerView) -> Markup:
    """Return a round of a battle as a section; its title has the number of the round, and is left out if
    there is only one round.
    """
    count, shown = len(battle.rounds), number + 1
    title = player_view.say("fights.round", n=shown, latest=int(shown == count)) if count > 1 else None
    items = [
        el(
            "li",
            _battle_ruling_html(step, player_view) if isinstance(step, Ruling) else _roll(step, player_view),
        )
        for step in steps
    ]
    return el(
        "section", el("h4", title, cls="tk-label") if title else None, el("ol", items, cls="tk-list tk-fight")
    )


def _battle_ruling_html(ruling: Ruling, player_view: PlayerView) -> Markup:
    """Return a ruling of a battle as a sentence, in bold if it reports an important event."""
    weighty = ruling.key in player_view.play_design.story_format.important_rulings
    text = player_view.term_marker.mark_new_terms(player_view.match.phrase_for_person(ruling).text())
    return el("b" if weighty else "span", text)


def _roll(entry: TranscriptEntry, player_view: PlayerView) -> Markup:
    """Return a dice roll in a battle: the rolling player, the purpose, the dice of each unit type with the
    number needed, and the hits.
    """
    assert isinstance(entry.question, BattleDice)
    throw = entry.question.battle_question
    assert isinstance(throw, RollDice)
    result = throw.parse_answer(entry.answer)
    key = f"dice.{throw.step}"
    aim = "" if throw.step == "combat" or key not in WORDS else f" · {fleet_text(key)}"
    who = f"{seat_and_faction_name(entry.player, player_view.view)}{aim}"
    sign = "✓" if result.hits else "–"  # below the dice it has no words
    return el(
        "div",
        el("span", el("b", who), " ", el("b", sign, " ", hits_text(result.hits)), cls="tk-fight-head"),
        list(_dice(throw, result.faces, player_view)),
        cls=f"tk-fight-roll {seat_css_class(entry.player)}",
    )


def _dice(throw: RollDice, faces: Sequence[int], player_view: PlayerView) -> Iterator[Child]:
    place, words = 0, rulebook().words
    for group in throw.volley.groups:
        name = capitalize_first(words.format_fact(group.unit))
        dice = []
        for face in faces[place : place + group.count]:
            hits = group.hits_for(face)
            title = fleet_text("dice.hit" if hits else "dice.miss", face=face)
            die = die_html(face, "✓" if hits else "–", title)
            dice.append(el("span", die, cls=f"tk-d10 tk-d10-{'hit' if hits else 'miss'}"))
        place += group.count
        need = "needs" if group.hits_on > 1 else "needs_always"
        needs = WORDS.say(f"dice.{need}_each" if group.count > 1 else f"dice.{need}", n=group.hits_on)
        named = player_view.term_marker.mark_new_terms(f"{name}, {needs}")
        yield el("span", el("span", named, cls="tk-small"), dice, cls="tk-fight-dice")


def _link(battle: BattleBegins, player_view: PlayerView) -> Markup | None:
    """Return a link to a battle in the fleet lab; None if the site hides the lab."""
    href = battle_href(battle.battle, back_page_name(player_view.is_first_game))
    return el("a", player_view.say("fights.open"), href=href, cls="tk-button tk-small") if href else None
