# SPDX-License-Identifier: BSD-2-Clause
"""Runs filter, encoder and container with a few frames, so that errors appear before the whole film
is processed."""

import os
import re
import tempfile

from . import FarmError
from .chain import with_stats
from .film import FEWEST_FRAMES
from .others import as_values, copies, ending_of_parts, fitting, from_values, notes
from .plan import Plan
from .probe import PICTURE, ask, probe
from .programs import expect_success, run
from .work import extractions, filtered, joining

# Matches codecs and filters that need a GPU. The planning machine possibly has no GPU, so a chain
# with these names is not tried.
NEEDS_GPU = re.compile(r"cuda|nvenc|vaapi|qsv|amf|vulkan|npp")

# Matches the message of FFmpeg about an unknown container. FFmpeg 5.1 says "Unable to find a
# suitable output format". From 6.1 on, it says "Unable to choose an output format".
NO_CONTAINER = re.compile("(suitable|choose an) output format")

OF_TONELIFT = re.compile(r"^\[[^]\n]*tonelift[^]\n]* @ \w+\] (.+)$", re.MULTILINE)


def attempt(what, command, folder):
    status, _, messages = run(command, folder)
    try:
        expect_success(command, status, messages)
    except FarmError as error:
        raise FarmError(f"a few frames were tried, and {what} failed: {error}", 2) from None
    return messages


def choose_others(plan, folder):
    def fits(streams):
        command = copies(plan.ffmpeg, plan.film_path, streams, plan.output)
        status, _, messages = run(command, folder) if command else (0, "", "")
        if NO_CONTAINER.search(messages):
            raise FarmError(
                f"{plan.output}: FFmpeg knows no container with this file name extension; name an "
                f"output such as {os.path.splitext(plan.output)[0]}.mkv",
                2,
            )
        return status == 0

    kept, left_out = fitting(from_values(plan.others), fits, plan.output)
    plan.values["others"] = as_values(kept)
    for note in notes(kept, left_out, plan.output):
        print(f"{plan.film_path}: {note}", flush=True)


def made_of_trial(plan, part):
    try:
        return probe(plan.ffmpeg, plan.ffprobe, part, made=True)
    except FarmError as error:
        raise FarmError(
            f"a few frames of {plan.film_path} were tried, and no film came out: {error}; if FFmpeg can "
            "play the film, plan with --decode",
            2,
        ) from None


def check_container(plan, path):
    try:
        probed = ask(plan.ffprobe, path, "-select_streams", PICTURE, "-show_entries", "packet=pts")
    except FarmError:
        return
    if not all("pts" in packet for packet in probed["packets"]):
        raise FarmError(
            f"a few frames were tried, and {os.path.splitext(path)[1]} has no times of the frames; name an "
            "output whose container has them, such as .mkv",
            2,
        )


def try_encoder(plan):
    with tempfile.TemporaryDirectory() as folder:
        choose_others(plan, folder)
        if NEEDS_GPU.search(" ".join([plan.filter, *plan.encoder])):
            return
        trial = Plan(folder, plan.values)
        part = os.path.join(folder, "part" + ending_of_parts(plan.output))
        command = filtered(trial, 0, FEWEST_FRAMES, with_stats(plan.filter, "film.stats", "write"))
        messages = attempt("encoding them", [*command, *plan.encoder, "-y", part], folder)
        for warning in dict.fromkeys(OF_TONELIFT.findall(messages)):
            print(f"{plan.film_path}: {warning}", flush=True)
        made = made_of_trial(plan, part)
        plan.values["made_size"] = [made.width, made.height]
        plan.values["measured"] = (
            run([plan.tonelift, "stats", "check", "film.stats"], folder)[0] == 0
        )
        parts = os.path.join(folder, "list.ffconcat")
        with open(parts, "w", encoding="ascii") as file:
            file.write(f"ffconcat version 1.0\nfile '{os.path.basename(part)}'\n")
        for command in extractions(trial, folder):
            attempt("copying a cover", command, folder)
        ending = os.path.splitext(plan.output)[1]
        whole = os.path.join(folder, "film" + ending)
        attempt(f"writing them to {ending}", [*joining(trial, parts, folder), "-t", "0.1", whole], folder)
        check_container(plan, whole)
