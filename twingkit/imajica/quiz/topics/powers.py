"""Questions on pivoting, powers, and affiliations."""

from __future__ import annotations

import random

from twingkit.imajica.box.effects import EffectWord
from twingkit.imajica.quiz import staging
from twingkit.imajica.quiz.question_texts import (
    ASSUMED_CARDS,
    SAY,
    card_name_with_value,
    explain,
    mistake,
    name_and_kind_texts,
    plain,
    remark,
    rules_text,
    stated,
    with_values,
)
from twingkit.imajica.rules.values import current_value
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.staging import (
    count_question,
    is_pending,
    value_question,
    whether_allowed_question,
    which_allowed_question,
    yes_no_question,
)


@question_kind("spent")
def _make_pivoted_abilities_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Can this be done with, or to, a pivoted character?”"""
    mine, rival = staging.any_plain_characters(rng, 2)
    case = rng.choice(("seize", "card_by", "aim", "aim"))
    line = f"p1 active {mine}:pivoted lamp-boy hand hapexamendios-hand ritual;"
    line += f" p2 active {rival}:pivoted; circle slew"
    game = staging.game_at_position(line, question_kind="ally")
    answer = {
        "seize": f"seize slew with {mine}",
        "card_by": f"play ritual by {mine}",
        "aim": f"play hapexamendios-hand by lamp-boy on {rival}",
    }[case]
    facts = {"ally": mine, "rival": rival, "site": "slew", "ritual": "ritual", "hand": "hapexamendios-hand"}
    first = [remark(f"why.spent_{'aim' if case == 'aim' else 'acts'}", **facts)]
    return whether_allowed_question(game, answer, SAY(f"power.spent_{case}", **facts), first_reasons=first)


@question_kind("follows")
def _make_whether_effect_happens_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does it still take effect?”, about a card or power that was answered."""
    site = rng.choice(staging.PLAIN_SITES)
    countered = rng.random() < 0.5
    (ally,) = staging.any_plain_characters(rng, 1)
    if countered:
        line = f"p1 hand refusal; p2 active {ally} hand undermine; circle {site}; to move p2 ally"
        game = staging.game_at_position(
            line, f"p2: play undermine by {ally} on {site}", question_kind="respond"
        )
        twin = staging.play_passively_and_answer(game.copy(), "p1: play refusal")
    else:
        line = f"p1 hand sudden-sleep; p2 active general-rosengarten; circle {site}; to move p2 ally"
        game = staging.game_at_position(line, f"p2: use general-rosengarten on {site}")
        staging.play_until_question(game, "counter" if is_pending(game, "counter") else "respond")
        twin = staging.play_passively_and_answer(game.copy(), "p1: play sudden-sleep on general-rosengarten")
    staging.play_until_question(twin, "ally", 1)
    acts = current_value(twin.table, twin.table.pieces[site], "resistance") < ASSUMED_CARDS[site].resistance
    facts = with_values("resistance", site=site) | {
        "ally": ally,
        "card": "undermine",
        "answer": "refusal",
        "general": "general-rosengarten",
        "sleep": "sudden-sleep",
    }
    texts = SAY("power.countered" if countered else "power.follows", **facts)
    happens = "why.effect_countered" if countered else "why.effect_follows"
    why = [remark(happens, **facts), *stated("IJ-PIV-2")]
    return yes_no_question(game, twin, texts, acts, why)


@question_kind("icon")
def _make_usable_power_question(rng: random.Random) -> QuizItem | None:
    (ally,) = staging.random_plain_characters(rng, lambda card: card.id != "huzzah-aping")
    case = rng.choice(("site", "character"))
    spent_ally, spent_site = (":pivoted", "") if case == "site" else ("", ":pivoted")
    line = (
        f"p1 active {ally} oliver-mcgann{spent_ally} state tin-quarter{spent_site}=huzzah-aping; p2;"
        " circle ferry-market/mud-road@p2"
    )
    game = staging.game_at_position(line, question_kind="ally")
    tried = {
        f"use tin-quarter on {ally}": SAY(
            f"power.site_{'ready' if case == 'site' else 'pivoted'}", card="tin-quarter"
        ),
        "use oliver-mcgann on ferry-market": SAY(
            f"power.character_{'pivoted' if case == 'site' else 'ready'}", card="oliver-mcgann"
        ),
        "use ferry-market": SAY("power.site_circle", card="ferry-market"),
    }
    usable = ASSUMED_CARDS["tin-quarter" if case == "site" else "oliver-mcgann"]
    because = remark(f"why.usable_{case}", card=usable)
    return which_allowed_question(game, tried, SAY("power.icon"), because, "IJ-POWER-1")


