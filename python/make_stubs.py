# SPDX-License-Identifier: BSD-2-Clause
"""make_stubs.py FOLDER OUTPUT: writes _options.pyi for editors and type checkers. The file declares
the keywords of Filter, which the built module _native in FOLDER lists."""

import sys

sys.path.insert(0, sys.argv[1])
import _native

HEAD = '''# Made by make_stubs.py from the list of options of the library.
from os import PathLike
from typing import Literal

from typing_extensions import TypedDict, Unpack as Unpack

class Options(TypedDict, total=False, extra_items=float):
    """Options of a Filter. Other keywords are params of the script."""
'''

PLAIN = {"str": "str | PathLike[str]", "float": "float", "int": "int"}


def names_of(option):
    return ", ".join(f'"{value.name}"' for value in option.values)


def type_of(option):
    if option.type == "enum":
        return f"Literal[{names_of(option)}]"
    if option.values:
        return f"{PLAIN[option.type]} | Literal[{names_of(option)}]"
    return PLAIN[option.type]


def description(option):
    facts = [option.help]
    if option.type in ("float", "int"):
        facts.append(f"{option.minimum:g} to {option.maximum:g} {option.unit}".strip())
    facts.append(f"default {option.default or repr('')}")
    if option.live:
        facts.append("live")
    return "; ".join(facts)


with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write(HEAD)
    for option in _native.options():
        for name in [option.name, *option.aliases]:
            file.write(f"    {name}: {type_of(option)} | None\n    {description(option)!r}\n")
