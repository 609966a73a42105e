# SPDX-License-Identifier: BSD-2-Clause
"""The command line of `tonelift farm`."""

import argparse
import concurrent.futures
import contextlib
import errno
import fcntl
import math
import os
import shutil
import subprocess
import sys
import threading

from . import FarmError, plan as plans, slurm, status
from .trial import try_encoder
from .work import (
    KINDS,
    do_task,
    end_on_signals,
    is_done,
    log_of,
    missing,
    remove_job,
    remove_rests,
)

ENCODER = "options of the encoder follow --, such as -- -c:v libx264 -crf 18"
EPILOG = f"""\
exit codes: 0 done, 1 an error, 2 wrong arguments, 3 no Slurm, 4 not finished yet.
The {ENCODER}"""


def parser_of():
    parser = argparse.ArgumentParser(
        prog="tonelift farm",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="A film in pieces, on this machine or with Slurm.",
    )
    commands = parser.add_subparsers(dest="action", required=True, metavar="COMMAND")
    for name, what in (
        ("submit", "plan a film and submit its tasks to Slurm"),
        ("local", "do the same tasks on this machine"),
    ):
        command = commands.add_parser(name, help=what)
        add_film_options(command)
        if name == "local":
            command.add_argument("-j", "--jobs", type=int, default=1, help="tasks at a time (1)")
        else:
            add_sbatch(command)
    for name, what in (
        ("status", "show the progress of a job"),
        ("resume", "do the missing tasks"),
        ("cancel", "stop a job"),
        ("clean", "remove the folder of a job"),
        ("task", "do one task of a job, as the scripts of Slurm do"),
    ):
        command = commands.add_parser(name, help=what)
        command.add_argument("folder", help="folder of the job: OUTPUT.farm")
        if name == "status":
            command.add_argument("--json", action="store_true")
        if name == "resume":
            add_sbatch(command)
        if name == "task":
            command.add_argument("kind", choices=KINDS)
            command.add_argument("index", type=int)
    return parser


def add_sbatch(command):
    command.add_argument(
        "--sbatch",
        action="append",
        default=[],
        metavar="OPTION",
        help="options for sbatch, such as --sbatch=--partition=gpu; may be repeated",
    )


def add_film_options(command):
    command.add_argument("film")
    command.add_argument("output", help="its extension determines the container")
    command.add_argument("--filter", default="tonelift", help="the chain of filters (tonelift)")
    command.add_argument("--chunk", default="60s", help="length of a piece to encode (60s)")
    command.add_argument("--measure-chunk", default="5m", help="length of a piece to measure (5m)")
    command.add_argument(
        "--lead-in",
        type=float,
        default=0,
        metavar="SECONDS",
        help="time to measure before each piece (17 times the option smoothing, at least 4 frames)",
    )
    command.add_argument(
        "--decode",
        action="store_true",
        help="find the frames of the film by decoding if its packets are not conclusive",
    )
    command.add_argument(
        "--without",
        type=int,
        action="append",
        default=[],
        metavar="STREAM",
        help="leave out a stream of the film, by its number; may be repeated",
    )
    command.add_argument("--threads", type=int, default=4, help="threads per task (4)")
    command.add_argument("--job", help="folder of the job (OUTPUT.farm); all machines must see it")
    command.add_argument("--ffmpeg", default="ffmpeg", help="an FFmpeg with the filter")
    command.add_argument("--ffprobe", default="ffprobe")
    command.add_argument("--tonelift", default=os.environ.get("TONELIFT_PROGRAM", "tonelift"))
    command.add_argument("-y", dest="replace", action="store_true", help="replace the output")


