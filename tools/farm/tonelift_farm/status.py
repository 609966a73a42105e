# SPDX-License-Identifier: BSD-2-Clause
"""Shows the progress of a job. The sources are the records of finished tasks, the logs, and Slurm's
queue."""

import collections
import json
import os
import sys

from . import slurm
from .work import is_done, log_of, read_record

BAR = 30


def records(plan, kind):
    found = (read_record(plan, kind, index) for index in range(plan.tasks(kind)))
    return [record for record in found if record]


def gather(plan):
    encoded, measured = records(plan, "encode"), records(plan, "measure")
    tasks = slurm.queued(plan)
    states = collections.Counter(task.state for task in tasks)
    frames = sum(record["frames"] for record in encoded)
    seconds = sum(record["seconds"] for record in encoded)
    running = states.get("RUNNING", 0)
    rate = frames / seconds if seconds else 0
    left = len(plan.film.frames) - frames
    return {
        "output": plan.output,
        "finished": is_done(plan, "finish", 0),
        "measured": {"done": len(measured), "of": plan.tasks("measure")},
        "joined": is_done(plan, "join", 0),
        "encoded": {"done": len(encoded), "of": plan.tasks("encode")},
        "frames": {"done": frames, "of": len(plan.film.frames)},
        "fps_of_a_task": round(rate, 3),
        "seconds_left": round(left / rate / running, 1) if rate and running else None,
        "task_seconds": round(sum(record["seconds"] for record in measured + encoded), 1),
        "cpu_seconds": round(sum(record["cpu_seconds"] for record in measured + encoded), 1),
        "tries_again": sum(record["tries"] - 1 for record in measured + encoded),
        "tasks": states,
        "nodes": sorted({task.node for task in tasks if task.node}),
        "held": {task.id: task.reason for task in tasks if task.held},
    }


def bar(done, of):
    filled = BAR * done // of if of else BAR
    return "[" + "#" * filled + "." * (BAR - filled) + f"] {done}/{of}"


def text(counts):
    lines = [
        f"measure {bar(counts['measured']['done'], counts['measured']['of'])}",
        f"encode  {bar(counts['encoded']['done'], counts['encoded']['of'])}"
        f"  {counts['frames']['done']} of {counts['frames']['of']} frames",
    ]
    if counts["fps_of_a_task"]:
        lines.append(f"{counts['fps_of_a_task']:.1f} frames per second and task")
    if counts["seconds_left"] is not None:
        lines.append(f"about {counts['seconds_left'] / 60:.1f} minutes left")
    if counts["tasks"]:
        states = ", ".join(f"{count} {state.lower()}" for state, count in counts["tasks"].items())
        lines.append(f"tasks: {states}; nodes: {' '.join(counts['nodes']) or 'none yet'}")
    for task, reason in counts["held"].items():
        lines.append(f"task {task} is held ({reason}): tonelift farm resume releases it")
    if counts["tries_again"]:
        lines.append(f"{counts['tries_again']} tries had to be repeated")
    lines.append(f"finished: {counts['output']}" if counts["finished"] else "not finished")
    return "\n".join(lines)


def failure(log, task, ended):
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    begins = (f"{task}, try ", f"tonelift farm: {task}: ")
    wrong = [line for line in lines if line.startswith(begins)] or (lines if ended else [])
    if wrong or ended:
        return f"{wrong[-1].removeprefix('tonelift farm: ') if wrong else task + ' failed'} ({log})"
    return None


def failures(plan, kinds=("measure", "join", "encode", "finish"), ended=False):
    """Returns a line for each failed task. `ended` means that no task is running, so each
    unfinished task has failed."""
    found = []
    for kind in kinds:
        for index in range(plan.tasks(kind)):
            log = log_of(plan, kind, index)
            if not is_done(plan, kind, index) and os.path.exists(log):
                found.append(failure(log, f"{kind} {index}", ended))
    return [line for line in found if line]


def show(plan, as_json):
    counts = gather(plan)
    counts["failures"] = failures(plan) if not counts["finished"] else []
    if as_json:
        json.dump(counts, sys.stdout)
        print()
    else:
        print("\n".join([text(counts), *counts["failures"]]))
    return counts
