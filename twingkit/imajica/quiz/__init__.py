"""Questions on Imajica: positions dealt at random, which are played by the rules to find the answers.

    topics          the topics with their titles, in order: `TOPICS`
    staging         random characters, positions, and games played up to a question
    question_texts  sentences, and reasons in the words of the rulebook

The package `topics` has a module of makers for each topic. A maker draws a position and returns the
question as a `QuizItem`, or None if that position makes no good question. The learner is always the
first Autarch.
"""
