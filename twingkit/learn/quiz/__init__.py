"""An endless supply of questions for any game: dealt from a seed, answered by the rules, and explained.

    quiz = quiz_of("twing")
    item = quiz.deal("shield", seed=3)
    print(item.prompt(), item.right_option.text(), item.reasons[0])

A game defines `TOPICS`, a mapping of names to `Topic`s: a title, and makers for its kinds of questions. A
maker takes a random number generator and returns a `QuizItem`, or None if the deal makes no good question.
`GameEntry.questions` names the mapping; other games get questions about scenes of random games (`scenes`).

    item             a question: its position, its options, the forgotten rules, the rulings that decide
    deal             topics, and questions by topic and seed or by name
    options          options, mistakes and reasons of a question
    makers           the kinds of makers, and dealing until a question is good
    phrases          the sentences of questions, with names from the rulebook
    quiz_of          the quiz of a game
    scenes           what happens now? Questions for a game that defines none
    question_kinds   which rules decide a kind of question, and which kind asks about a rule
    dealer           which question comes next, according to the ledger
    ledger           what a person was asked and missed, and when it comes back; `tally` does the counting
"""

from twingkit.learn.quiz.deal import GameQuiz, Maker, Topic
from twingkit.learn.quiz.item import AnswerOption, QuizItem
from twingkit.learn.quiz.quiz_of import quiz_of

__all__ = ["AnswerOption", "GameQuiz", "Maker", "QuizItem", "Topic", "quiz_of"]
