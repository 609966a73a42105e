#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that `tonelift farm local` makes the same film as a single run of FFmpeg. Finished pieces
are kept if the program is killed or the disk is full."""

import os
import re
import signal
import subprocess
import sys
import time
import unittest
import unittest.mock
from fractions import Fraction

from farm_support import (
    FARM,
    FILTER,
    FarmTest,
    LOSSLESS,
    PROGRAMS,
    farm,
    ffmpeg,
    film,
    frames_of,
    lavfi,
    main,
    probe,
    wrapped_ffmpeg,
)
from tonelift_farm import FarmError
from tonelift_farm.work import give_name


class EqualsOneRun(FarmTest):
    def test_film_with_open_groups_of_pictures_and_an_edit_list_equals_one_run(self):
        source = film(self.path("film.mp4"))
        self.local(source)
        self.expect_one_run(source)

    def test_film_with_29_97_frames_per_second_equals_one_run(self):
        source = film(self.path("film.mkv"), rate="30000/1001")
        self.local(source)
        self.expect_one_run(source)

    def test_film_with_a_changing_rate_equals_one_run(self):
        source = film(
            self.path("film.mkv"),
            seconds=6,
            video=["-vf", "select='not(mod(n,5)*between(t,2,4))'", "-fps_mode", "vfr"],
        )
        self.local(source)
        self.expect_one_run(source)

    def test_transport_stream_equals_one_run(self):
        source = film(self.path("film.ts"), seconds=6)
        self.local(source)
        self.expect_one_run(source)

    def test_film_across_the_wraparound_of_the_clock_equals_one_run(self):
        """ISO/IEC 13818-1, 2.4.3.7: timestamps have 33 bits and count units of 1/90000 s, so they
        restart from 0 after 26.5 hours."""
        source = film(self.path("film.ts"), seconds=6, others=["-output_ts_offset", "95440"])
        times = [float(packet["pts_time"]) for packet in probe(source, "-show_packets")["packets"]]
        self.assertLess(min(times), 0, "the film is one of this kind")
        self.local(source)
        self.expect_one_run(source)
        self.local(source, "out.mp4", encoder=["--", "-c:v", "libx264", "-qp", "0", "-bf", "3"])
        self.expect_one_run(source, "out.mp4")

    def test_film_without_key_frames_equals_one_run(self):
        source = film(self.path("film.mkv"), seconds=6, video=["-g", "10000", "-sc_threshold", "0"])
        self.local(source)
        self.expect_one_run(source)

    def test_film_of_a_still_picture_equals_one_run(self):
        source = self.path("film.mkv")
        still = lavfi("testsrc2=s=160x90:d=0.04,loop=-1:1,trim=end=6")
        ffmpeg(*still, "-c:v", "libx264", "-g", "24", source)
        self.local(source)
        self.expect_one_run(source)

    def test_film_with_cuts_within_scenes_equals_one_run(self):
        source = self.path("film.mkv")
        scene = "testsrc2=s=160x90:r=24:d=4,lutyuv=y='clip({gain}*val,16,235)'[{name}]"
        scenes = [scene.format(gain=gain, name=name) for gain, name in ((1, "a"), (0.2, "b"), (0.8, "c"))]
        graph = ";".join(scenes) + ";[a][b][c]concat=n=3"
        ffmpeg("-filter_complex", graph, "-c:v", "libx264", "-g", "24", "-qp", "20", source)
        self.local(source, "out.mkv", "--measure-chunk", "6s", "--lead-in", "0.5")
        with open(self.path("out.mkv.farm/logs/join.log"), encoding="utf-8") as file:
            said = file.read()
        ranges = re.findall(r"frames (\d+) to (\d+), at piece 1, are measured again", said)
        self.assertEqual(ranges, [("96", "192")], said)
        self.expect_one_run(source)

    def test_film_with_lossless_b_frames_equals_one_run(self):
        source = film(self.path("film.mp4"), seconds=6)
        self.local(source, encoder=["--", "-c:v", "libx264", "-qp", "0", "-bf", "3"])
        self.expect_one_run(source)

    def test_film_in_pieces_of_any_length_equals_one_run(self):
        source = film(self.path("film.mp4"), seconds=6)
        self.local(source, "long.mkv", "--chunk", "60s", "--measure-chunk", "5m")
        self.local(source, "short.mkv", "--chunk", "0.5s", "--measure-chunk", "1s")
        self.assertEqual(frames_of(self.path("long.mkv")), frames_of(self.path("short.mkv")))

    def test_lossy_film_does_not_depend_on_the_number_of_jobs(self):
        source = film(self.path("film.mp4"), seconds=6)
        encoder = ["--", "-c:v", "libx264", "-crf", "25"]
        for name, jobs in (("one.mkv", "1"), ("two.mkv", "2")):
            self.local(source, name, "-j", jobs, encoder=encoder)
        self.assertEqual(frames_of(self.path("one.mkv")), frames_of(self.path("two.mkv")))


    def test_film_with_one_exposure_per_shot_equals_one_run(self):
        source = film(self.path("film.mp4"))
        chain = "tonelift=device=cpu:smoothing=shot"
        self.local(source, "out.mkv", "--filter", chain)
        for mode in ("measure", "read"):
            stats = f"{chain}:stats_file={self.path('one.stats')}:stats={mode}"
            expected = frames_of(source, "-vf", stats)
        made = frames_of(self.path("out.mkv"))
        self.assertEqual([digest for _, digest in made], [digest for _, digest in expected])

    def test_film_with_one_frame_every_two_seconds_equals_one_run(self):
        source = film(self.path("film.mkv"), seconds=120, rate="1/2", video=["-g", "4"])
        self.local(source, "out.mkv", "--chunk", "16s", "--measure-chunk", "24s")
        self.expect_one_run(source)

    def test_temporary_folder_may_have_any_name(self):
        source = film(self.path("film.mkv"), seconds=3)
        folder = self.folder / "the editor's äöü"
        folder.mkdir()
        with unittest.mock.patch.dict(os.environ, TMPDIR=str(folder)):
            self.local(source)
        self.expect_one_run(source)

    def test_mp4_equals_one_run(self):
        """MP4 stores exact timestamps, and Matroska rounds them to milliseconds."""
        encoder = ["--", "-c:v", "libx264", "-qp", "0", "-bf", "3"]
        for output, rate in (("even.mp4", "24"), ("odd.mov", "30000/1001")):
            source = film(self.path("film.mp4"), seconds=6, rate=rate)
            self.local(source, output, encoder=encoder)
            self.expect_one_run(source, output)
            ffmpeg("-v", "error", "-i", source, "-vf", FILTER, *encoder[1:], self.path("one.mp4"))
            self.assertEqual(self.stamps(self.path(output)), self.stamps(self.path("one.mp4")))

    def stamps(self, path):
        probed = probe(path, "-select_streams", "v", "-show_entries", "packet=pts,flags:stream=time_base")
        unit = Fraction(probed["streams"][0]["time_base"])
        return sorted(packet["pts"] * unit for packet in probed["packets"])


class KeepsTheRestOfTheFilm(FarmTest):
    def test_sound_and_tags_are_kept(self):
        others = ["-metadata", "title=A film", "-metadata:s:a:0", "language=fin"]
        source = film(self.path("film.mkv"), seconds=6, others=others)
        self.local(source)
        probed = probe(self.path("out.mkv"), "-show_streams", "-show_format")
        kinds = [stream["codec_type"] for stream in probed["streams"]]
        self.assertEqual(kinds, ["video", "audio"])
        self.assertEqual(probed["streams"][1]["tags"]["language"], "fin")
        self.assertEqual(probed["format"]["tags"]["title"], "A film")
        self.assertAlmostEqual(float(probed["format"]["duration"]), 6, delta=0.1)

    def test_output_has_the_color_tags_that_the_filter_sets(self):
        source = film(self.path("film.mkv"), seconds=3)
        self.local(source, "out.mkv", "--filter", FILTER + ":t=pq")
        probed = probe(self.path("out.mkv"), "-show_streams")["streams"][0]
        self.assertEqual(probed["color_transfer"], "smpte2084")
        self.assertEqual(probed["color_primaries"], "bt2020")


    def test_hdr_output_has_a_light_level(self):
        encoder = ["--", "-c:v", "libx265", "-preset", "ultrafast"]
        pq = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
        source = film(self.path("film.mkv"), seconds=3, video=pq)
        chain = FILTER + ":t=pq:target_peak=600"
        for name in ("out.mp4", "out.mov", "out.mkv"):
            self.local(source, name, "--filter", chain, encoder=encoder)
            stream = probe(self.path(name), "-show_streams", "-select_streams", "v")["streams"][0]
            probed = {entry["side_data_type"]: entry for entry in stream["side_data_list"]}
            display = probed["Mastering display metadata"]
            self.assertEqual(Fraction(display["max_luminance"]), 600, name)
            self.assertLess(probed["Content light level metadata"]["max_average"], 600, name)


class RunsOnlyMissingPieces(FarmTest):
    def setUp(self):
        super().setUp()
        self.source = film(self.path("film.mp4"), seconds=6)
        self.local(self.source)
        self.job = self.folder / "out.mkv.farm"

    def test_finished_job_runs_no_piece(self):
        before = (self.folder / "out.mkv").stat().st_mtime_ns
        self.local(self.source)
        self.assertEqual((self.folder / "out.mkv").stat().st_mtime_ns, before)
        code, probed = self.status()
        self.assertEqual(code, 0)
        self.assertTrue(probed["finished"])
        self.assertEqual(probed["frames"], {"done": 144, "of": 144})

    def test_only_the_lost_piece_runs_again(self):
        parts = sorted((self.job / "parts").glob("*.mkv"))
        times = [part.stat().st_mtime_ns for part in parts]
        parts[1].unlink()
        (self.folder / "out.mkv").unlink()
        self.assertEqual(self.status()[0], 4)
        self.local(self.source)
        again = [part.stat().st_mtime_ns for part in parts]
        self.assertEqual(
            [a != b for a, b in zip(times, again)], [number == 1 for number in range(len(parts))]
        )
        self.expect_one_run(self.source)

    def test_files_of_killed_tries_are_removed(self):
        (self.job / "parts" / "00001.7.0.node.99.mkv").write_bytes(b"half a piece")
        (self.job / "parts" / "finish.7.0.node.99").touch()
        (self.folder / "out.7.0.node.99.mkv").write_bytes(b"half a film")
        (self.folder / "out.mkv").unlink()
        self.local(self.source)
        self.assertEqual([path.name for path in (self.job / "parts").glob("*node*")], [])
        self.assertEqual(
            sorted(path.name for path in self.folder.iterdir()),
            ["film.mp4", "out.mkv", "out.mkv.farm"],
        )
        self.assertEqual(list((self.job / "parts").glob("finish*")), [])

    def test_folder_of_another_job_is_refused(self):
        ran = self.local(self.source, "out.mkv", "--chunk", "3s", check=False)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("another job", ran.stderr)

    def test_clean_removes_only_the_folder_of_a_job(self):
        farm("clean", self.job)
        self.assertFalse(self.job.exists())
        ran = farm("clean", self.folder, check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("not the folder of a job", ran.stderr)
        self.assertTrue(self.folder.exists())


class Survives(FarmTest):
    def test_killed_program_is_tried_again(self):
        source = film(self.path("film.mkv"), seconds=3)
        once = self.path("once")
        killed = wrapped_ffmpeg(
            self.folder, "*parts/00001*", f"[ -e {once} ] || {{ : > {once}; kill -9 $$; }}"
        )
        self.local(source, "out.mkv", "--ffmpeg", killed)
        self.expect_one_run(source)
        self.assertEqual(self.status()[1]["tries_again"], 1)

    def test_signal_to_end_keeps_finished_pieces(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            self.expect_end(number, f"{number}.mkv")

    def expect_end(self, number, output):
        source = film(self.path("film.mkv"), seconds=3)
        slow = wrapped_ffmpeg(self.folder, "*parts/00001*", "sleep 60")
        arguments = ["--filter", FILTER, "--chunk", "2s", *PROGRAMS, "--ffmpeg", slow, *LOSSLESS]
        # A parent such as nohup may have set SIGHUP to be ignored, so env restores its default.
        command = ["env", "--default-signal", sys.executable, str(FARM), "local", source,
                   self.path(output), *arguments]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as ran:
            deadline = time.monotonic() + 60
            while not processes_with(self.folder, "parts/00001"):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.1)
            ran.send_signal(number)
            self.assertEqual(ran.wait(20), 128 + number)
        self.assertEqual(processes_with(self.folder, "task"), [])
        self.assertEqual(processes_with(self.folder, "parts/00001"), [])
        self.local(source, output, "--measure-chunk", "5m", "-j", "1", "--threads", "4")
        self.expect_one_run(source, output)

    def test_second_run_in_the_same_folder_is_refused(self):
        source = film(self.path("film.mkv"), seconds=3)
        once, go = self.path("once"), self.path("go")
        slow = wrapped_ffmpeg(
            self.folder, "*parts/00001*", f": > {once}; while [ ! -e {go} ]; do sleep 0.1; done"
        )
        arguments = ["--filter", FILTER, "--chunk", "2s", *PROGRAMS, "--ffmpeg", slow, *LOSSLESS]
        command = [sys.executable, str(FARM), "local", source, self.path("out.mkv"), *arguments]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as first:
            deadline = time.monotonic() + 60
            while not os.path.exists(once):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.1)
            plan = (self.folder / "out.mkv.farm" / "plan.json").read_bytes()
            for options in ([], ["-y"], ["--filter", FILTER + ":strength=0.5"]):
                ran = self.local(source, "out.mkv", *options, check=False)
                self.assertEqual(ran.returncode, 4, ran.stderr)
                self.assertIn("is running", ran.stderr)
            self.assertEqual((self.folder / "out.mkv.farm" / "plan.json").read_bytes(), plan)
            (self.folder / "go").touch()
            self.assertEqual(first.wait(60), 0)
        self.expect_one_run(source)

    @unittest.skipIf(os.geteuid() != 0, "a small disk needs root")
    def test_job_continues_after_a_full_disk(self):
        source = film(self.path("film.mkv"), seconds=6)
        disk = self.folder / "disk"
        disk.mkdir()
        tmpfs = ["mount", "-t", "tmpfs", "-o", "size=600k", "tonelift-test", str(disk)]
        if subprocess.run(tmpfs, capture_output=True, check=False).returncode != 0:
            self.skipTest("a small disk cannot be made here")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=False)
        ran = self.local(source, "out.mkv", "--job", disk / "job", check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stderr, "encode [0-9], try 3: .*No space left on device")
        self.assertFalse((self.folder / "out.mkv").exists())
        subprocess.run(["mount", "-o", "remount,size=60m", str(disk)], check=True)
        self.local(source, "out.mkv", "--job", disk / "job")
        self.expect_one_run(source)

    def test_output_of_another_program_is_not_replaced(self):
        part, output = self.folder / "part", self.folder / "output"
        part.write_bytes(b"film")
        output.write_bytes(b"precious")
        with self.assertRaisesRegex(FarmError, "made by another program"):
            give_name(str(part), str(output), False)
        self.assertEqual(output.read_bytes(), b"precious")
        give_name(str(part), str(output), True)
        self.assertEqual(output.read_bytes(), b"film")


def processes_with(folder, word):
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                line = file.read().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(folder) in line and word in line:
            found.append(line)
    return found


class TakesFilters(FarmTest):
    def test_filter_without_statistics_needs_no_measurement(self):
        source = film(self.path("film.mkv"), seconds=3)
        chain = "tonelift=device=cpu:preset=faithful:format=same"
        self.local(source, "out.mkv", "--filter", chain)
        self.assertEqual(self.status()[1]["measured"], {"done": 0, "of": 0})
        self.assertEqual(
            [digest for _, digest in frames_of(self.path("out.mkv"))],
            [digest for _, digest in frames_of(source)],
        )

    def test_changed_files_of_filters_are_detected(self):
        source = film(self.path("film.mkv"), seconds=3)
        cube = self.folder / "look.cube"
        corners = [f"{r} {g} {b}" for b in (0, 1) for g in (0, 1) for r in (0, 0.9)]
        cube.write_text("LUT_3D_SIZE 2\n" + "\n".join(corners) + "\n")
        chain = f"[in]{FILTER}[a];[a]lut3d=file={os.path.relpath(cube)},format=yuv420p[out]"
        self.local(source, "out.mkv", "--filter", chain)
        made = [digest for _, digest in frames_of(self.path("out.mkv"))]
        self.assertEqual(made, [digest for _, digest in frames_of(source, "-vf", chain)])
        cube.write_text(cube.read_text().replace("0.9", "0.8"))
        (self.folder / "out.mkv").unlink()
        ran = farm("task", self.path("out.mkv.farm"), "finish", 0, check=False)
        self.assertIn("look.cube has changed", ran.stderr)
        ran = self.local(source, "out.mkv", "--filter", chain, check=False)
        self.assertIn("another job", ran.stderr)


if __name__ == "__main__":
    main()
