# SPDX-License-Identifier: BSD-2-Clause
"""Makes, saves and loads the plan of a job, stored as plan.json."""

import json
import math
import os
import platform
import re
import shlex
import subprocess
from fractions import Fraction

from . import FarmError
from .chain import TONELIFT, check_chain, smoothing_of, values_of, with_files, with_options
from .film import Film
from .others import as_values, ending_of_parts
from .probe import probe, streams_of

VERSION = 3
ARRAYS = ("measure", "encode")
# Duration of the lead-in as a multiple of the option smoothing. The lead-in is the part of the film
# that is measured before a piece, so that the smoothed statistics of the piece are correct.
LEAD_IN_CONSTANTS = 17
# Minimum number of frames in the lead-in. Cuts and pauses at the start of a piece can be detected
# only if some previous frames are measured.
FEWEST_LEAD_IN = 4
# Longest time in seconds by which one frame advances the smoothing (core/runtime/clock.h).
LONGEST_STEP = Fraction(1, 8)
STATS = "stats/film.stats"  # path relative to the folder of the job


def seconds_of(text):
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(s|m|h)?", text)
    if not match:
        raise FarmError(f"{text!r} is not a length of time; allowed are lengths such as 60s, 5m and 1h", 2)
    value = Fraction(match[1]) * {"m": 60, "h": 3600}.get(match[2], 1)
    if value < Fraction(1, 10):
        raise FarmError(f"pieces of {text} are too short; allowed is 0.1s or more", 2)
    return value


# Values of the option cpu, from the oldest instruction set to the newest. A processor that supports
# one of these sets also supports all earlier ones.
SETS = ("sse4", "avx2", "avx512")


