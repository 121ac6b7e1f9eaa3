"""Registers Imajica with the kit."""

from twingkit.core.games import GameEntry, LinkCharacters

GAME = GameEntry(
    id="imajica",
    titles={"en": "Imajica", "de": "Imajica"},
    rule_prefix="IJ",
    line_prefixes=("imajica:", "imajica "),
    example="imajica 2",
    sort_order=4,
    # Some chats read the star of copies in a Destiny (`3*census`) as formatting, so it is escaped. Lines
    # contain dots (`gek-a-gek.2`), so a dot alone does not mark a link.
    link_characters=LinkCharacters(
        plain_characters=" ;+.", link_characters="_~.$", link_only_pattern=r"[_~$]", escaped_pattern=r"\*"
    ),
    players="twingkit.imajica.players:PLAYERS",
    lookahead="twingkit.imajica.players.lookahead:LOOKAHEAD",
    referee="twingkit.imajica.referee:TABLE_RULES",
    lessons="twingkit.imajica.lessons",
    first_game="twingkit.imajica.first_game:FIRST_GAME",
    puzzles="twingkit.imajica.puzzles:PUZZLES",
    questions="twingkit.imajica.quiz.topics:TOPICS",
    commands="twingkit.imajica.cli",
    answer_sentences="twingkit.imajica.answers:ANSWER_SENTENCES",
    rules="twingkit.imajica.rules.rulebook:rulebook",
    glossary="twingkit.imajica.glossary:load_glossary",
    starts="twingkit.imajica.starts",
    tally="twingkit.imajica.tally",
    labs="twingkit_widgets.imajica.lab.labs:LABS",
    variants="twingkit.imajica.variants.variant:Variant",
    disagreements="twingkit.imajica.variants.disagreements:DISAGREEMENTS",
    box="twingkit.imajica.box.custom_sets:load_custom_box",
    views="twingkit_widgets.imajica.views:VIEWS",
    pages="twingkit_widgets.imajica.pages:PAGES",
    charts="twingkit.imajica.charts",
)
"""Imajica's entry in the list of games."""
