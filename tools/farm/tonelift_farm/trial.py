# SPDX-License-Identifier: BSD-2-Clause
"""A few frames through filter, encoder and container, so that what is wrong with them is told before
a film is worked on."""

import os
import re
import tempfile

from . import FarmError
from .chain import with_stats
from .film import FEWEST_FRAMES, probe
from .plan import Plan
from .work import ending_of_parts, expect_success, filtered, joining, run

# Codecs and filters that only machines with a GPU can try; the one that plans may have none.
NEEDS_GPU = re.compile(r"cuda|nvenc|vaapi|qsv|amf|vulkan|npp")


def attempt(what, command, folder):
    status, _, messages = run(command, folder)
    try:
        expect_success(command, status, messages)
    except FarmError as error:
        raise FarmError(f"a few frames were tried, and {what} failed: {error}", 2) from None


def try_encoder(plan):
    """Puts the first frames through filter, encoder and container. Finds out whether the filter has
    statistics, and the size of its picture."""
    if NEEDS_GPU.search(" ".join([plan.filter, *plan.encoder])):
        return
    with tempfile.TemporaryDirectory() as folder:
        trial = Plan(folder, plan.values)
        part = os.path.join(folder, "part" + ending_of_parts(plan))
        command = filtered(trial, 0, FEWEST_FRAMES, with_stats(plan.filter, "film.stats", "write"))
        attempt("encoding it", [*command, *plan.encoder, "-y", part], folder)
        made = probe(plan.ffprobe, part)
        plan.values["made_size"] = [made.width, made.height]
        plan.values["measured"] = (
            run([plan.tonelift, "stats", "check", "film.stats"], folder)[0] == 0
        )
        parts = os.path.join(folder, "list.ffconcat")
        with open(parts, "w", encoding="ascii") as file:
            file.write(f"ffconcat version 1.0\nfile '{part}'\n")
        whole = os.path.join(folder, "film" + os.path.splitext(plan.output)[1])
        attempt("its container", [*joining(trial, parts), "-t", "0.1", whole], folder)
