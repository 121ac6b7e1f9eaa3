"""Pages for reading: rules, glossary and interpretations."""
