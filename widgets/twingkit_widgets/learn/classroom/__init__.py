"""The page of a class: a teacher makes a list, a learner works through it, the teacher reads the results."""
