"""The facts that the sources of the kit give on a name: its kind, its signature, its docstring, its members.

The sources are read, not run: nothing has to be imported to list what there is, so that it also shows where
pandas, plotly or Dask are missing. A name is followed through the imports of `twingkit` to the module in
which it is written; a value has the docstring below it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

import attrs

from twingkit.lazy import names_of

PACKAGE = "twingkit"
"""The package whose sources are read, and no others."""

FUNCTION, CLASS, ERROR, VALUE = "function", "class", "error", "value"
"""The kinds of names."""

WIDTH = 76
"""A signature that is longer has a line for each parameter."""

SHORT = 24
"""A default that is longer is left out."""


class Place(NamedTuple):
    """The place where a name is written: the module, and the name there; without a name it is the module
    itself."""

    module: str
    name: str = ""


@attrs.frozen
class Member:
    """A public method or property of a class: how it is called, and the first line of its docstring."""

    name: str
    signature: str
    summary: str


@attrs.frozen
class Written:
    """A name as its source has it: `kind` is one of those above, `doc` its docstring without indentation."""

    place: Place
    kind: str
    signature: str
    doc: str
    members: tuple[Member, ...] = ()

    @property
    def summary(self) -> str:
        """The first sentence of the docstring, or its first paragraph if that ends otherwise."""
        return first_sentence(self.doc)


def first_sentence(doc: str) -> str:
    """Return what a docstring says first.

    >>> first_sentence("Deals cards (F5, say). They\\nare shuffled.")
    'Deals cards (F5, say).'
    """
    text = " ".join(doc.partition("\n\n")[0].split())
    for end, sign in enumerate(text, 1):
        if sign == "." and text[end : end + 1] == " " and text[:end].count("`") % 2 == 0:
            return text[:end]
    return text


def public(module: str) -> list[str]:
    """The names in `__all__` of a module, without private ones; none if it has no `__all__`.

    A package that imports its names late lists them as `twingkit.lazy.names_of` reads them.

    >>> public("twingkit.odds")
    ['BudgetError', 'ExactOdds', 'Odds', 'Outcomes']
    """
    late_names = [other for node in _tree(module).body if isinstance(node, ast.If) for other in node.orelse]
    for node in (*_tree(module).body, *late_names):
        if isinstance(node, ast.Assign) and "__all__" in ast.unparse(node.targets[0]):
            late = not isinstance(node.value, ast.List)
            names = sorted(names_of(_tree(module))) if late else ast.literal_eval(node.value)
            return [name for name in names if not name.startswith("_")]
    return []


def place_of(module: str, name: str) -> Place | None:
    """The place where a name of a module is defined: there, or where it is imported from; None if it has no
    such name.

    >>> place_of("twingkit.twing", "odds_many")
    Place(module='twingkit.twing.exact_odds.odds_many', name='odds_many')
    """
    binding = _bindings(module).get(name)
    if isinstance(binding, Place):  # what is imported may be a module itself
        if not binding.module.startswith(PACKAGE) or not binding.name:
            return binding
        return place_of(binding.module, binding.name) or Place(f"{binding.module}.{binding.name}")
    return Place(module, name) if binding else None


def read(place: Place) -> Written:
    """Return what the source says of a name; raises `KeyError` if there is no such name."""
    node = _bindings(place.module)[place.name]
    if isinstance(node, ast.FunctionDef):
        signature = _signature(place, place.name, _parameters(node.args), node.returns)
        return Written(place, FUNCTION, signature, _doc(node))
    if isinstance(node, ast.ClassDef):
        kind = ERROR if _is_error(place) else CLASS
        signature = _signature(place, place.name, _fields(place), None)
        if any(base.name == "Protocol" for base in _bases(place)):
            signature = place.name  # nothing to make one of
        return Written(place, kind, signature, _doc(node), tuple(_members(place, node)))
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        value = _assigned(node)[place.name]
        line = f"{place.name} = {ast.unparse(value)}" if value else place.name
        return Written(
            place, VALUE, line if len(line) <= WIDTH else place.name, _doc_below(place.module, node)
        )
    raise KeyError(place.name)


# ---------------------------------------------------------------- the source of a module


@cache
def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no module {module}", name=module)
    return ast.parse(Path(spec.origin).with_suffix(".py").read_text(encoding="utf-8"))


Binding = Place | ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@cache
def _bindings(module: str) -> dict[str, Binding]:
    """Return the meaning of each name of a module: its definition there, or the place it is imported from."""
    bindings: dict[str, Binding] = {}
    for node in _statements(_tree(module).body):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                bindings[alias.asname or alias.name] = Place(node.module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                bindings[alias.asname or alias.name.partition(".")[0]] = Place(alias.name)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bindings[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            bindings.update(dict.fromkeys(_assigned(node), node))
    return bindings


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, also those that only a type checker sees."""
    for node in body:
        if isinstance(node, ast.If):
            yield from _statements(node.body)
        else:
            yield node


def _assigned(node: ast.Assign | ast.AnnAssign) -> dict[str, ast.expr | None]:
    """The names that get a value, each with what it gets."""
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
        pairs: list[tuple[ast.expr, ast.expr | None]] = [*zip(target.elts, node.value.elts, strict=True)]
    else:
        pairs = [(target, node.value)]
    return {target.id: value for target, value in pairs if isinstance(target, ast.Name)}


def _doc(node: ast.FunctionDef | ast.ClassDef) -> str:
    return ast.get_docstring(node) or ""


