"""The rulebook: rules to read and to search, and rulings with the rules behind them."""
