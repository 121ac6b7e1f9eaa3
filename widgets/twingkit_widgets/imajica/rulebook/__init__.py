"""The rulebook of Imajica with its examples, its glossary and its gallery."""
