"""Computer players of Imajica."""
