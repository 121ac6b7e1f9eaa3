"""The pool of Ember: creatures as data, their effects, and the reader of pools of one's own."""
