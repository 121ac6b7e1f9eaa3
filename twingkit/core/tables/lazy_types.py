"""The types of tables and figures, for annotations: pandas and plotly are imported only when one is made."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame as DataFrame
    from pandas import Series as Series
    from plotly.graph_objects import Figure as Figure
else:
    DataFrame = Series = Figure = Any
