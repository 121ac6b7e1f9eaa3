"""Resources and influence of Twilight Imperium: payments, and the units they can buy."""
