"""The rules of Imajica: one module per chapter or idea, beside the texts that they cite."""