def _doc_below(module: str, node: ast.stmt) -> str:
    """The text that is a statement right below a value."""
    body = _tree(module).body
    after = body[body.index(node) + 1 : body.index(node) + 2]
    if after and isinstance(after[0], ast.Expr) and isinstance(after[0].value, ast.Constant):
        return cleandoc(str(after[0].value.value))
    return ""


# ---------------------------------------------------------------- signatures


class Parameter(NamedTuple):
    """One parameter: its name (with stars), its type and its default as they are written ("" for none)."""

    name: str
    type: str = ""
    default: ast.expr | None = None


def _parameters(args: ast.arguments, skip: int = 0) -> list[Parameter]:
    """The parameters in order; `skip` omits the first ones (`self`)."""
    plain = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(args.defaults))
    parameters = [
        Parameter(arg.arg, _type(arg.annotation), default)
        for arg, default in zip(plain, [*defaults, *args.defaults], strict=True)
    ][skip:]
    if args.vararg:
        parameters.append(Parameter(f"*{args.vararg.arg}", _type(args.vararg.annotation)))
    elif args.kwonlyargs:
        parameters.append(Parameter("*"))
    parameters += [
        Parameter(arg.arg, _type(arg.annotation), default)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    if args.kwarg:
        parameters.append(Parameter(f"**{args.kwarg.arg}", _type(args.kwarg.annotation)))
    return parameters


def _type(annotation: ast.expr | None) -> str:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return ast.unparse(annotation) if annotation else ""


def _signature(place: Place, name: str, parameters: list[Parameter], returns: ast.expr | None) -> str:
    """Return how something is called, on one line if that is short."""
    written = [_parameter(place.module, parameter) for parameter in parameters]
    arrow = f" -> {_type(returns)}" if returns else ""
    line = f"{name}({', '.join(written)}){arrow}"
    if len(line) <= WIDTH or not written:
        return line
    return f"{name}(\n" + "".join(f"    {parameter},\n" for parameter in written) + f"){arrow}"


def _parameter(module: str, parameter: Parameter) -> str:
    text = f"{parameter.name}: {parameter.type}" if parameter.type else parameter.name
    if parameter.default is None:
        return text
    sign = " = " if parameter.type else "="
    return f"{text}{sign}{_default(module, parameter.default)}"


def _default(module: str, value: ast.expr) -> str:
    """A default as a reader needs it: a constant of the package by what it stands for."""
    if isinstance(value, ast.Name):
        place = place_of(module, value.id)
        node = _bindings(place.module).get(place.name) if place and place.name else None
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            constant = _assigned(node)[value.id]
            if isinstance(constant, ast.Constant):
                return ast.unparse(constant)
    text = ast.unparse(value)
    return "…" if len(text) > SHORT or text.startswith("_") else text


# ---------------------------------------------------------------- classes


def _bases(place: Place) -> Iterator[Place]:
    """The classes that a class is derived from."""
    node = _bindings(place.module).get(place.name)
    for base in node.bases if isinstance(node, ast.ClassDef) else ():
        if isinstance(base, ast.Name):
            yield place_of(place.module, base.id) or Place("builtins", base.id)


def _is_error(place: Place) -> bool:
    """Return whether a class can be raised."""
    if place.module == "builtins":
        builtin = getattr(builtins, place.name, None)
        return isinstance(builtin, type) and issubclass(builtin, BaseException)
    return place.module.startswith(PACKAGE) and any(map(_is_error, _bases(place)))


def _fields(place: Place) -> list[Parameter]:
    """The parameters that make one: those of `__init__`, or the fields of attrs and named tuples."""
    node = _bindings(place.module).get(place.name) if place.module.startswith(PACKAGE) else None
    if not isinstance(node, ast.ClassDef):
        return []
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            return _parameters(statement.args, 1)
    inherited = [parameter for base in _bases(place) for parameter in _fields(base)]
    marks = (*node.decorator_list, *node.bases)
    if not any(ast.unparse(mark).startswith(("attrs.", "NamedTuple")) for mark in marks):
        return inherited
    own = [
        Parameter(field.target.id.lstrip("_"), _type(field.annotation), _field_default(field.value))
        for field in node.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_given(field)
    ]
    return inherited + own


def _is_given(field: ast.AnnAssign) -> bool:
    """Return whether a field of an attrs class is a parameter."""
    has_default = isinstance(field.value, ast.Call) and any(
        keyword.arg == "init" and ast.unparse(keyword.value) == "False" for keyword in field.value.keywords
    )
    return not has_default and not _type(field.annotation).startswith("ClassVar")


def _field_default(value: ast.expr | None) -> ast.expr | None:
    """The default of a field, also where `attrs.field` says it."""
    if isinstance(value, ast.Call) and ast.unparse(value.func).startswith("attrs."):
        for keyword in value.keywords:
            if keyword.arg == "default":
                return keyword.value
            if keyword.arg == "factory":
                return ast.Call(keyword.value, [], [])
        return None
    return value


def _members(place: Place, node: ast.ClassDef) -> Iterator[Member]:
    """The public methods and properties that a class itself documents."""
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or method.name.startswith("_") or not _doc(method):
            continue
        marks = {ast.unparse(mark) for mark in method.decorator_list}
        if {"property", "cached_property"} & {mark.rpartition(".")[2] for mark in marks}:
            returned = f": {_type(method.returns)}" if method.returns else ""
            yield Member(method.name, f".{method.name}{returned}", first_sentence(_doc(method)))
        else:
            parameters = _parameters(method.args, 0 if "staticmethod" in marks else 1)
            owner = place.name if marks & {"classmethod", "staticmethod"} else ""
            name = f"{owner}.{method.name}"
            signature = _signature(place, name, parameters, method.returns)
            yield Member(method.name, signature, first_sentence(_doc(method)))