@question_kind("amnesia")
def _make_after_ability_loss_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does it still help?”, after a character lost its powers or traits."""
    card = rng.choice(("amnesia", "blindness"))
    who = rng.choice(("sartori", "thomas-roxborough"))
    site = {"sartori": "lamp-bridge", "thomas-roxborough": "roxborough-tower"}[who]
    game = staging.game_at_position(f"p1 hand {card}; p2 state {site}={who}", question_kind="respond")
    twin = staging.copy_at_ally_turn(game, f"p1: play {card} on {who}")
    held = staging.is_held(twin, site)
    facts = with_values("resistance", site=site) | {
        "card": card,
        "text": rules_text(card),
        "who": who,
        "own": rules_text(who),
        "n": ASSUMED_CARDS[who].magic,
    }
    key = f"why.{'keeps' if held else 'loses'}_{'power' if who == 'sartori' else 'trait'}"
    sums = {"n": ASSUMED_CARDS[who].magic, "m": ASSUMED_CARDS[site].resistance}
    why = explain(key, rulings=twin.rulings_since(len(game), "IJ-HOLD-4"), who=who, card=card, **sums)
    return yes_no_question(game, twin, SAY("power.amnesia", **facts), held, why)


@question_kind("adorer")
def _make_adorer_damage_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Does the damage kill?”, about Adorers and Hapexamendios cards."""
    card = rng.choice(("hapexamendios-hand", "lightning"))
    victim = rng.choice(
        (
            "christos",
            "veiled-empress",
            *staging.random_plain_characters(
                rng, lambda character: character.strength <= 5 and not character.affiliations
            ),
        )
    )
    if card == "lightning" and ASSUMED_CARDS[victim].strength == 3:
        victim = "horace-tyrwith"
    if card == "lightning" and "adorer" in ASSUMED_CARDS[victim].affiliations:
        card = "hapexamendios-hand"
    game = staging.game_at_position(
        f"p1 active gek-a-gek hand {card}; p2 active {victim}",
        question_kind="respond" if card == "lightning" else "ally",
    )
    by = "" if card == "lightning" else " by gek-a-gek"
    twin = staging.copy_at_ally_turn(game, f"p1: play {card}{by} on {victim}")
    dead = staging.find_piece(twin, victim) is None
    is_one = "adorer" in ASSUMED_CARDS[victim].affiliations
    facts = {"card": card, "text": rules_text(card), "victim": card_name_with_value(victim, "strength")}
    harm = 3 if card == "lightning" else 6
    key = "adorer_safe" if is_one else "damage_kills" if dead else "damage_too_low"
    sums = {"card": victim, "n": harm, "m": ASSUMED_CARDS[victim].strength}
    why = [remark(f"why.{key}", **sums), *stated("IJ-AFF-3")]
    return yes_no_question(
        game, twin, SAY("power.adorer" if is_one else "power.no_adorer", **facts), dead, why
    )


_ARTISTS = ("ink-painter", "alice-tyrwhitt", "gentle")
"""Artists, who can raise the Magic of another Ally."""


@question_kind("artist")
def _make_whether_artist_helps_question(rng: random.Random) -> QuizItem | None:
    name = rng.choice(_ARTISTS)
    (ally,) = staging.random_plain_characters(rng, lambda card: card.id != "judith")
    case = rng.choice(("ally", "autarch", "rival_turn", "pivoted"))
    phase = "autarch" if case == "autarch" else "ally"
    mover = "p2" if case == "rival_turn" else "p1"
    spent_ = ":pivoted" if case == "pivoted" else ""
    line = (
        f"p1 active {name}{spent_} {ally} hand silence sudden-sleep; p2 active dowd; to move {mover} {phase}"
    )
    require(ally != "dowd")
    game = staging.game_at_position(line, question_kind="respond")
    facts = {"card": name, "ally": ally}
    return whether_allowed_question(
        game,
        f"artist {name} on {ally}",
        SAY(f"power.artist_{case}", **facts),
        "IJ-AFF-5",
        first_reasons=[remark(f"why.artist_{case}", **facts)],
    )


