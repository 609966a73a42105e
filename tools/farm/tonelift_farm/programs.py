# SPDX-License-Identifier: BSD-2-Clause
"""Runs the programs of a job's tasks."""

import os
import signal
import subprocess
import sys

from . import FarmError


SEPARATOR = " | "  # between the messages of a program


def reason_of(messages):
    """Returns the last messages of a program as one line. If FFmpeg could not create the filter
    tonelift, the filter's messages come first."""
    lines = [line.strip() for line in messages.splitlines() if line.strip()]
    lines = [line for line in lines if "not fully tagged" not in line]
    first = len(lines) - 4
    ours = [line for line in lines[: max(first, 0)] if "tonelift_" in line]
    if not any("rror initializing filter" in line for line in lines):
        ours = []
    return SEPARATOR.join(ours[-2:] + lines[max(first, 0) :])


def run(command, folder):
    """Runs a program. If this process is interrupted, the program and its children are killed."""
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as child:
        try:
            output, messages = child.communicate()
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
    return child.returncode, output, messages


def expect_success(command, status, messages):
    if status != 0:
        raise FarmError(
            f"{os.path.basename(command[0])} ended with {status}: {reason_of(messages)}"
        )


def call(command, folder, check=True):
    print("+", subprocess.list2cmdline(command), flush=True)
    status, output, messages = run(command, folder)
    sys.stderr.write(messages)
    sys.stderr.flush()
    if check:
        expect_success(command, status, messages)
    return status, output, messages
