"""The play page of Imajica."""
