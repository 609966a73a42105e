# SPDX-License-Identifier: BSD-2-Clause
"""Runs the tasks of a job. Each task can be repeated at any time."""

import glob
import json
import os
import re
import resource
import shutil
import signal
import socket
import sys
import time

from . import FarmError
from .chain import behind, digest_of, measuring, with_stats
from .others import cover_name, ending_of_parts, extraction, from_values, is_file, maps
from .plan import ARRAYS, SETS, STATS, instruction_set, version_of
from .probe import PICTURE, Stream, probe
from .programs import call, reason_of

KINDS = ("measure", "join", "encode", "finish")
TRIES = 3
CHANGES_SIZE = "the picture changes its size within the film; such a film needs a single run"
NEAR = 0.002  # largest allowed error of a timestamp, in seconds


def token():
    restart = os.environ.get("SLURM_RESTART_COUNT", "0")
    return f"{os.environ.get('SLURM_JOB_ID', '0')}.{restart}.{socket.gethostname()}.{os.getpid()}"


def input_of(plan, first, end):
    film = plan.film
    seek = film.seek_time(film.frames[first])
    trim = [f"start_pts={film.frames[first]}"]
    if end < len(film.frames):
        trim.append(f"end_pts={film.frames[end]}")
    where = [] if seek is None else ["-noaccurate_seek", "-ss", f"{float(seek):.6f}"]
    return (
        [
            plan.ffmpeg,
            "-nostdin",
            "-v",
            "warning",
            *where,
            "-copyts",
            "-i",
            plan.film_path,
            "-map",
            f"0:{PICTURE}",
        ],
        "trim=" + ":".join(trim),
    )


def filtered(plan, first, end, chain):
    source, trim = input_of(plan, first, end)
    return [
        *source,
        "-vf",
        behind(trim, chain),
        "-fps_mode",
        "passthrough",
        "-enc_time_base",
        f"{plan.film.time_base.numerator}:{plan.film.time_base.denominator}",
        *plan.film.shifted(),
    ]


def stats_count(plan, path):
    summary = call([plan.tonelift, "stats", "check", path], plan.folder)[1]
    return int(re.search(r"(\d+) frames", summary)[1])


def measure_frames(plan, name, first, end):
    part = f"stats/{name}.{token()}.stats"
    chain = measuring(plan.filter, part)
    command = [*filtered(plan, first, end, chain), "-f", "null", "-"]
    reason = reason_of(call(command, plan.folder)[2])
    count = stats_count(plan, part)
    if count != end - first:
        os.unlink(plan.path(part))
        raise FarmError(f"{count} of {end - first} frames were measured", lasting=not reason)
    os.replace(plan.path(part), plan.path(f"stats/{name}.stats"))
    return end - first


def measure(plan, index):
    lead, _, end = plan.values["measure"][index]
    return measure_frames(plan, f"piece_{index:05}", lead, end)


def mend(plan, names, stamps, messages):
    again = re.search(r"(piece_(\d+))\.stats.*again from (-?\d+) to (-?\d+)", messages)
    if not again:
        raise FarmError(f"the statistics cannot be joined: {reason_of(messages)}")
    index, first, last = int(again[2]), stamps.get(int(again[3])), stamps.get(int(again[4]))
    lead, _, end = plan.values["measure"][index]
    whole = last == end - 1
    if first is None or last is None or (whole and lead == first == 0):
        raise FarmError(f"the statistics cannot be joined: {reason_of(messages)}")
    name = again[1] if whole else f"seam_{index:05}_{first}"
    print(f"frames {first} to {last}, at piece {index}, are measured again", flush=True)
    measure_frames(plan, name, first, last + 1)
    if not whole:
        names.insert(names.index(f"stats/{again[1]}.stats"), f"stats/{name}.stats")


