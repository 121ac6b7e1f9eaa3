"""The parts of Imperial Twing's rulebook beside its rules: examples, glossary, gallery, readings."""
