# SPDX-License-Identifier: BSD-2-Clause
"""Runs a Slurm cluster on this machine. The nodes of the cluster are processes. The system's own
Slurm is neither used nor changed."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "unshare")
DEPLOY = Path(__file__).resolve().parents[2] / "deploy" / "slurm"

CONFIGURATION = """\
ClusterName=tonelift
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
AuthInfo=socket={folder}/run/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/slurmd.%n.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=1
MessageTimeout=2
TCPTimeout=1
KillWait=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=5
MpiDefault=none
SlurmdParameters=config_overrides
NodeName=node[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 Port={first}-{last} CPUs=1 RealMemory=8000 Weight=1
PartitionName=film Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
CLOUD = """\
NodeName=cloud[1-2] NodeHostname={host} NodeAddr=127.0.0.1 Port={cloud_first}-{cloud_last} CPUs=1 RealMemory=8000 Weight=100 State=CLOUD
SuspendProgram={folder}/etc/suspend
ResumeProgram={folder}/etc/resume
SuspendTime=8
SuspendTimeout=5
ResumeTimeout=30
ResumeRate=0
SuspendRate=0
SuspendExcNodes=node[1-{nodes}]
SlurmctldParameters=idle_on_node_suspend
"""


def why_not():
    if os.geteuid() != 0:
        return "a cluster on one machine needs root"
    lacking = [name for name in PROGRAMS if not shutil.which(name)]
    return f"{', '.join(lacking)} cannot be found" if lacking else ""


def free_port(count):
    for first in range(16800 + os.getpid() % 1000 * 20, 60000, 20):
        sockets = [socket.socket() for _ in range(count)]
        try:
            for number, each in enumerate(sockets):
                each.bind(("127.0.0.1", first + number))
            return first
        except OSError:
            continue
        finally:
            for each in sockets:
                each.close()
    raise OSError("no free ports")


class Cluster:
    def __init__(self, folder, nodes=3, cloud=False):
        self.folder = Path(folder)
        self.processes = {}
        for name in ("etc", "state", "log", "run", "spool"):
            (self.folder / name).mkdir()
        first = free_port(nodes + 4)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "etc" / "slurm.conf")}
        self.write_configuration(nodes, first, cloud)
        self.start_munge()
        self.start("slurmctld", "slurmctld", "-D")
        for number in range(nodes):
            self.start_node(f"node{number + 1}")
        self.wait_for("sinfo", "-h", "-o", "%T", until=lambda text: "idle" in text)

    def write_configuration(self, nodes, first, cloud):
        names = {
            "host": socket.gethostname().split(".")[0],
            "folder": self.folder,
            "port": first,
            "nodes": nodes,
            "first": first + 1,
            "last": first + nodes,
            "cloud_first": first + nodes + 1,
            "cloud_last": first + nodes + 2,
        }
        text = CONFIGURATION + (CLOUD if cloud else "")
        (self.folder / "etc" / "slurm.conf").write_text(text.format(**names))
        for name in ("resume", "suspend"):
            script = self.folder / "etc" / name
            script.write_text(
                f"#!/bin/sh\nexport SLURM_CONF={self.environment['SLURM_CONF']}\n"
                f"export PATH={os.environ['PATH']} CLOUD_FOLDER={self.folder}/run\n"
                f'exec {DEPLOY}/{name} "$@"\n'
            )
            script.chmod(0o755)

    def start_munge(self):
        key = self.folder / "etc" / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        run = self.folder / "run"
        self.start(
            "munged",
            "munged",
            "--foreground",
            "--force",
            f"--key-file={key}",
            f"--socket={run}/munge.socket",
            f"--pid-file={run}/munged.pid",
            f"--log-file={self.folder}/log/munged.log",
            f"--seed-file={run}/munge.seed",
        )
        deadline = time.monotonic() + 10
        while not (run / "munge.socket").exists():
            if time.monotonic() > deadline:
                raise TimeoutError("munged does not come")
            time.sleep(0.05)

    def start(self, name, *command):
        with open(self.folder / "log" / f"{name}.out", "ab") as log:
            self.processes[name] = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
                cwd=self.folder / "run",  # core dumps are written here
                start_new_session=True,
            )

    def start_node(self, name):
        """Starts a node in its own PID namespace, so that all processes of the node end with its
        first process."""
        self.start(
            name,
            "unshare",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "slurmd",
            "-D",
            "-N",
            name,
        )

    def kill_node(self, name):
        self.processes[name].kill()
        self.processes.pop(name).wait()

    def run(self, *command):
        ran = subprocess.run(
            command, capture_output=True, text=True, env=self.environment, check=False
        )
        return ran.stdout + ran.stderr

    def wait_for(self, *command, until, seconds=90):
        deadline = time.monotonic() + seconds
        while not until(text := self.run(*command)):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{' '.join(command)}: {text}")
            time.sleep(0.2)
        return text

    def close(self):
        self.run("scancel", "--me")
        self.stop_cloud()
        for name in sorted(self.processes, key=lambda name: name in ("munged", "slurmctld")):
            self.processes[name].send_signal(
                signal.SIGTERM if name in ("munged", "slurmctld") else signal.SIGKILL
            )
            try:
                self.processes[name].wait(10)
            except subprocess.TimeoutExpired:
                self.processes[name].kill()

    def stop_cloud(self):
        for pid in (self.folder / "run").glob("cloud*.pid"):
            subprocess.run(
                [DEPLOY / "suspend", pid.stem],
                check=False,
                capture_output=True,
                env={**self.environment, "CLOUD_FOLDER": str(self.folder / "run")},
            )
