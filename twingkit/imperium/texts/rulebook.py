"""The rulebook and the glossary of Twilight Imperium, and the function with which chapters refuse actions."""

from __future__ import annotations

from importlib.resources import files

from twingkit.core.glossary import glossary_loader
from twingkit.core.language import call_in_language
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Rulebook, load_rulebook_once
from twingkit.core.words import LANGUAGES, load_texts
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.names import component_names
from twingkit.imperium.box.units import BATTLE_CLASSES, faction_ids

_RULES = (
    "game_rules.toml",
    "round_rules.toml",
    "tactical_rules.toml",
    "rules.toml",
    "council_rules.toml",
    "strategy_rules.toml",
    "action_card_rules.toml",
    "agenda_rules.toml",
    "objective_rules.toml",
    "note_rules.toml",
    "faction_rules.toml",
    "technology_rules.toml",
    "faction_technology_rules.toml",
)
"""Chapter after chapter."""

_CHAPTER_SENTENCES = ("_rulings.toml", "play_questions.toml")
"""The ends of the names of files with sentences of the chapters, beside those of `rulings.toml`."""

_SHARED = "whenever"
"""The table of sentences shared by many rules, such as drawing a card or an unknown choice."""

_CITED = ("IM-FLEET-1", "IM-FLEET-2", "IM-SET-5", "IM-STATUS-1", "IM-STATUS-3", "IM-STATUS-5")
"""Rules that say nothing but such sentences, and are cited before their texts are written."""


@load_rulebook_once
def rulebook() -> Rulebook:
    """Return the rulebook of Twilight Imperium: rules, sentences and words; effects are named by their rules.

    >>> print(rulebook()["IM-UNIT-3"].title())
    Sustain Damage
    """
    folder = files("twingkit.imperium.texts")
    book = Rulebook.load(folder, _RULES)
    sentences = dict(book.sentences)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(_CHAPTER_SENTENCES):
            for rule, cases in load_texts(file).items():
                sentences[rule] = {**sentences.get(rule, {}), **cases}
    for effect in effects_by_id().values():
        sentences[effect.rule] = {**sentences["effect"], **sentences.get(effect.rule, {})}
    cited = {*(rule.id for rule in book), *_CITED, *(rule for rule in sentences if rule.startswith("IM-"))}
    for rule in cited:
        sentences[rule] = {**sentences[_SHARED], **sentences.get(rule, {})}
    book.sentences = sentences
    titles = {rule.id: rule.titles for rule in book}
    book.words.add_names(titles)
    book.words.add_names(component_names(titles))
    near = book.words.name
    book.words.add_names(
        {
            f"expected_effect_near_{name}": {
                lang: call_in_language(lang, near, "expected_effect_near").format(name) for lang in LANGUAGES
            }
            for name in (*effects_by_id(), *faction_ids())
        }
    )
    book.words.add_names(
        {
            f"expected_unit_near_{name}": {
                lang: call_in_language(lang, near, "expected_unit_near").format(name) for lang in LANGUAGES
            }
            for name in (*BATTLE_CLASSES, *(f"{unit_class}+" for unit_class in BATTLE_CLASSES))
        }
    )
    return book


load_glossary = glossary_loader("twingkit.imperium.texts")
"""Return the glossary. It is read once.

>>> [entry.id for entry in load_glossary().entries_in("The speaker chooses first.")]
['speaker']
"""


def rule_refusal(rule: str, case: str, **facts: object) -> Refusal:
    """Return a refusal that cites this rule, with the case and the facts that select and fill its
    sentence.
    """
    return Refusal(rule, case, facts, rulebook())
