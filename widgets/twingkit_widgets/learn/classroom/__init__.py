"""The pages of a class: a teacher makes a list, learners work through it, the teacher reads the results."""
