"""The entry by which the kit finds Imajica."""

from twingkit.core.games import GameEntry, LinkSpelling

GAME = GameEntry(
    id="imajica",
    titles={"en": "Imajica", "de": "Imajica"},
    rule_prefix="IJ",
    line_prefixes=("imajica:", "imajica "),
    example="imajica 2",
    rank=4,
    # Some chats take the star of copies in a Destiny (`3*census`) for their own: it is guarded. A plain line
    # has points of its own (`gek-a-gek.2`), so that a point alone is no sign of a link.
    link=LinkSpelling(plain=" ;+.", link="_~.$", link_only_pattern=r"[_~$]", escaped_pattern=r"\*"),
    lookahead="twingkit.imajica.players.lookahead:LOOKAHEAD",
    referee="twingkit.imajica.referee:TABLE_RULES",
    lessons="twingkit.imajica.lessons",
    first_game="twingkit.imajica.first_game:FIRST_GAME",
    puzzles="twingkit.imajica.puzzles:PUZZLES",
    questions="twingkit.imajica.quiz.topics:TOPICS",
    commands="twingkit.imajica.cli",
    answers="twingkit.imajica.answers:ANSWERS",
    rules="twingkit.imajica.rules.rulebook:rulebook",
    glossary="twingkit.imajica.glossary:words",
    starts="twingkit.imajica.starts",
    tally="twingkit.imajica.tally",
    labs="twingkit_widgets.imajica.lab.labs:LABS",
    variants="twingkit.imajica.variants.variant:Variant",
    readings="twingkit.imajica.variants.readings:READINGS",
    box="twingkit.imajica.box.custom_sets:load_custom_box",
    views="twingkit_widgets.imajica.views:VIEWS",
    pages="twingkit_widgets.imajica.pages:PAGES",
    charts="twingkit.imajica.charts",
)
"""Entry that the game registers."""
