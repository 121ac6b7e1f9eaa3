"""The rulebook of Ember with its gallery."""
