# SPDX-License-Identifier: BSD-2-Clause
"""Reads and edits the filter chain of a job according to FFmpeg's quoting rules."""

import hashlib
import os
import re

from . import FarmError

DEFAULT_SMOOTHING = 0.5
TOKEN = r"'[^']*'|\\."
TONELIFT = re.compile(rf"(?:^|(?<=[,;\]]))\s*tonelift(?:@\w+)?(=(?:{TOKEN}|[^,;\[\\'])*)?", re.DOTALL)
OPTIONS = re.compile(rf"(?<==)(?:{TOKEN}|[^\[\],;\\'])*", re.DOTALL)
# Matches filters that send commands to other filters during encoding.
COMMANDS = re.compile(r"(?:^|[,;\]])\s*(sendcmd|asendcmd|zmq)\b")


def plain(text):
    return re.sub(TOKEN, lambda match: match[0].strip("'") if match[0][0] == "'" else match[0][1], text)


def split(options):
    made = [""]
    for token in re.findall(rf"{TOKEN}|.", options, re.DOTALL):
        if token == ":":
            made.append("")
        else:
            made[-1] += token
    return made


def values_of(chain):
    """Returns {name: value} for the options of the chain's tonelift filter. If a name occurs
    several times, its last value counts."""
    text = plain((TONELIFT.search(chain)[1] or "=")[1:])
    pairs = (option.partition("=") for option in split(text))
    return {name.strip(): plain(value).strip() for name, _, value in pairs}


def with_options(chain, options):
    match = TONELIFT.search(chain)
    between = "=" if match[1] is None else "" if match[1] == "=" else ":"
    return chain[: match.end()] + between + options + chain[match.end() :]


def with_stats(chain, path, mode):
    return with_options(chain, f"stats_file={path}:stats={mode}")


def measuring(chain, path):
    """Returns the filter chain that measures statistics. If the chain has no branches, the filters
    after tonelift are left out."""
    behind = TONELIFT.search(chain).end()
    branches = set("[;") & set(chain)
    return with_stats(chain if branches else chain[:behind], path, "measure")


def behind(trim, chain):
    """Returns the chain with the trim filter in front. If the first filter of the chain names its
    input, the trim filter reads that input."""
    label = re.match(r"\s*(\[[^\]]*\])", chain)
    return f"{trim}{label[1]};{chain}" if label else f"{trim},{chain}"


def check_chain(chain):
    found = TONELIFT.findall(chain)
    if len(found) != 1:
        raise FarmError(f"the filter {chain!r} contains tonelift {len(found)} times; allowed is once", 2)
    if {"stats", "stats_file"} & set(values_of(chain)):
        raise FarmError(
            f"the filter {chain!r} must not have stats or stats_file: the farm makes the "
            "statistics file",
            2,
        )
    if "enable" in values_of(chain):
        raise FarmError(
            f"the filter {chain!r} must not have enable: disabled "
            "frames have no statistics, and pieces need those of all frames",
            2,
        )
    command = COMMANDS.search(chain)
    if command:
        raise FarmError(
            f"the filter {chain!r} must not have "
            f"{command[1]}: commands before a piece would be lost",
            2,
        )


def digest_of(path):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError as error:
        raise FarmError(f"{path} cannot be read: {error.strerror}", 2) from None


def whole_option(option, files):
    name, value = re.fullmatch(r"(\s*\w+\s*=)?(.*)", option, re.DOTALL).groups()
    path = os.path.abspath(plain(value).strip())
    if not set("./") & set(value) or not os.path.isfile(path):
        return option
    files[path] = digest_of(path)
    return (name or "") + re.sub(r"([\\':])", r"\\\1", path)


def with_files(chain):
    """Returns the chain with absolute paths, because tasks run in the folder of the job. Also
    returns {path: digest} for the files that the chain names."""
    files = {}

    def whole(match):
        given = plain(match[0])
        made = ":".join(whole_option(option, files) for option in split(given))
        return match[0] if made == given else "'" + made.replace("'", r"'\''") + "'"

    made = OPTIONS.sub(whole, chain)
    script = values_of(made).get("script")
    if script and script not in files:
        raise FarmError(f"the script {script} cannot be read", 2)
    return made, files


def smoothing_of(chain):
    """Returns the option smoothing, which is a time constant in seconds. Returns 0 for
    smoothing=shot, which means one exposure per shot."""
    value = values_of(chain).get("smoothing", str(DEFAULT_SMOOTHING))
    if value.lower() == "shot":
        return 0
    if not re.fullmatch(r"\d+\.?\d*|\.\d+", value):
        raise FarmError(f"smoothing={value}: allowed are a plain number of seconds, such as 0.5, and shot", 2)
    return float(value)
