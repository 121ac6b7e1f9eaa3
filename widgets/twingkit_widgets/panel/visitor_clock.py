"""The visitor's clock. A page may run on a server in another time zone, so its days are those of the browser,
which sends its time when the page opens; until then, and in a notebook, they are those of this computer.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1)

EARLIEST_TIME, LATEST_TIME = (
    int((datetime(year, 1, 1) - _EPOCH) / timedelta(seconds=1)) for year in (2000, 3000)
)
"""The local times that a browser may send, in seconds since the beginning of 1970."""

_ahead_of_utc: timedelta | None = None


def set_visitor_time(seconds: int) -> None:
    """Set the visitor's local time, in seconds since the beginning of 1970."""
    global _ahead_of_utc
    _ahead_of_utc = _EPOCH + timedelta(seconds=seconds) - datetime.now(UTC).replace(tzinfo=None)


def visitor_time(utc: datetime) -> datetime:
    """Return the visitor's local time, without a time zone, at a moment in UTC."""
    if _ahead_of_utc is None:
        return utc.astimezone().replace(tzinfo=None)
    return utc.replace(tzinfo=None) + _ahead_of_utc


def visitor_day(fixed: int | None = None) -> int:
    """Return the number of the visitor's current day, as `date.toordinal` returns it, or the `fixed` one."""
    return visitor_time(datetime.now(UTC)).toordinal() if fixed is None else fixed
