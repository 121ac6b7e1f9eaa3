"""Pages to read: rules, glossary and interpretations."""