def instruction_set():
    """Returns the newest instruction set that this machine supports. With another instruction set,
    results differ in their last bits."""
    flags = set()
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = next(set(line.split()) for line in file if line.startswith("flags"))
    except (OSError, StopIteration):
        pass
    if {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= flags:
        return "avx512"
    if {"avx2", "fma", "bmi1", "bmi2", "f16c"} <= flags:
        return "avx2"
    return "sse4" if "sse4_2" in flags else platform.machine()


def pinned_set(chain):
    values = values_of(chain)
    device, named = values.get("device"), values.get("cpu")
    if device == "auto":
        raise FarmError("device=auto may select another device on each machine; allowed are cpu and cuda", 2)
    if device and device.startswith("cuda"):
        return chain, None
    if device is None:
        chain = with_options(chain, "device=cpu")
    if named == "auto":
        raise FarmError("cpu=auto may select another set on each machine; leave it out: the farm chooses one for all", 2)
    if named is not None and named not in SETS:
        raise FarmError(f"cpu={named} is not an instruction set; allowed are {', '.join(SETS)}", 2)
    best = named or instruction_set()
    pin = named is None and best in SETS
    return (with_options(chain, f"cpu={best}") if pin else chain), best


# Options that users must not pass to the encoder, because the farm sets these options itself.
RESERVED = (
    "-vf",
    "-filter",
    "-filter_complex",
    "-lavfi",
    "-map",
    "-ss",
    "-t",
    "-to",
    "-frames",
    "-f",
)


def check_encoder(options):
    for option in options:
        if option.split(":")[0] in RESERVED:
            raise FarmError(
                f"{option} is not allowed among the options of the encoder; filters are for --filter",
                2,
            )


# Matches a pass number in encoder parameters, such as -x265-params pass=2:bitrate=4000.
TWO_PASSES = re.compile(r"(?:^|:)pass=[123]")


def pinned(options, threads):
    """Returns the encoder options with a fixed number of threads, so that the output does not
    depend on the machine."""
    words = [option.split(":")[0] for option in options]
    if {"-pass", "-passlogfile"} & {*words} or any(TWO_PASSES.search(word) for word in options):
        raise FarmError(
            "an encoder with two passes cannot be cut: it would treat each "
            "piece as a whole film; use a constant quality (-crf, -qp, -cq)",
            2,
        )
    made = list(options)
    if "-threads" not in made:
        made += ["-threads", str(threads)]
    x265 = any(option == "libx265" for option in made)
    if x265 and "-x265-params" not in made:
        made += ["-x265-params", f"frame-threads={min(threads, 4)}:info=0"]
    return made


def version_of(program, *arguments):
    try:
        ran = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    except OSError as error:
        raise FarmError(f"{program} cannot be run: {error.strerror}") from None
    return ran.stdout.splitlines()[0] if ran.stdout else ""


# Components of FFmpeg that the farm needs for each film. NUT is needed only if the parts are NUT
# files.
COMPONENTS = ("filter=trim", "encoder=wrapped_avframe", "muxer=null", "muxer=framecrc", "demuxer=concat")
NUT = ("muxer=nut", "demuxer=nut")


def help_of(ffmpeg, component):
    ran = subprocess.run(
        [ffmpeg, "-v", "error", "-h", component],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    return ran.stdout


def has_component(ffmpeg, component):
    """Returns whether FFmpeg prints a help text for the component, such as "Muxer null [...]". For
    unknown components, FFmpeg prints an error instead, but its exit status is 0."""
    kind, name = component.split("=")
    return help_of(ffmpeg, component).startswith(f"{kind.capitalize()} {name}")


def check_ffmpeg(ffmpeg, output):
    if "stats_file" not in help_of(ffmpeg, "filter=tonelift"):
        raise FarmError(f"{ffmpeg} has no filter tonelift; name an FFmpeg that has it with --ffmpeg")
    needed = COMPONENTS + (NUT if ending_of_parts(output) == ".nut" else ())
    missing = [name for name in needed if not has_component(ffmpeg, name)]
    if missing:
        listed = " and ".join("the " + name.replace("=", " ") for name in missing)
        raise FarmError(
            f"{ffmpeg} lacks {listed}, which the farm needs; ffmpeg_filter/build.sh builds an FFmpeg "
            "with all components"
        )


def pieces(film, length):
    cuts = film.cuts(length)
    return list(zip(cuts, [*cuts[1:], len(film.frames)]))


def lead_in_of(film, begin, seconds):
    """Returns the first frame that must be measured so that the statistics of frame `begin` are
    correct. `seconds` is the duration of the lead-in."""
    by_time = film.frame_at(film.frames[begin] - seconds / film.time_base)
    frames = max(FEWEST_LEAD_IN, math.ceil(seconds / LONGEST_STEP))
    return max(0, min(by_time, begin - frames))


class Plan:
    """The content of plan.json. path() returns paths in the folder of the job."""

    def __init__(self, folder, values):
        self.folder = folder
        self.values = values
        self.film = Film(
            *(values[name] for name in ("time_base", "start_time", "width", "height", "frames", "keys"))
        )

    def __getattr__(self, name):
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def tasks(self, kind):
        if kind in ("measure", "join") and not self.measured:
            return 0
        return len(self.values[kind]) if kind in ARRAYS else 1

    def save(self):
        for name in ("stats", "parts", "done", "logs", "slurm"):
            os.makedirs(self.path(name), exist_ok=True)
        with open(self.path("plan.json.new"), "w", encoding="utf-8") as file:
            json.dump(self.values, file)
        os.replace(self.path("plan.json.new"), self.path("plan.json"))


TYPES = {
    "film_path film_bytes output filter": (str, int, str, str),
    "ffmpeg ffprobe tonelift command": (str, str, str, str),
    "files encoder threads versions": (dict, list, int, list),
    "time_base start_time width height": (str, str, int, int),
    "frames keys measure encode": (list, list, list, list),
    "measured replace": (bool, bool),
    "made_size instruction_set": ((list, type(None)), (str, type(None))),
    "picture others": (dict, list),
}


def is_piece(piece, frames):
    if not isinstance(piece, list) or [type(number) for number in piece] != [int] * 3:
        return False
    first, begin, end = piece
    return 0 <= first <= begin < end <= frames


def check_values(values):
    for names, types in TYPES.items():
        for name, wanted in zip(names.split(), types):
            if not isinstance(values[name], wanted):
                raise TypeError(name)
    for name, wanted in (("encoder", str), ("frames", int), ("keys", int)):
        if not values[name] or not all(isinstance(value, wanted) for value in values[name]):
            raise TypeError(name)
    for name in ARRAYS:
        if not all(is_piece(piece, len(values["frames"])) for piece in values[name]):
            raise TypeError(name)
    if Fraction(values["time_base"]) <= 0:
        raise ValueError("time_base")
    if len(TONELIFT.findall(values["filter"])) != 1:
        raise ValueError("filter")


def load(folder):
    folder = os.path.abspath(folder)
    try:
        with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
            values = json.load(file)
        version = values["version"]
    except (OSError, ValueError, KeyError, TypeError):
        raise FarmError(
            f"{folder} is not the folder of a job, or this machine cannot see it"
        ) from None
    if version != VERSION:
        raise FarmError(f"{folder} is of version {version!r} of the farm; allowed is {VERSION!r}: plan the film again")
    try:
        check_values(values)
        return Plan(folder, values)
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise FarmError(f"{folder}/plan.json is damaged: {error!r}") from None


def default_folder(output):
    return os.path.abspath(output) + ".farm"


def without(others, numbers):
    known = [stream["index"] for stream in others]
    for number in numbers:
        if number not in known:
            listed = ", ".join(map(str, known)) or "none"
            raise FarmError(f"--without {number}: allowed among the other streams of the film are: {listed}", 2)
    return [stream for stream in others if stream["index"] not in numbers]


def make(request):
    check_chain(request.filter)
    check_encoder(request.encoder)
    check_ffmpeg(request.ffmpeg, request.output)
    chain, files = with_files(request.filter)
    film_path = os.path.abspath(request.film)
    chain, cpu = pinned_set(chain)
    film = probe(request.ffmpeg, request.ffprobe, film_path, request.decode)
    picture, *others = as_values(streams_of(request.ffprobe, film_path))
    others = without(others, request.without)
    lead_in = Fraction(request.lead_in or LEAD_IN_CONSTANTS * smoothing_of(request.filter))
    return Plan(
        os.path.abspath(request.job or default_folder(request.output)),
        {
            "version": VERSION,
            "film_path": film_path,
            "film_bytes": os.path.getsize(film_path),
            "output": os.path.abspath(request.output),
            "filter": chain,
            "files": files,
            "encoder": pinned(request.encoder, request.threads),
            "threads": request.threads,
            "ffmpeg": request.ffmpeg,
            "ffprobe": request.ffprobe,
            "tonelift": request.tonelift,
            "versions": [
                version_of(request.ffmpeg, "-version"),
                version_of(request.tonelift, "--version"),
            ],
            "instruction_set": cpu,
            "time_base": str(film.time_base),
            "start_time": str(film.start_time),
            "width": film.width,
            "height": film.height,
            "frames": film.frames,
            "keys": film.keys,
            "picture": picture,
            "others": others,
            "measure": [
                [lead_in_of(film, begin, lead_in), begin, end]
                for begin, end in pieces(film, seconds_of(request.measure_chunk))
            ],
            "made_size": None,
            "measured": True,
            "encode": [[begin, begin, end] for begin, end in pieces(film, seconds_of(request.chunk))],
            "command": shlex.join(request.command),
            "replace": request.replace,
        },
    )


# Values of a plan that are ignored when two plans are compared.
APART = ("command", "ffmpeg", "ffprobe", "tonelift", "replace")
# Values that try_encoder() of trial.py sets after make(), so a new plan still has their defaults.
TRIED = ("measured", "made_size", "others")


def same_work(a, b):
    """Returns whether two plans are equal, so that the finished tasks of one plan also count for
    the other plan."""
    keys = {*a.values, *b.values} - {*APART, *TRIED}
    return all(a.values.get(key) == b.values.get(key) for key in keys)