def join(plan, _):
    names = [f"stats/piece_{index:05}.stats" for index in range(plan.tasks("measure"))]
    stamps = {
        round(plan.film.seconds(pts) * 10**6): number for number, pts in enumerate(plan.film.frames)
    }
    for _ in range(2 * len(names) + 1):
        status, text, messages = call([plan.tonelift, "stats", "join", *names], plan.folder, False)
        if status == 0:
            break
        mend(plan, names, stamps, messages)
    if len(set(re.findall(r"^size (\S+)", text, re.MULTILINE))) > 1:
        raise FarmError(CHANGES_SIZE, lasting=True)
    part = plan.path(f"{STATS}.{token()}")
    with open(part, "w", encoding="ascii") as file:
        file.write(text)
    if stats_count(plan, part) != len(plan.film.frames):
        raise FarmError("the statistics and the film have different numbers of frames")
    os.replace(part, plan.path(STATS))
    return len(plan.film.frames)


def check_times(plan, path, first, end, messages=""):
    made = probe(plan.ffmpeg, plan.ffprobe, path, made=True)
    if plan.made_size and [made.width, made.height] != plan.made_size:
        raise FarmError(CHANGES_SIZE, lasting=True)
    found = [made.seconds(pts) for pts in made.frames]
    wanted = [plan.film.seconds(pts) for pts in plan.film.frames[first:end]]
    name = os.path.basename(path)
    if len(found) != len(wanted):
        raise FarmError(
            f"{name} has {len(found)} frames, and the film has {len(wanted)} there, from frame {first} "
            f"on, at {float(wanted[0]):.3f} s{cause_of(messages)}",
            lasting=not reason_of(messages),
        )
    shift = found[0] - wanted[0]
    off = [abs(a - b - shift) for a, b in zip(found, wanted)]
    if max(off) > NEAR:
        number = off.index(max(off))
        raise FarmError(
            f"{name}: frame {first + number} of the film, at {float(wanted[number]):.3f} s, is "
            f"{float(max(off)):.4f} s off; filters and encoder must keep timestamps"
        )


def cause_of(messages):
    reason = reason_of(messages)
    if reason:
        return f": {reason}"
    return "; the filters must keep the number of frames, and if they do, plan again with --decode"


def part_name(plan, index):
    name = index if isinstance(index, str) else f"{index:05}"
    return f"parts/{name}{ending_of_parts(plan.output)}"


def encode(plan, index):
    _, begin, end = plan.values["encode"][index]
    name, part = part_name(plan, index), part_name(plan, f"{index:05}.{token()}")
    try:
        chain = with_stats(plan.filter, STATS, "read") if plan.measured else plan.filter
        command = [*filtered(plan, begin, end, chain), *plan.encoder, "-y", part]
        messages = call(command, plan.folder)[2]
        check_times(plan, plan.path(part), begin, end, messages)
        os.replace(plan.path(part), plan.path(name))
    finally:
        if os.path.exists(plan.path(part)):
            os.unlink(plan.path(part))
    return end - begin