@question_kind("magic")
def _make_magic_after_artist_question(rng: random.Random) -> QuizItem | None:
    name = rng.choice(_ARTISTS)
    (ally,) = staging.any_plain_characters(rng, 1)
    later = rng.random() < 0.5
    game = staging.game_at_position(f"p1 active {name} {ally}; p2 active lamp-boy", question_kind="respond")
    twin = staging.copy_at_ally_turn(game, f"p1: artist {name} on {ally}")
    if later:
        staging.play_passively_and_answer(twin, "p1: end")
        staging.play_passively(twin, lambda question: twin.table.round == 1)
    printed = ASSUMED_CARDS[ally].magic
    right = current_value(twin.table, twin.table.pieces[ally], "magic")
    mistakes = [
        mistake(printed, "help_forgotten"),
        mistake(printed + 3, "help_stays"),
        mistake(printed + ASSUMED_CARDS[name].magic, "own_magic"),
    ]
    facts = {"card": card_name_with_value(name, "magic"), "ally": card_name_with_value(ally, "magic")}
    key = "why.help_over" if later else "why.help_now"
    why = [remark(key, n=printed, k=right), *(stated("IJ-REC-3") if later else [])]
    return count_question(
        rng, game, twin, SAY(f"power.magic{'_later' if later else ''}", **facts), right, mistakes, why
    )


@question_kind("rasa")
def _make_rasa_removable_question(rng: random.Random) -> QuizItem | None:
    name = rng.choice(("henry-holland", "horace-tyrwith", "charlotte-feaver"))
    others = [character for character in ("gideon", "irish", "dowd") if character != name]
    right = rng.choice(("emotion-grief", "ritual", "amnesia"))
    wrong = rng.sample(("long-knife", "glamour", "year-of-levies"), 2)
    on = [card for card in (right, *wrong) if card != "year-of-levies"]
    laid = " ".join(f"{who}+{card}@p2" for who, card in zip(others, on[1:], strict=False))
    realm = " realm year-of-levies" if "year-of-levies" in wrong else ""
    game = staging.game_at_position(
        f"p1 active {name} {laid}; p2 active judith+{right}@p2{realm}", question_kind="ally"
    )
    tried = {f"rasa {name} on {card}": name_and_kind_texts(card) for card in (right, *wrong)}
    because = remark("why.rasa", card=name_and_kind_texts(right))
    return which_allowed_question(game, tried, SAY("power.rasa", card=name), because)


