"""The rulebook of Ember with its examples, its glossary and its gallery."""
