"""The entries of Twilight Imperium in the list of games: battles and whole games."""

from twingkit.core.games import GameEntry, LinkCharacters

GAME = GameEntry(
    id="imperium",
    titles={"en": "Twilight Imperium", "de": "Twilight Imperium"},
    rule_prefix="IM",
    line_prefixes=("space:", "ground:", "invasion:", "imperium ", "galaxy:"),
    example="space: 2 cruiser vs 1 dreadnought",
    sort_order=2,
    # `_` and `-` belong to names. Some chats take tildes for a stroke through the text between them, and
    # without it the line names another unit: they are guarded, and a link with bare tildes is read as well.
    # So is the `!` of a damaged unit: at the end of an address a chat takes it for the end of a sentence.
    # The dot of a copied upgrade (sol.carrier) becomes the semicolon, since dots stand for `_`.
    link_characters=LinkCharacters(
        plain_characters=" +_.",
        link_characters="_~.;",
        link_only_pattern=r"[~;]|(?<![a-z0-9])_|_(?![a-z0-9])|_vs_"
        r"|\.(?!(?:fighter|destroyer|cruiser|carrier|dreadnought|warsun|infantry|mech|pds)(?![a-z0-9.]))",
        escaped_pattern="[~!]",
    ),
    pages="twingkit_widgets.imperium.pages:PAGES",
    answer_sentences="twingkit.imperium.answers:ANSWERS",
    rules="twingkit.imperium.texts.rulebook:rulebook",
    glossary="twingkit.imperium.texts.rulebook:load_glossary",
    starts="twingkit.imperium.starts",
    tally="twingkit.imperium.tally",
    odds="twingkit.imperium",
    exact_odds="twingkit.imperium.battle.exact_odds.odds_now:odds_now_if_quick",
    players="twingkit.imperium.galaxy.players:PLAYERS",
    lookahead="twingkit.imperium.galaxy.players.lookahead:LOOKAHEAD",
    referee="twingkit.imperium.galaxy.real_table.table_rules:TABLE_RULES",
    variants="twingkit.imperium.variants.variant:Variant",
    disagreements="twingkit.imperium.battle.disagreements:DISAGREEMENTS",
    charts="twingkit.imperium.battle.charts",
    commands="twingkit.imperium.cli",
    views="twingkit_widgets.imperium.views:VIEWS",
    first_game="twingkit.imperium.first_game:FIRST_GAME",
    puzzles="twingkit.imperium.puzzles:PUZZLES",
    questions="twingkit.imperium.quiz.topics:TOPICS",
    labs="twingkit_widgets.imperium.lab.labs:LABS",
    lessons="twingkit.imperium.lessons",
)
"""The entry of Twilight Imperium in the list of games."""
