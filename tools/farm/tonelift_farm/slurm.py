# SPDX-License-Identifier: BSD-2-Clause
"""Writes the job scripts for Slurm, which schedules the tasks. Submits these scripts, and queries
the state of the tasks."""

import json
import os
import re
import shlex
import shutil
import subprocess
import typing

from . import FarmError
from .plan import ARRAYS, STATS
from .programs import SEPARATOR, reason_of
from .work import KINDS, log_of, missing, remove_rests

NEEDED = ("sbatch", "squeue", "scancel", "scontrol")
OLDEST = (20, 11)
# Maximum number of tasks in a job array, used if Slurm does not state its limit.
USUAL_ARRAY = 1001

SCRIPT = "#!/bin/bash\n" """\
#SBATCH --job-name=tonelift-{kind}
#SBATCH --chdir={folder}
#SBATCH --output={log}
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task={cpus}
#SBATCH --mem={memory}M
{more}# Written by tonelift farm. It may be changed and submitted by hand; a task that is done already
# is not done again.
exec {program} task {folder} {kind} "${{SLURM_ARRAY_TASK_ID:-0}}"
"""


def run(*command):
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise FarmError(f"{command[0]} says: {reason_of(ran.stderr) or reason_of(ran.stdout)}")
    return ran.stdout


def answer_of(*command):
    """Runs a command that fails only if Slurm is not configured or not running."""
    try:
        return run(*command)
    except FarmError as error:
        last = str(error).split(SEPARATOR)[-1]
        raise FarmError(
            f"Slurm does not answer ({last}); tonelift farm local does the same on this machine", 3
        ) from None


def check():
    lacking = [name for name in NEEDED if not shutil.which(name)]
    if lacking:
        raise FarmError(
            f"Slurm is missing ({', '.join(lacking)} cannot be "
            "found); tonelift farm local does the same on this machine",
            3,
        )
    version = re.search(r"(\d+)\.(\d+)", answer_of("sbatch", "--version"))
    if version and (int(version[1]), int(version[2])) < OLDEST:
        raise FarmError(f"Slurm {version[0]} is too old; {OLDEST[0]}.{OLDEST[1]} is needed", 3)
    answer_of("scontrol", "ping")


def largest_array():
    found = re.search(r"MaxArraySize\s*=\s*(\d+)", run("scontrol", "show", "config"))
    return int(found[1]) if found else USUAL_ARRAY


def check_size(plan):
    most = largest_array()
    for kind, option in (("encode", "--chunk"), ("measure", "--measure-chunk")):
        if plan.tasks(kind) > most:
            raise FarmError(
                f"{plan.tasks(kind)} pieces exceed the {most} tasks of an array "
                f"that this Slurm allows (MaxArraySize); make {option} longer",
                2,
            )


def memory_of(plan):
    """Returns the memory of a task in megabytes. Decoder, filter and encoder together use about 400
    bytes per pixel, and 1000 MB are in reserve."""
    return 1000 + plan.film.width * plan.film.height * 400 // 10**6


def ranges(numbers):
    """Formats numbers in Slurm's notation: [0, 1, 2, 5] is "0-2,5"."""
    parts = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def script_path(plan, kind):
    return plan.path("slurm", f"{kind}.sbatch")


def write_scripts(plan, program, more):
    for kind in KINDS:
        array = kind in ARRAYS
        lines = "".join(f"#SBATCH {option}\n" for option in more)
        with open(script_path(plan, kind), "w", encoding="utf-8") as file:
            file.write(
                SCRIPT.format(
                    kind=kind,
                    folder=shlex.quote(plan.folder),
                    cpus=plan.threads if array else 1,
                    log=shlex.quote(log_of(plan, kind, "%a")),
                    memory=memory_of(plan),
                    more=lines,
                    program=shlex.quote(program),
                )
            )


def jobs_of(plan):
    try:
        with open(plan.path("slurm", "jobs.json"), encoding="ascii") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


class Task(typing.NamedTuple):
    id: str
    state: str
    node: str
    reason: str

    @property
    def held(self):
        """Whether Slurm holds the task, which happens if a node failed to launch it."""
        return self.state == "PENDING" and "held" in self.reason.lower()


def queued(plan):
    jobs = jobs_of(plan)
    if not jobs or not shutil.which("squeue"):
        return []
    ran = subprocess.run(
        ["squeue", "-h", "-r", "-o", "%i|%T|%N|%r", "-j", ",".join(jobs.values())],
        capture_output=True,
        text=True,
        check=False,
    )
    return [Task(*line.strip().split("|", 3)) for line in ran.stdout.splitlines()]


def release(plan):
    held = [task.id for task in queued(plan) if task.held]
    if held:
        run("scontrol", "release", *held)
    return len(held)


def check_idle(plan):
    if queued(plan):
        raise FarmError("the job is waiting or running already; see tonelift farm status", 4)


def submit(plan, program, more):
    """Submits the missing tasks. The tasks of each kind wait until all tasks of the previous kinds
    have succeeded."""
    check_idle(plan)
    remove_rests(plan)
    write_scripts(plan, program, more)
    jobs, before = {}, None
    for kind in KINDS:
        todo = missing(plan, kind)
        if not todo or (kind == "measure" and os.path.exists(plan.path(STATS))):
            continue
        command = ["sbatch", "--parsable"]
        if before:
            command.append(f"--dependency=afterok:{before}")
        if kind in ARRAYS:
            command.append(f"--array={ranges(todo)}")
        before = run(*command, script_path(plan, kind)).strip().split(";")[0]
        jobs[kind] = before
        with open(plan.path("slurm", "jobs.json"), "w", encoding="ascii") as file:
            json.dump(jobs, file)
    return jobs


def cancel(plan):
    jobs = jobs_of(plan)
    if jobs:
        run("scancel", *jobs.values())
    return bool(jobs)
