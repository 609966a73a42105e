#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that `tonelift farm` with a real Slurm makes the same film as a single run of FFmpeg."""

import json
import subprocess
import sys
import time
import unittest

from cluster import Cluster, why_not
from farm_support import (
    FARM,
    FilterTest,
    LOSSLESS,
    PROGRAMS,
    farm,
    film,
    frames_of,
    main,
    wrapped_ffmpeg,
)

FILTER = "tonelift=device=cpu:smoothing=0.05"


@unittest.skipIf(why_not(), why_not())
class ClusterTest(FilterTest):
    cloud = False

    def setUp(self):
        super().setUp()
        (self.folder / "cluster").mkdir()
        self.cluster = Cluster(self.folder / "cluster", cloud=self.cloud)
        self.addCleanup(self.cluster.close)

    def path(self, name):
        return str(self.folder / name)

    def submit(self, source, output="out.mkv", *options, encoder=LOSSLESS, chunk="1s"):
        return farm(
            "submit",
            source,
            self.path(output),
            "--filter",
            FILTER,
            "--chunk",
            chunk,
            "--measure-chunk",
            "4s",
            "--threads",
            "1",
            *PROGRAMS,
            *options,
            *encoder,
            environment=self.cluster.environment,
        )

    def status(self, output="out.mkv"):
        ran = farm(
            "status",
            self.path(output) + ".farm",
            "--json",
            check=False,
            environment=self.cluster.environment,
        )
        return json.loads(ran.stdout)

    def wait(self, until, seconds=120, output="out.mkv"):
        deadline = time.monotonic() + seconds
        while not until(counts := self.status(output)):
            if counts["held"]:
                farm("resume", self.path(output) + ".farm", environment=self.cluster.environment)
            if time.monotonic() > deadline:
                log = (self.folder / "cluster" / "log" / "slurmctld.log").read_text()[-3000:]
                self.fail(f"{counts}\n{self.cluster.run('squeue')}\n{log}")
            time.sleep(0.3)
        return counts

    def expect_one_run(self, source, output="out.mkv"):
        made = [digest for _, digest in frames_of(self.path(output))]
        self.assertEqual(made, [digest for _, digest in frames_of(source, "-vf", FILTER)])


class OnNodes(ClusterTest):
    def test_film_equals_one_run(self):
        source = film(self.path("film.mp4"), seconds=6)
        self.submit(source)
        counts = self.wait(lambda counts: counts["finished"])
        self.assertEqual(counts["tries_again"], 0)
        self.expect_one_run(source)

    def test_a_lost_node_loses_nothing(self):
        source = film(self.path("film.mp4"), seconds=9)
        slow = ["--", "-c:v", "libx264", "-qp", "0", "-preset", "veryslow"]
        self.submit(source, encoder=slow)
        self.wait(lambda counts: counts["joined"] and counts["nodes"] and counts["encoded"]["done"] > 0)
        lost = self.wait(lambda counts: counts["nodes"] or counts["finished"])["nodes"]
        if lost:
            self.cluster.kill_node(lost[0])
        self.wait(lambda counts: counts["finished"])
        self.expect_one_run(source)

    def test_a_cancelled_job_is_resumed(self):
        source = film(self.path("film.mp4"), seconds=9)
        self.submit(source)
        self.wait(lambda counts: counts["encoded"]["done"] > 1)
        folder = self.path("out.mkv.farm")
        farm("cancel", folder, environment=self.cluster.environment)
        self.cluster.wait_for("squeue", "-h", until=lambda text: not text)
        done = {
            path: path.stat().st_mtime_ns
            for path in (self.folder / "out.mkv.farm" / "parts").glob("0*.mkv")
        }
        self.assertFalse(self.status()["finished"])
        farm("resume", folder, environment=self.cluster.environment)
        self.wait(lambda counts: counts["finished"])
        self.assertEqual(done, {path: path.stat().st_mtime_ns for path in done})
        self.expect_one_run(source)

    def test_a_held_task_is_reported_and_released(self):
        source = film(self.path("film.mp4"), seconds=4)
        folder = self.path("out.mkv.farm")
        self.cluster.run("scontrol", "update", "partitionname=film", "state=down")
        self.submit(source)
        job = json.loads((self.folder / "out.mkv.farm" / "slurm" / "jobs.json").read_text())["encode"]
        self.cluster.run("scontrol", "hold", job)
        shown = farm("status", folder, check=False, environment=self.cluster.environment).stdout
        self.assertIn(f"task {job}_0 is held (JobHeldAdmin): tonelift farm resume releases it", shown)
        self.cluster.run("scontrol", "update", "partitionname=film", "state=up")
        resumed = farm("resume", folder, environment=self.cluster.environment)
        self.assertIn("held tasks are released", resumed.stdout)
        self.assertEqual(self.status()["held"], {})
        self.wait(lambda counts: counts["finished"])
        self.expect_one_run(source)

    def test_a_piece_that_always_fails_is_reported(self):
        source = film(self.path("film.mp4"), seconds=4)
        broken = wrapped_ffmpeg(self.folder, "*parts/00001*", "echo no luck >&2; exit 1")
        self.submit(source, "out.mkv", "--ffmpeg", broken)
        self.wait(lambda counts: not counts["tasks"] and counts["failures"])
        counts = self.status()
        self.assertFalse(counts["finished"])
        self.assertIn("no luck", counts["failures"][0])
        self.assertFalse((self.folder / "out.mkv").exists())

    def test_two_jobs_at_once_equal_single_runs(self):
        source = film(self.path("film.mp4"), seconds=4)
        for name in ("one.mkv", "two.mkv"):
            self.submit(source, name)
        for name in ("one.mkv", "two.mkv"):
            self.wait(lambda counts: counts["finished"], output=name)
            self.expect_one_run(source, name)

    def test_more_pieces_than_an_array_allows_are_refused(self):
        source = film(self.path("film.mp4"), seconds=4)
        self.cluster.run("scontrol", "ping")
        command = [
            sys.executable,
            str(FARM),
            "submit",
            source,
            self.path("o.mkv"),
            "--chunk",
            "0.1s",
            *PROGRAMS,
            *LOSSLESS,
        ]
        configuration = self.folder / "cluster" / "etc" / "slurm.conf"
        configuration.write_text(configuration.read_text() + "MaxArraySize=3\n")
        self.cluster.run("scontrol", "reconfigure")
        self.cluster.wait_for(
            "scontrol", "show", "config", until=lambda text: "MaxArraySize            = 3" in text
        )
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, env=self.cluster.environment
        )
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("MaxArraySize", ran.stderr)


class OnCloudNodes(ClusterTest):
    cloud = True

    def test_cloud_nodes_start_for_a_burst_and_stop_when_idle(self):
        source = film(self.path("film.mp4"), seconds=9)
        slow = ["--", "-c:v", "libx264", "-qp", "0", "-preset", "veryslow"]
        self.submit(source, encoder=slow, chunk="0.5s")
        self.wait(lambda counts: counts["finished"])
        self.expect_one_run(source)
        log = self.folder / "cluster" / "run" / "cloud.log"
        self.assertIn("start cloud", log.read_text())
        deadline = time.monotonic() + 60
        while "stop cloud" not in log.read_text():
            self.assertLess(time.monotonic(), deadline, log.read_text())
            time.sleep(0.5)


if __name__ == "__main__":
    main()
