"""The pool of Ember: creatures as data, their effects, and the reader for custom pools."""