def concat_list(plan):
    """Writes the list of encoded parts for FFmpeg, with the first timestamp of each part. Without
    this timestamp, FFmpeg would not find the start of a short part."""
    lines = ["ffconcat version 1.0"]
    frames, film = plan.film.frames, plan.film
    for index, (_, begin, end) in enumerate(plan.values["encode"]):
        lines.append(f"file '{os.path.basename(part_name(plan, index))}'")
        lines.append(f"inpoint {float(film.seconds(frames[begin]) + film.shift()):.6f}")
        if end < len(frames):
            lines.append(f"duration {float(film.seconds(frames[end] - frames[begin])):.6f}")
    with open(plan.path("parts/list.ffconcat"), "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


def extractions(plan, folder):
    """Returns the commands that write the covers to `folder`."""
    return [
        extraction(plan.ffmpeg, plan.film_path, stream, os.path.join(folder, cover_name(stream)))
        for stream in from_values(plan.others)
        if is_file(stream, plan.output)
    ]


def statements_of_picture(plan):
    tags = {name.lower(): value for name, value in plan.picture["tags"].items()}
    names = [name for name in ("language", "title") if name in tags]
    kept = "+".join(Stream(plan.picture).dispositions)
    words = [word for name in names for word in ("-metadata:s:v:0", f"{name}={tags[name]}")]
    return [*words, *(["-disposition:v:0", kept] if kept else [])]


def joining(plan, parts, covers):
    """Returns the command that joins the encoded parts and the other streams of the film, without
    encoding. `covers` is the folder of the covers."""
    begin = float(plan.film.seconds(plan.film.frames[0]))
    return [
        *(plan.ffmpeg, "-nostdin", "-v", "warning", "-copyts", "-f", "concat", "-safe", "0"),
        *("-itsoffset", f"{begin:.6f}", "-i", parts, "-i", plan.film_path, "-map", "0:v"),
        *maps(from_values(plan.others), plan.output, covers, 1),
        *("-map_metadata", "1", "-map_chapters", "1", *statements_of_picture(plan), "-c", "copy"),
        *(*plan.film.shifted(), "-y"),
    ]


def take_name(part, output):
    """Renames the file `part` to `output`. Returns False if a file `output` already exists."""
    try:
        os.link(part, output)
    except FileExistsError:
        return False
    except OSError:  # The file system has no hard links, so an empty file reserves the name first.
        try:
            os.close(os.open(output, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        os.replace(part, output)
    return True


def give_name(part, output, replace):
    if replace:
        os.replace(part, output)
    elif not take_name(part, output):
        raise FarmError(
            f"{output} exists and was made by another "
            "program; move it away and resume, or replace it with -y",
            lasting=True,
        )


def beside_output(plan, name):
    stem, ending = os.path.splitext(plan.output)
    return f"{stem}.{name}{ending}"


def finish(plan, _):
    concat_list(plan)
    part, note = beside_output(plan, token()), plan.path("parts", f"finish.{token()}")
    with open(note, "w", encoding="ascii"):
        pass  # If this attempt is killed, later attempts find the note and remove the partial film.
    try:
        for command in extractions(plan, plan.path("parts")):
            call(command, plan.path("parts"))
        command = joining(plan, "parts/list.ffconcat", plan.path("parts"))
        messages = call([*command, part], plan.folder)[2]
        check_times(plan, part, 0, len(plan.film.frames), messages)
        give_name(part, plan.output, plan.replace)
    finally:
        for path in (part, note):
            if os.path.exists(path):
                os.unlink(path)
    return len(plan.film.frames)


def result_of(plan, kind, index):
    names = {
        "measure": f"stats/piece_{index:05}.stats",
        "join": STATS,
        "encode": part_name(plan, index),
    }
    return plan.path(names[kind]) if kind in names else plan.output


def record_of(plan, kind, index):
    return plan.path("done", f"{kind}_{index:05}.json")


def log_of(plan, kind, index):
    """Returns the path of a task's log. For Slurm, `index` is "%a", which Slurm replaces with the
    number of the task."""
    return plan.path("logs", f"{kind}_{index}.log" if kind in ARRAYS else f"{kind}.log")


def read_record(plan, kind, index):
    """Returns the record of a finished task. Returns None if the record is incomplete or the result
    is missing, which happens if the machine fails."""
    try:
        with open(record_of(plan, kind, index), encoding="ascii") as file:
            record = json.load(file)
        numbers = [record[name] for name in ("frames", "seconds", "tries", "cpu_seconds")]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    whole = all(isinstance(number, (int, float)) for number in numbers)
    return record if whole and os.path.exists(result_of(plan, kind, index)) else None


def is_done(plan, kind, index):
    return read_record(plan, kind, index) is not None


def missing(plan, kind):
    return [index for index in range(plan.tasks(kind)) if not is_done(plan, kind, index)]


def check_instruction_set(wanted, here):
    """Raises FarmError if this machine lacks the instruction set of the plan. A machine with one of
    SETS also supports all earlier ones."""
    if wanted is None or wanted == here:
        return
    if wanted not in SETS or here not in SETS or SETS.index(wanted) > SETS.index(here):
        raise FarmError(
            f"{socket.gethostname()} has {here}, and the plan was made for {wanted}: its pictures "
            "would differ in their last bits; plan with --filter tonelift=cpu=... for a set that "
            "all machines have"
        )


def check_machine(plan):
    if not os.access(plan.film_path, os.R_OK):
        raise FarmError(
            f"{plan.film_path} cannot be read on {socket.gethostname()}; the machines "
            "need a folder that they share"
        )
    if os.path.getsize(plan.film_path) != plan.film_bytes:
        raise FarmError(f"{plan.film_path} has changed since it was planned")
    for path, digest in plan.files.items():
        if digest_of(path) != digest:
            raise FarmError(f"{path} has changed since the film was planned")
    versions = [version_of(plan.ffmpeg, "-version"), version_of(plan.tonelift, "--version")]
    if versions != plan.versions:
        raise FarmError(f"{socket.gethostname()} has {versions}, and the plan {plan.versions}")
    check_instruction_set(plan.instruction_set, instruction_set())


def write_record(plan, kind, index, frames, seconds, tries):
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    record = {
        "frames": frames,
        "seconds": round(seconds, 3),
        "tries": tries,
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 3),
        "node": socket.gethostname(),
        "slurm_node": os.environ.get("SLURMD_NODENAME", ""),
    }
    path = record_of(plan, kind, index)
    with open(f"{path}.{token()}", "w", encoding="ascii") as file:
        json.dump(record, file)
    os.replace(f"{path}.{token()}", path)


ENDS = (signal.SIGTERM, signal.SIGHUP)


def terminate(number, _):
    """Ends this process. Further signals are ignored, so that they do not interrupt the ending of
    its programs."""
    for other in ENDS:
        signal.signal(other, lambda *_: None)
    raise SystemExit(128 + number)


def end_on_signals():
    """Makes signals such as SIGTERM end this process and its programs. Signals that are ignored
    already, as under nohup, stay ignored."""
    for number in ENDS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, terminate)


def do_task(plan, kind, index):
    """Runs one task. After a failure, the task is repeated up to TRIES times, unless another
    attempt would fail in the same way."""
    end_on_signals()
    if not 0 <= index < plan.tasks(kind):
        raise FarmError(f"task {kind} {index} does not exist; allowed is 0 to {plan.tasks(kind) - 1}", 2)
    if is_done(plan, kind, index):
        print(f"{kind} {index} is done already")
        return
    try:
        check_machine(plan)
    except FarmError as error:
        raise FarmError(f"{kind} {index}: {error}") from None
    work = {"measure": measure, "join": join, "encode": encode, "finish": finish}[kind]
    for tries in range(1, TRIES + 1):
        begin = time.monotonic()
        try:
            frames = work(plan, index)
            write_record(plan, kind, index, frames, time.monotonic() - begin, tries)
            print(f"{kind} {index}: {frames} frames in {time.monotonic() - begin:.1f} s")
            return
        except (FarmError, OSError) as error:
            print(f"{kind} {index}, try {tries}: {error}", file=sys.stderr, flush=True)
            failure = error
        if getattr(failure, "lasting", False):
            break
    times = "once, and would again" if tries == 1 else f"{tries} times"
    raise FarmError(f"{kind} {index} failed {times}: {failure}")


def remove_films(plan):
    for note in glob.glob(os.path.join(glob.escape(plan.path("parts")), "finish.*")):
        part = beside_output(plan, os.path.basename(note).removeprefix("finish."))
        if os.path.exists(part):
            os.unlink(part)
        os.unlink(note)


def remove_rests(plan):
    remove_films(plan)
    for kind in ("stats", "parts"):
        for path in glob.glob(os.path.join(glob.escape(plan.path(kind)), "*")):
            name = os.path.basename(path)
            whole = re.fullmatch(
                r"(piece_)?\d{5}\.(stats|nut|mkv|mp4|mov)|film\.stats|list\.ffconcat", name
            )
            if not whole:
                os.unlink(path)


def remove_job(plan):
    remove_films(plan)
    for name in ("stats", "parts", "done", "logs", "slurm"):
        shutil.rmtree(plan.path(name), ignore_errors=True)
    for name in ("plan.json", "lock"):
        if os.path.exists(plan.path(name)):
            os.unlink(plan.path(name))
    if not os.listdir(plan.folder):
        os.rmdir(plan.folder)
