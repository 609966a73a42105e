#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that `tonelift farm` reports errors, before it starts any work if possible."""

import json
import shlex
import shutil
import subprocess
import unittest

from farm_support import (
    FILTER,
    FarmTest,
    LOSSLESS,
    PROGRAMS,
    ROOT,
    farm,
    ffmpeg,
    film,
    frames_of,
    lavfi,
    main,
    probe,
    wrapped_ffmpeg,
)
from tonelift_farm.plan import COMPONENTS, NUT
from tonelift_farm.status import failure


class ReportsFaults(FarmTest):
    def test_faults_in_arguments_are_reported_before_any_work(self):
        source = film(self.path("film.mkv"), seconds=3)
        existing = self.folder / "there.mkv"
        existing.write_bytes(b"precious")
        link, directory = self.folder / "link.mkv", self.folder / "folder.mkv"
        link.symlink_to("nowhere")
        directory.mkdir()
        for arguments, part in (
            ([source, "o.mkv", *PROGRAMS], "options of the encoder"),
            ([source, "o.mkv", *PROGRAMS, *LOSSLESS[1:]], "options of the encoder follow --"),
            ([source, "o.mkv", *PROGRAMS, "--chunk", "long", *LOSSLESS], "not a length of time"),
            ([source, "o.mkv", *PROGRAMS, "--filter", "scale=320:180", *LOSSLESS], "allowed is once"),
            (
                [source, "o.mkv", *PROGRAMS, "--filter", "tonelift,tonelift", *LOSSLESS],
                "tonelift 2 times",
            ),
            ([source, "o.mkv", *PROGRAMS, "--filter", "tonelift=stats=read", *LOSSLESS], "stats"),
            (
                [
                    source,
                    "o.mkv",
                    *PROGRAMS,
                    "--filter",
                    "sendcmd=c='1 tonelift strength 1',tonelift",
                    *LOSSLESS,
                ],
                "sendcmd",
            ),
            ([source, "o.mkv", *PROGRAMS, "--", "-c:v", "libx264", "-pass", "1"], "two passes"),
            (
                [source, "o.mkv", *PROGRAMS, "--", "-c:v", "libx265", "-x265-params", "pass=1"],
                "two passes",
            ),
            ([source, "o.mkv", "--job", str(self.folder), *PROGRAMS, *LOSSLESS], "is not empty"),
            ([source, "o.mkv", "--without", "0", *PROGRAMS, *LOSSLESS], "allowed among the other streams of the film are: 1"),
            ([source, "o.mkv", "--lead-in=nan", *PROGRAMS, *LOSSLESS], "--lead-in"),
            ([source, source, "-y", *PROGRAMS, *LOSSLESS], "is the film itself"),
            ([source, "/no/folder/o.mkv", *PROGRAMS, *LOSSLESS], "no folder"),
            ([source, "o.mkv", *PROGRAMS, *LOSSLESS, "-vf", "null"], "-vf is not allowed"),
            (["/no/film", "o.mkv", *PROGRAMS, *LOSSLESS], "/no/film"),
            ([source, existing, *PROGRAMS, *LOSSLESS], "exists"),
            ([source, link, *PROGRAMS, *LOSSLESS], "exists"),
            ([source, directory, "-y", *PROGRAMS, *LOSSLESS], "is a folder"),
            ([source, "o.mkv", "--ffmpeg", "/no/ffmpeg", *LOSSLESS], "/no/ffmpeg"),
        ):
            arguments = [self.path(word) if word == "o.mkv" else word for word in arguments]
            ran = farm("local", *arguments, check=False)
            self.assertNotEqual(ran.returncode, 0, arguments)
            self.assertIn(part, ran.stderr)
        self.assertEqual(existing.read_bytes(), b"precious")
        self.assertEqual(list(self.folder.glob("*.farm")), [])

    def test_missing_slurm_is_reported(self):
        source = film(self.path("film.mkv"), seconds=3)
        ran = farm(
            "submit",
            source,
            self.path("o.mkv"),
            *PROGRAMS,
            *LOSSLESS,
            check=False,
            environment={"PATH": "/usr/bin/nothing"}
        )
        self.assertEqual(ran.returncode, 3)
        self.assertIn("tonelift farm local", ran.stderr)

    def test_slurm_without_configuration_counts_as_missing(self):
        for name in ("sbatch", "squeue", "scancel", "scontrol"):
            program = self.folder / name
            program.write_text(f"#!/bin/sh\necho {name}: details >&2\necho {name}: no luck >&2\nexit 1\n")
            program.chmod(0o755)
        ran = farm("submit", self.path("film.mkv"), self.path("o.mkv"), *PROGRAMS, *LOSSLESS,
                   check=False, environment={"PATH": str(self.folder)})
        self.assertEqual(ran.returncode, 3, ran.stderr)
        self.assertIn("Slurm does not answer (sbatch: no luck)", ran.stderr)
        self.assertIn("tonelift farm local", ran.stderr)

    def test_film_that_ends_too_early_is_reported(self):
        source = self.folder / "film.ts"
        film(source, seconds=6)
        whole = source.read_bytes()
        ran = self.local(str(source), "first.mkv")
        self.assertEqual(ran.returncode, 0)
        (self.folder / "first.mkv").unlink()
        for part in (self.folder / "first.mkv.farm" / "parts").glob("*.mkv"):
            part.unlink()
        source.write_bytes(whole[: len(whole) * 3 // 4] + bytes(len(whole) - len(whole) * 3 // 4))
        ran = self.local(str(source), "first.mkv", check=False)
        self.assertNotEqual(ran.returncode, 0)
        self.assertFalse((self.folder / "first.mkv").exists())

    def test_faults_of_encoder_and_container_are_reported_before_any_work(self):
        source = film(self.path("film.mkv"), seconds=3)
        for output, encoder, options, part in (
            ("o.mkv", "no_such_encoder", [], "Unknown encoder"),
            ("o.mkv", "no_such_encoder", [], "a few frames were tried, and encoding them failed"),
            ("o.txt", "ffv1", [], "o.txt: FFmpeg knows no container with this file name extension"),
            ("o.webm", "ffv1", [], "cannot hold stream 1 (audio, aac)"),
            ("o.webm", "ffv1", ["--without", "1"], "Only VP8 or VP9"),
        ):
            ran = self.local(source, output, *options, encoder=["--", "-c:v", encoder], check=False)
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn(part, ran.stderr)
        self.assertEqual(list(self.folder.glob("*.farm")), [])

    def test_missing_components_of_ffmpeg_are_named(self):
        source = film(self.path("film.mkv"), seconds=3)
        lacking = wrapped_ffmpeg(self.folder, "*=framecrc|*=nut", "echo Unknown format; exit 0")
        for output, missing in (
            ("o.mkv", "lacks the muxer framecrc, which"),
            ("o.ts", "lacks the muxer framecrc and the muxer nut and the demuxer nut, which"),
        ):
            ran = self.local(source, output, "--ffmpeg", lacking, check=False)
            self.assertEqual(ran.returncode, 1, ran.stderr)
            self.assertIn(missing, ran.stderr)
        self.assertEqual(list(self.folder.glob("*.farm")), [])

    def test_demo_builds_the_components_that_the_farm_needs(self):
        lines = (ROOT / "ffmpeg_filter/components-demo").read_text().splitlines()
        built = {(line.split()[0], name) for line in lines if line for name in line.split()[1:]}
        for component in COMPONENTS + NUT:
            self.assertIn(tuple(component.split("=")), built)

    def test_container_without_timestamps_is_reported(self):
        source = film(self.path("film.mkv"), seconds=3)
        ran = self.local(source, "out.avi", encoder=["--", "-c:v", "libx264"], check=False)
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertIn(".avi has no times of the frames", ran.stderr)

    def test_error_message_of_the_filter_is_shown(self):
        source = film(self.path("film.mkv"), seconds=3)
        options = ["--filter", "tonelift=preset=vivd", *LOSSLESS]
        ran = farm("local", source, self.path("o.mkv"), *PROGRAMS, *options, check=False)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("did you mean 'vivid'?", ran.stderr)

    def test_warning_of_the_filter_about_the_film_is_shown_once(self):
        source = self.path("fields.mkv")
        fields = ["-vf", "scale=64:64", "-flags", "+ilme+ildct", "-x264-params", "tff=1"]
        said = self.local(film(source, seconds=3, video=fields)).stdout
        self.assertEqual(said.count("frames are interlaced"), 1, said)
        said = self.local(film(self.path("film.mkv"), seconds=3), "plain.mkv").stdout
        self.assertNotIn("interlaced", said)

    def test_failed_piece_is_reported(self):
        source = film(self.path("film.mkv"), seconds=3)
        broken = wrapped_ffmpeg(self.folder, "*parts/00001*", "echo no luck >&2; exit 1")
        ran = self.local(source, "out.mkv", "--ffmpeg", broken, check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("encode 1, try 3: ffmpeg ended with 1: no luck", ran.stderr)
        self.assertIn("encode_1.log", ran.stderr)
        self.assertEqual(self.status()[0], 4)
        self.local(source)
        self.expect_one_run(source)

    def test_finished_job_is_reported_as_finished(self):
        source = film(self.path("film.mkv"), seconds=3)
        self.assertNotIn("finished already", self.local(source).stdout)
        self.assertEqual(self.local(source).stdout, f"finished already: {self.path('out.mkv')}\n")

    def test_damaged_job_is_reported(self):
        source = film(self.path("film.mkv"), seconds=3)
        self.local(source, "out.mkv", "--chunk", "1s")
        job = self.folder / "out.mkv.farm"
        (job / "done" / "encode_00000.json").write_text("")
        self.assertEqual(self.status()[1]["encoded"]["done"], 2)
        for number in (-1, 99):
            ran = farm("task", job, "encode", number, check=False)
            self.assertEqual((ran.returncode, "Traceback" in ran.stderr), (2, False), ran.stderr)
        values = json.loads((job / "plan.json").read_text())
        (job / "done" / "measure_00000.json").unlink()
        for change, part in (
            ({"film_bytes": 5}, "measure 0: "),
            ({"time_base": "1/0"}, "damaged"),
            ({"encode": 5}, "damaged"),
            ({"encode": [[0, 0, 1000]]}, "damaged"),
            ({"frames": "xyz"}, "damaged"),
            ({"filter": None}, "damaged"),
            ({"filter": "null"}, "damaged"),
        ):
            (job / "plan.json").write_text(json.dumps({**values, **change}))
            ran = farm("task", job, "measure", 0, check=False)
            self.assertEqual(ran.returncode, 1)
            self.assertTrue(ran.stderr.startswith("tonelift farm: "), ran.stderr)
            self.assertIn(part, ran.stderr)

    def test_failure_that_would_repeat_is_reported_after_one_try(self):
        source = film(self.path("film.mkv"), seconds=3)
        ran = self.local(source, "out.mkv", "--filter", FILTER + ",fps=12", check=False)
        self.assertRegex(ran.stderr, "encode 0, try 1: .* frames, and the film has .* from frame 0 on")
        self.assertIn("the filters must keep the number of frames", ran.stderr)
        self.assertFalse((self.folder / "out.mkv").exists())

    def test_task_that_fails_without_a_message_is_reported(self):
        log = self.folder / "encode_1.log"
        log.write_text("+ ffmpeg\nKilled\n")
        self.assertEqual(failure(log, "encode 1", True), f"Killed ({log})")
        self.assertIsNone(failure(log, "encode 1", False))
        log.write_text("tonelift farm: encode 1: no film\n+ ffmpeg\n")
        self.assertEqual(failure(log, "encode 1", False), f"encode 1: no film ({log})")

    def follow_advice(self, source, count):
        ran = self.local(source, check=False)
        advice = shlex.split(ran.stderr.split("ffmpeg -i ")[1])
        self.assertEqual(advice[0], source)
        made = self.path(advice[-1])
        ffmpeg("-i", source, *advice[1:-1], made)
        self.local(made)
        self.assertEqual(len(frames_of(source)), count)
        self.assertEqual(
            [digest for _, digest in frames_of(self.path("out.mkv"))],
            [digest for _, digest in frames_of(made, "-vf", FILTER)],
        )
        self.assertEqual(self.status()[1]["frames"], {"done": count, "of": count})
        return made

    def test_missing_timestamps_are_reported_with_working_advice(self):
        source = self.path("film.avi")
        film(source, seconds=3, video=["-c:v", "mpeg4", "-x264-params", ""])
        self.follow_advice(source, 72)

    @unittest.skipUnless(shutil.which("ffmpeg"), "no FFmpeg here reads SRT")
    def test_equal_timestamps_are_reported_with_working_advice(self):
        """A film in MPEG-4 with B frames that is copied from AVI to MP4 ends with two equal
        timestamps."""
        plain, text, source = self.path("plain.avi"), self.folder / "text.srt", self.path("film.mp4")
        film(plain, seconds=3, video=["-c:v", "mpeg4", "-x264-params", ""])
        text.write_text("1\n00:00:00,000 --> 00:00:02,000\nHello\n")
        streams = ["-i", plain, "-i", text, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "mov_text"]
        subprocess.run(["ffmpeg", "-v", "error", *streams, source], check=True)
        made = self.follow_advice(source, 72)
        kinds = [stream["codec_type"] for stream in probe(made, "-show_streams")["streams"]]
        self.assertEqual(kinds, ["video", "audio", "subtitle"])

    def test_invalid_plan_is_reported(self):
        for text in ("[1]", "{}", "no json", '{"version": 2}'):
            (self.folder / "plan.json").write_text(text)
            ran = farm("status", self.folder, check=False)
            self.assertEqual(ran.returncode, 1)
            self.assertTrue(ran.stderr.startswith("tonelift farm: "), ran.stderr)

    def test_picture_of_changing_size_is_reported(self):
        for name, size, begin in (("a.ts", "160x90", 0), ("b.ts", "320x180", 3)):
            graph = lavfi(f"testsrc2=s={size}:d=1.5:r=24")
            ffmpeg(*graph, "-c:v", "libx264", "-g", "12", "-output_ts_offset", begin, self.path(name))
        source = self.folder / "film.ts"
        source.write_bytes(b"".join((self.folder / f).read_bytes() for f in ("a.ts", "b.ts")))
        ran = self.local(source, "out.mkv", "--chunk", "1s", check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("changes its size", ran.stderr)
        self.assertFalse((self.folder / "out.mkv").exists())
        chain = "tonelift=device=cpu:preset=faithful:format=same"
        ran = self.local(source, "out.mkv", "--chunk", "1s", "--job", self.folder / "job",
                         "--filter", chain, check=False)
        self.assertIn("changes its size", ran.stderr)


if __name__ == "__main__":
    main()