def program_path(name):
    """Returns the path of a program. Searches only the absolute folders in PATH, because the
    current folder can be untrusted."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    found = shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, folders)) or os.sep)
    if not found:
        option = {"ffmpeg": "--ffmpeg", "ffprobe": "--ffprobe"}.get(name, "--tonelift")
        raise FarmError(f"{name} cannot be found; give its path with {option}", 2)
    return os.path.abspath(found)


def check_room(plan):
    folder = os.path.dirname(plan.folder)
    free = shutil.disk_usage(folder).free
    if free < 2 * plan.film_bytes:
        raise FarmError(
            f"{folder} has {free >> 20} MiB free, and the job may need "
            f"{2 * plan.film_bytes >> 20}; name another folder with --job"
        )


def check_places(request):
    folder = os.path.dirname(os.path.abspath(request.output))
    if not os.path.isdir(folder):
        raise FarmError(f"there is no folder {folder} for the output; make it, or name another output", 2)
    if os.path.isdir(request.output):
        raise FarmError(f"{request.output} is a folder; name a file", 2)
    if os.path.exists(request.output) and os.path.samefile(request.film, request.output):
        raise FarmError(f"{request.output} is the film itself; name another output", 2)


def check_output(plan):
    if os.path.lexists(plan.output) and not plan.replace and not is_done(plan, "finish", 0):
        raise FarmError(f"{plan.output} exists; -y replaces it", 2)


def check_request(request):
    request.ffmpeg, request.ffprobe, request.tonelift = map(
        program_path, (request.ffmpeg, request.ffprobe, request.tonelift)
    )
    if not request.encoder:
        raise FarmError(f"the encoder is missing; {ENCODER}", 2)
    for name in ("threads", "jobs"):
        number = getattr(request, name, 1)
        if number < 1:
            raise FarmError(f"--{name} {number}: allowed is 1 or more", 2)
    if not (math.isfinite(request.lead_in) and request.lead_in >= 0):
        raise FarmError(f"--lead-in {request.lead_in:g}: allowed is 0 or more seconds", 2)
    check_places(request)


def same_plan(made):
    old = plans.load(made.folder)
    if not plans.same_work(made, old):
        raise FarmError(
            f"{made.folder} has another job: {old.command}; finish it with resume, or "
            "remove it with clean",
            2,
        )
    slurm.check_idle(old)
    for name in plans.APART:
        old.values[name] = made.values[name]
    old.save()
    return old


def saved_plan(made):
    """Saves the new plan `made`, or returns the equal plan that is saved already. The caller must
    hold the lock of the folder."""
    check_output(made)
    if os.path.exists(made.path("plan.json")):
        return same_plan(made)
    if set(os.listdir(made.folder)) - {"lock"}:
        raise FarmError(f"{made.folder} is not empty and is not the folder of a job", 2)
    check_room(made)
    try_encoder(made)
    made.save()
    return made


def try_lock(lock, path):
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK):
            raise
    # A `clean` in another process can have removed the file between open and lock.
    return os.path.exists(path) and os.path.samestat(os.fstat(lock.fileno()), os.stat(path))


@contextlib.contextmanager
def locked(folder):
    """Locks the folder of a job, so that no other process can clean the folder, or plan or run its
    job."""
    path = os.path.join(folder, "lock")
    with open(path, "a", encoding="ascii") as lock:
        if not try_lock(lock, path):
            raise FarmError(f"{folder} is running; wait, or stop it with cancel", 4)
        yield


@contextlib.contextmanager
def new_plan(request):
    """Locks the folder of the job while the plan is in use. If no plan was saved, the folder is
    removed if it is otherwise empty."""
    check_request(request)
    made = plans.make(request)
    folder, new = made.folder, not os.path.isdir(made.folder)
    if new:
        os.makedirs(folder, exist_ok=True)
    elif os.listdir(folder) and not {"lock", "plan.json"} & {*os.listdir(folder)}:
        raise FarmError(f"{folder} is not empty and is not the folder of a job", 2)
    with locked(folder):
        try:
            yield saved_plan(made)
        finally:
            remove_empty(folder, new)


def remove_empty(folder, new):
    with contextlib.suppress(FileNotFoundError):
        if os.listdir(folder) == ["lock"]:
            os.unlink(os.path.join(folder, "lock"))
            if new:
                os.rmdir(folder)


class LocalTasks:
    """Runs tasks on this machine, each in its own process. These processes end when this process
    ends."""

    def __init__(self, plan, program):
        self.plan, self.program = plan, program
        self.lock, self.running, self.ended = threading.Lock(), set(), False

    def run(self, kind, index):
        with open(log_of(self.plan, kind, index), "a", encoding="utf-8") as log:
            with self.lock:
                if self.ended:
                    return 1
                child = subprocess.Popen(
                    [sys.executable, self.program, "task", self.plan.folder, kind, str(index)],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
                self.running.add(child)
            child.wait()
            with self.lock:
                self.running.discard(child)
            return child.returncode

    def end(self):
        with self.lock:
            self.ended = True
            for child in self.running:
                child.terminate()


def run_local(plan, program, jobs):
    """Runs the missing tasks of the plan, `jobs` tasks at a time. The caller must hold the lock of
    the folder."""
    tasks = LocalTasks(plan, program)
    with concurrent.futures.ThreadPoolExecutor(max(jobs, 1)) as pool:
        remove_rests(plan)
        if not any(missing(plan, kind) for kind in KINDS):
            print(f"finished already: {plan.output}", flush=True)
        try:
            for kind in KINDS:
                todo = missing(plan, kind)
                if not todo:
                    continue
                states = list(pool.map(lambda index, kind=kind: tasks.run(kind, index), todo))
                done = len(states) - sum(map(bool, states))
                print(f"{kind}: {done} of {len(todo)} done", flush=True)
                if any(states):
                    listed = status.failures(plan, [kind], ended=True)
                    raise FarmError("\n".join(listed) or f"{kind} failed")
        finally:
            tasks.end()


def submit(plan, program, more):
    slurm.check_size(plan)
    jobs = slurm.submit(plan, program, more)
    listed = ", ".join(f"{kind} {number}" for kind, number in jobs.items()) or "finished already"
    print(f"{plan.folder}: {listed}")


def resume(plan, program, more):
    released = slurm.release(plan)
    if released:
        print(f"{plan.folder}: {released} held tasks are released")
    else:
        submit(plan, program, more)


def act(request, program):
    if request.action in ("submit", "resume"):
        slurm.check()
    if request.action in ("submit", "local"):
        end_on_signals()
        with new_plan(request) as made:
            if request.action == "submit":
                submit(made, program, request.sbatch)
            else:
                run_local(made, program, request.jobs)
        return 0
    plan = plans.load(request.folder)
    if request.action == "task":
        do_task(plan, request.kind, request.index)
    elif request.action == "status":
        return 0 if status.show(plan, request.json)["finished"] else 4
    elif request.action == "resume":
        with locked(plan.folder):
            resume(plan, program, request.sbatch)
    elif request.action == "cancel":
        print("cancelled" if slurm.cancel(plan) else "nothing was submitted")
    else:
        with locked(plan.folder):
            if slurm.queued(plan):
                raise FarmError("the job is waiting or running; cancel it first", 4)
            remove_job(plan)
    return 0


def parsed(arguments):
    parser = parser_of()
    request, unknown = parser.parse_known_args(arguments)
    if unknown:
        advice = f"; {ENCODER}" if request.action in ("submit", "local") else ""
        parser.error(f"unknown arguments: {' '.join(unknown)}{advice}")
    return request


def main(arguments, program):
    at = arguments.index("--") if "--" in arguments else len(arguments)
    request = parsed(arguments[:at])
    request.encoder, request.command = arguments[at + 1 :], arguments
    try:
        return act(request, program)
    except FarmError as error:
        print(f"tonelift farm: {error}", file=sys.stderr)
        return error.status
    except OSError as error:
        print(f"tonelift farm: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
