"""The parts of Imperial Twing's rulebook besides its rules: examples, glossary, gallery, disagreements."""
