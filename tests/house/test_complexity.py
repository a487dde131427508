"""Functions and classes of the bot stay small enough to understand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: The limits: branches in a function, parameters of a function, and lines in a class.
BRANCHES, PARAMETERS, LINES = 15, 7, 300
#: Decorators of commands. A command may have many parameters, because they are what users type.
COMMANDS = {"slash", "command"}
_BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case, ast.comprehension)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def complexity(function: ast.AST) -> int:
    """Return a function's cyclomatic complexity, including ternaries, comprehensions and boolean operators."""
    found = 1
    for node in ast.walk(function):
        if isinstance(node, _BRANCHES):
            found += 1
        if isinstance(node, ast.comprehension):
            found += len(node.ifs)
        if isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
    return found


def parameters(function: Function) -> int:
    """Return the number of parameters, without `self` and `cls`."""
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def is_command(function: Function) -> bool:
    """Return whether a function is decorated as a slash command or command-line command."""
    for decorator in function.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in COMMANDS:
            return True
    return False


def lines(node: ast.ClassDef) -> int:
    """Return the number of lines in a class."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Yield every syntax tree node of the bot's code, with the name of its module."""
    for file in sorted((ROOT / "bot").rglob("*.py")):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            yield module, node


def test_the_counting() -> None:
    text = "def f(a, b):\n    return [x for x in a if x] if a and b or not a else (1 if b else 2)\n"
    # The function itself counts as 1, and so do the outer ternary, `and`, `or`, the comprehension, its condition, and
    # the inner ternary.
    assert complexity(ast.parse(text).body[0]) == 7


def test_functions_and_classes_are_small() -> None:
    branches: dict[str, int] = {}
    many: dict[str, int] = {}
    long: dict[str, int] = {}
    for module, node in nodes():
        if isinstance(node, Function):
            name = f"{module}.{node.name}"
            if complexity(node) > BRANCHES:
                branches[name] = complexity(node)
            if parameters(node) > PARAMETERS and not is_command(node) and ".cli" not in module:
                many[name] = parameters(node)
        elif isinstance(node, ast.ClassDef) and lines(node) > LINES:
            long[f"{module}.{node.name}"] = lines(node)
    assert (branches, many, long) == ({}, {}, {})
