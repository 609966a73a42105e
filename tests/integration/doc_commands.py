# SPDX-License-Identifier: BSD-2-Clause
"""Finds the command lines of the documents: lines of code blocks that begin with the name of a
program."""

import re
import shlex
from dataclasses import dataclass

PROGRAMS = re.compile(r"((ffmpeg|ffprobe)(-tonelift)?|tonelift|mpv|sudo|vspipe|gst-launch-1\.0|meson|docker|cc|"
                      r"(scripts|ffmpeg_filter|build/tools)/\S+)(\s|$)")
ASSIGNMENT = re.compile(r"(export )?\w+=")


@dataclass
class Command:
    page: str
    line: int
    block: int
    assignments: tuple
    text: str


def blocks(text):
    block, start, fence = [], 0, None
    previous = ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.lstrip().startswith("```"):
            if fence is None:
                fence, start, block = len(line) - len(line.lstrip()), number + 1, []
            else:
                yield start, block
                fence, block = None, []
        elif fence is not None:
            block.append(line[fence:])
        elif line.startswith("    ") and (block or not previous.strip()):
            start = start if block else number
            block.append(line[4:])
        elif block and line.strip():
            yield start, block
            block = []
        elif block:
            block.append("")
        previous = line
    if block:
        yield start, block


def is_complete(text):
    if re.search(r"(\\|\||&&)$", text.rstrip()):
        return False
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return False
    return True


def commands_of_block(lines):
    pending, first = [], 0
    for offset, line in enumerate(lines):
        if not pending:
            first = offset
        pending.append(line)
        text = "\n".join(pending)
        if is_complete(text):
            if text.strip() and not text.lstrip().startswith("#"):
                yield first, text.strip()
            pending = []
    if pending:
        yield first, "\n".join(pending).strip()


def commands(page, text):
    for number, (start, lines) in enumerate(blocks(text)):
        found = list(commands_of_block(lines))
        programs = [command for _, command in found if not ASSIGNMENT.match(command)]
        if not programs or not PROGRAMS.match(programs[0]):
            continue
        assignments = []
        for offset, command in found:
            if ASSIGNMENT.match(command) and len(shlex.split(command)) < 3:
                assignments.append(command)
            else:
                yield Command(page, start + offset, number, tuple(assignments), command)


def simple_commands(text):
    lexer = shlex.shlex(text, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    words, found, redirected = [], [], []
    tokens = list(lexer)
    for at, token in enumerate(tokens):
        if token in ("|", "&&", ";"):
            found.append(words)
            words = []
        elif token in (">", ">>"):
            redirected.append(tokens[at + 1])
        elif at and tokens[at - 1] in (">", ">>", "<"):
            continue
        else:
            words.append(token)
    return [*found, words], redirected


def targets(text):
    found, names = simple_commands(text)
    names = [name for name in names if not name.startswith("/dev/")]
    for words in filter(None, found):
        program = words[0].rsplit("/", 1)[-1]
        names += [word.removeprefix("location=") for before, word in zip(words, words[1:])
                  if before == "filesink" and word.startswith("location=")]
        names += [word for before, word in zip(words, words[1:])
                  if program in ("x264", "contact_sheet.py") and before == "-o"]
        if program == "ffmpeg" and "-i" in words and words[-1] != words[words.index("-i") + 1]:
            names.append(words[-1])
        if program == "tonelift" and words[1] in ("map", "farm"):
            names += words[2 + (words[1] == "farm"):][1:2] if "--with" not in words else words[-1:]
    return [name for name in names if re.search(r"\.\w+$", name)]