@question_kind("rasa-returns")
def _make_cards_after_rasa_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “Where are the cards afterwards?”, after a Tabula Rasa has acted."""
    name = rng.choice(("henry-holland", "horace-tyrwith", "charlotte-feaver"))
    owner = rng.choice(("p1", "p2"))
    game = staging.game_at_position(
        f"p1 active {name}; p2 active judith+emotion-grief@{owner}", question_kind="ally"
    )
    twin = staging.copy_at_ally_turn(game, f"p1: rasa {name} on emotion-grief")
    asks_card = rng.random() < 0.6
    wanted = "emotion-grief" if asks_card else name
    right = next(
        key
        for key, cards in {
            "hand": twin.table.players[0].hand,
            "ovo_p1": twin.table.players[0].ovo,
            "ovo_p2": twin.table.players[1].ovo,
        }.items()
        if wanted in cards
    )
    facts = {"card": "emotion-grief", "ally": name, "side": owner, "rival": "judith"}
    owned = "why.rasa_card_own" if owner == "p1" else "why.rasa_card"
    why = [remark(owned if asks_card else "why.rasa_back", **facts), *stated("IJ-AFF-6", "IJ-AREA-3")]
    wrong = dict.fromkeys(("hand", "ovo_p1", "ovo_p2"), why[:1])
    texts = SAY("power.returns_card" if asks_card else "power.returns", **facts)
    return value_question(game, twin, texts, right, wrong, lambda key: SAY(f"power.at_{key}"), why)


_POWER_AFFILIATIONS = ("maestro", "vassal", "adorer", "aphrodyte", "artist", "tabula-rasa", "oviate")
_POWERLESS_AFFILIATIONS = ("dearther", "eurhetemec", "kuyrmid", "oethac")


@question_kind("minor")
def _make_powerless_affiliation_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question on which affiliation gives no power, or which one gives a power."""
    asks_minor = rng.random() < 0.5
    right = rng.choice(_POWERLESS_AFFILIATIONS if asks_minor else _POWER_AFFILIATIONS)
    others = rng.sample(_POWER_AFFILIATIONS if asks_minor else _POWERLESS_AFFILIATIONS, 3)
    say = lambda key: plain(EffectWord(key, "affiliation"))  # noqa: E731
    named = plain(EffectWord(right, "affiliation"))
    because = remark("why.minor" if asks_minor else "why.major", affiliation=named)
    why = [because, *stated("IJ-AFF-8")]
    reason = remark("why.has_power" if asks_minor else "why.no_power")
    wrong = {key: [reason] for key in others}
    return value_question(
        staging.game_at_position("p1; p2"),
        [],
        SAY("power.minor" if asks_minor else "power.major"),
        right,
        wrong,
        say,
        why,
    )


@question_kind("several")
def _make_second_power_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May the other power be used, too?”, with several affiliations."""
    case = rng.choice(("gentle_after", "gentle_fresh", "alice_after", "alice_fresh"))
    name = "gentle" if case.startswith("gentle") else "alice-tyrwhitt"
    (ally,) = staging.any_plain_characters(rng, 1)
    line = f"p1 active {name} {ally}; p2 active lamp-boy+emotion-grief@p2; circle lamp-bridge"
    game = staging.game_at_position(line, question_kind="respond")
    if case.endswith("after"):
        staging.play_passively_and_answer(game, f"p1: artist {name} on {ally}")
    staging.play_until_question(game, "ally")
    answer = f"seize lamp-bridge with {name}" if name == "gentle" else f"rasa {name} on emotion-grief"
    facts = {"card": name, "ally": ally, "site": "lamp-bridge", "laid": "emotion-grief"}
    first = [remark("why.one_power" if case.endswith("after") else "why.not_used", **facts)]
    return whether_allowed_question(
        game, answer, SAY(f"power.{case}", **facts), "IJ-AFF-9", first_reasons=first
    )


@question_kind("twice")
def _make_power_timing_question(rng: random.Random) -> QuizItem | None:
    """Return a quiz question, “May this power be used now?”, while an announcement or fight is pending."""
    ally, rival = staging.any_plain_characters(rng, 2)
    case, line, *begun, answer = rng.choice(
        (
            ("counter", "lionel-wakeman {ally} hand sudden-sleep silence; p2 active {rival}",
             "p1: play sudden-sleep on {rival}", "p1: use lionel-wakeman", "use lionel-wakeman"),
            ("action", "pie-oh-pah {ally} hand ritual cold-feet; p2 active {rival}",
             "p1: play ritual by pie-oh-pah", "use pie-oh-pah on {rival}"),
            ("fight", "pie-oh-pah {ally} hand cold-feet; p2 active {rival}",
             "p1: challenge {rival} with {ally} pie-oh-pah", "use pie-oh-pah on {rival}"),
        )
    )  # fmt: skip
    named = {"ally": ally, "rival": rival}
    game = staging.game_at_position(
        f"p1 active {line.format(**named)}", *(move.format(**named) for move in begun)
    )
    staging.play_until_question(game, "counter" if case == "counter" else "respond")
    facts = named | {"card": line.split()[0], "sleep": "sudden-sleep", "ritual": "ritual"}
    free = remark("why.free_power", card=facts["card"])
    return whether_allowed_question(
        game, answer.format(**named), SAY(f"power.twice_{case}", **facts), free, "IJ-PIV-3"
    )
