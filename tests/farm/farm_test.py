#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""`tonelift farm local`: the film in pieces is the film of one run, for films of every kind; what is
done is not done again; what is wrong is told before anything is done."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

from farm_support import (
    FARM,
    FilterTest,
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

sys.path.insert(0, str(FARM.parent))
from tonelift_farm import FarmError  # noqa: E402
from tonelift_farm.plan import (  # noqa: E402
    behind,
    instruction_set,
    measuring,
    pinned_set,
    with_stats,
)
from tonelift_farm.status import failure  # noqa: E402
from tonelift_farm.work import check_instruction_set, give_name  # noqa: E402

FILTER = "tonelift=device=cpu:smoothing=0.05"


class FarmTest(FilterTest):
    def path(self, name):
        return str(self.folder / name)

    def local(self, source, output="out.mkv", *options, check=True, encoder=LOSSLESS):
        return farm(
            "local",
            source,
            self.path(output),
            "--filter",
            FILTER,
            "--chunk",
            "1s",
            "--measure-chunk",
            "3s",
            "-j",
            "2",
            "--threads",
            "1",
            *PROGRAMS,
            *options,
            *encoder,
            check=check
        )

    def expect_one_run(self, source, output="out.mkv", *arguments):
        made = frames_of(self.path(output))
        expected = frames_of(source, "-vf", FILTER, *arguments)
        self.assertEqual([digest for _, digest in made], [digest for _, digest in expected])
        for (here, _), (there, _) in zip(made, expected):
            self.assertAlmostEqual(here, there, delta=2, msg="milliseconds")

    def status(self, output="out.mkv"):
        ran = farm("status", self.path(output) + ".farm", "--json", check=False)
        return ran.returncode, json.loads(ran.stdout)


class EqualsOneRun(FarmTest):
    def test_with_open_groups_of_pictures_and_an_edit_list(self):
        source = film(self.path("film.mp4"))
        self.local(source)
        self.expect_one_run(source)

    def test_with_2997_frames_a_second(self):
        source = film(self.path("film.mkv"), rate="30000/1001")
        self.local(source)
        self.expect_one_run(source)

    def test_with_a_rate_that_changes(self):
        source = film(
            self.path("film.mkv"),
            seconds=6,
            video=["-vf", "select='not(mod(n,5)*between(t,2,4))'", "-fps_mode", "vfr"],
        )
        self.local(source)
        self.expect_one_run(source)

    def test_from_a_transport_stream(self):
        source = film(self.path("film.ts"), seconds=6)
        self.local(source)
        self.expect_one_run(source)

    def test_without_key_frames(self):
        source = film(self.path("film.mkv"), seconds=6, video=["-g", "10000", "-sc_threshold", "0"])
        self.local(source)
        self.expect_one_run(source)

    def test_with_a_still_picture(self):
        """The numbers of a still never become equal: its pieces are measured again from the cut."""
        source = self.path("film.mkv")
        still = lavfi("testsrc2=s=160x90:d=0.04,loop=-1:1,trim=end=6")
        ffmpeg(*still, "-c:v", "libx264", "-g", "24", source)
        self.local(source)
        self.expect_one_run(source)

    def test_with_a_lossless_encoder_that_has_b_frames(self):
        source = film(self.path("film.mp4"), seconds=6)
        self.local(source, encoder=["--", "-c:v", "libx264", "-qp", "0", "-bf", "3"])
        self.expect_one_run(source)

    def test_whatever_the_pieces(self):
        source = film(self.path("film.mp4"), seconds=6)
        self.local(source, "long.mkv", "--chunk", "60s", "--measure-chunk", "5m")
        self.local(source, "short.mkv", "--chunk", "0.5s", "--measure-chunk", "1s")
        self.assertEqual(frames_of(self.path("long.mkv")), frames_of(self.path("short.mkv")))

    def test_same_plan_for_an_encoder_with_loss(self):
        source = film(self.path("film.mp4"), seconds=6)
        encoder = ["--", "-c:v", "libx264", "-crf", "25"]
        for name, jobs in (("one.mkv", "1"), ("two.mkv", "2")):
            self.local(source, name, "-j", jobs, encoder=encoder)
        self.assertEqual(frames_of(self.path("one.mkv")), frames_of(self.path("two.mkv")))


class KeepsTheRestOfTheFilm(FarmTest):
    def test_sound_and_tags(self):
        others = ["-metadata", "title=A film", "-metadata:s:a:0", "language=fin"]
        source = film(self.path("film.mkv"), seconds=6, others=others)
        self.local(source)
        told = probe(self.path("out.mkv"), "-show_streams", "-show_format")
        kinds = [stream["codec_type"] for stream in told["streams"]]
        self.assertEqual(kinds, ["video", "audio"])
        self.assertEqual(told["streams"][1]["tags"]["language"], "fin")
        self.assertEqual(told["format"]["tags"]["title"], "A film")
        self.assertAlmostEqual(float(told["format"]["duration"]), 6, delta=0.1)

    def test_the_color_that_the_filter_gives(self):
        source = film(self.path("film.mkv"), seconds=3)
        self.local(source, "out.mkv", "--filter", FILTER + ":t=pq")
        told = probe(self.path("out.mkv"), "-show_streams")["streams"][0]
        self.assertEqual(told["color_transfer"], "smpte2084")
        self.assertEqual(told["color_primaries"], "bt2020")


class DoesOnlyWhatIsMissing(FarmTest):
    def setUp(self):
        super().setUp()
        self.source = film(self.path("film.mp4"), seconds=6)
        self.local(self.source)
        self.job = self.folder / "out.mkv.farm"

    def test_and_nothing_when_all_is_done(self):
        before = (self.folder / "out.mkv").stat().st_mtime_ns
        self.local(self.source)
        self.assertEqual((self.folder / "out.mkv").stat().st_mtime_ns, before)
        code, told = self.status()
        self.assertEqual(code, 0)
        self.assertTrue(told["finished"])
        self.assertEqual(told["frames"], {"done": 144, "of": 144})

    def test_after_a_piece_was_lost(self):
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

    def test_without_what_killed_tries_left(self):
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

    def test_but_not_in_the_folder_of_another_job(self):
        ran = self.local(self.source, "out.mkv", "--chunk", "3s", check=False)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("another job", ran.stderr)

    def test_until_it_is_cleaned(self):
        farm("clean", self.job)
        self.assertFalse(self.job.exists())
        ran = farm("clean", self.folder, check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("no folder of a job", ran.stderr)
        self.assertTrue(self.folder.exists())


class TellsWhatIsWrong(FarmTest):
    def test_before_anything_is_done(self):
        source = film(self.path("film.mkv"), seconds=3)
        existing = self.folder / "there.mkv"
        existing.write_bytes(b"precious")
        link, directory = self.folder / "link.mkv", self.folder / "folder.mkv"
        link.symlink_to("nowhere")
        directory.mkdir()
        for arguments, part in (
            ([source, "o.mkv", *PROGRAMS], "options of the encoder"),
            ([source, "o.mkv", *PROGRAMS, "--chunk", "long", *LOSSLESS], "no length of time"),
            ([source, "o.mkv", *PROGRAMS, "--filter", "scale=320:180", *LOSSLESS], "one is needed"),
            (
                [source, "o.mkv", *PROGRAMS, "--filter", "tonelift,tonelift", *LOSSLESS],
                "2 tonelift",
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
            ([source, "o.mkv", "--lead-in=nan", *PROGRAMS, *LOSSLESS], "--lead-in"),
            ([source, source, "-y", *PROGRAMS, *LOSSLESS], "is the film itself"),
            ([source, "/no/folder/o.mkv", *PROGRAMS, *LOSSLESS], "no folder"),
            ([source, "o.mkv", *PROGRAMS, *LOSSLESS, "-vf", "null"], "-vf cannot stand"),
            (["/no/film", "o.mkv", *PROGRAMS, *LOSSLESS], "/no/film"),
            ([source, existing, *PROGRAMS, *LOSSLESS], "there already"),
            ([source, link, *PROGRAMS, *LOSSLESS], "there already"),
            ([source, directory, "-y", *PROGRAMS, *LOSSLESS], "is a folder"),
            ([source, "o.mkv", "--ffmpeg", "/no/ffmpeg", *LOSSLESS], "/no/ffmpeg"),
        ):
            arguments = [self.path(word) if word == "o.mkv" else word for word in arguments]
            ran = farm("local", *arguments, check=False)
            self.assertNotEqual(ran.returncode, 0, arguments)
            self.assertIn(part, ran.stderr)
        self.assertEqual(existing.read_bytes(), b"precious")
        self.assertEqual(list(self.folder.glob("*.farm")), [])

    def test_no_slurm(self):
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

    def test_film_that_ends_too_early(self):
        """FFmpeg ends with 0 then; the piece that lacks frames is named, and no film appears."""
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

    def test_of_encoder_and_container_before_anything_is_done(self):
        source = film(self.path("film.mkv"), seconds=3)
        for output, encoder, part in (
            ("o.mkv", "no_such_encoder", "Unknown encoder"),
            ("o.txt", "ffv1", "suitable output format"),
            ("o.webm", "ffv1", "Only VP8 or VP9"),
        ):
            ran = self.local(source, output, encoder=["--", "-c:v", encoder], check=False)
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn(part, ran.stderr)
        self.assertEqual(list(self.folder.glob("*.farm")), [])

    def test_when_a_piece_fails(self):
        source = film(self.path("film.mkv"), seconds=3)
        broken = wrapped_ffmpeg(self.folder, "*parts/00001*", "echo no luck >&2; exit 1")
        ran = self.local(source, "out.mkv", "--ffmpeg", broken, check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("encode 1, try 3: ffmpeg ended with 1: no luck", ran.stderr)
        self.assertIn("encode_1.log", ran.stderr)
        self.assertEqual(self.status()[0], 4)
        self.local(source)
        self.expect_one_run(source)

    def test_about_a_damaged_job(self):
        source = film(self.path("film.mkv"), seconds=3)
        self.local(source)
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

    def test_once_when_another_try_would_end_the_same(self):
        source = film(self.path("film.mkv"), seconds=3)
        ran = self.local(source, "out.mkv", "--filter", FILTER + ",fps=12", check=False)
        self.assertRegex(ran.stderr, "encode 0, try 1: .* frames, and the film has")
        self.assertFalse((self.folder / "out.mkv").exists())

    def test_when_a_task_says_nothing_of_its_own(self):
        log = self.folder / "encode_1.log"
        log.write_text("+ ffmpeg\nKilled\n")
        self.assertEqual(failure(log, "encode 1", True), f"Killed ({log})")
        self.assertIsNone(failure(log, "encode 1", False))
        log.write_text("tonelift farm: encode 1: no film\n+ ffmpeg\n")
        self.assertEqual(failure(log, "encode 1", False), f"encode 1: no film ({log})")

    def test_about_timestamps_with_advice_that_works(self):
        source = self.path("film.avi")
        film(source, seconds=3, video=["-c:v", "mpeg4", "-x264-params", ""])
        ran = self.local(source, check=False)
        advice = ran.stderr.split("ffmpeg -i ")[1].split()
        self.assertEqual(advice[0], source)
        ffmpeg("-i", source, *advice[1:-1], self.path(advice[-1]))
        self.local(self.path(advice[-1]))
        self.assertEqual(
            [digest for _, digest in frames_of(self.path("out.mkv"))],
            [digest for _, digest in frames_of(self.path(advice[-1]), "-vf", FILTER)],
        )
        self.assertEqual(self.status()[1]["frames"], {"done": 72, "of": 72})

    def test_about_a_plan_that_is_none(self):
        for text in ("[1]", "{}", "no json", '{"version": 2}'):
            (self.folder / "plan.json").write_text(text)
            ran = farm("status", self.folder, check=False)
            self.assertEqual(ran.returncode, 1)
            self.assertTrue(ran.stderr.startswith("tonelift farm: "), ran.stderr)

    def test_about_a_picture_that_changes_its_size(self):
        """The encoder of each piece would take another size."""
        for name, size, begin in (("a.ts", "160x90", 0), ("b.ts", "320x180", 3)):
            graph = lavfi(f"testsrc2=s={size}:d=1.5:r=24")
            ffmpeg(*graph, "-c:v", "libx264", "-g", "12", "-output_ts_offset", begin, self.path(name))
        source = self.folder / "film.ts"
        source.write_bytes(b"".join((self.folder / f).read_bytes() for f in ("a.ts", "b.ts")))
        ran = self.local(source, check=False)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("changes its size", ran.stderr)
        self.assertFalse((self.folder / "out.mkv").exists())
        chain = "tonelift=device=cpu:preset=faithful:format=same"
        ran = self.local(source, "out.mkv", "--job", self.folder / "job", "--filter", chain, check=False)
        self.assertIn("changes its size", ran.stderr)


class SurvivesWhatHappens(FarmTest):
    def test_a_program_that_is_killed(self):
        source = film(self.path("film.mkv"), seconds=3)
        once = self.path("once")
        killed = wrapped_ffmpeg(
            self.folder, "*parts/00001*", f"[ -e {once} ] || {{ : > {once}; kill -9 $$; }}"
        )
        self.local(source, "out.mkv", "--ffmpeg", killed)
        self.expect_one_run(source)
        self.assertEqual(self.status()[1]["tries_again"], 1)

    def test_its_own_end(self):
        """Programs that it has started end with it, and finished pieces stay."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            self.expect_end(number, f"{number}.mkv")

    def expect_end(self, number, output):
        source = film(self.path("film.mkv"), seconds=3)
        slow = wrapped_ffmpeg(self.folder, "*parts/00001*", "sleep 60")
        arguments = ["--filter", FILTER, "--chunk", "1s", *PROGRAMS, "--ffmpeg", slow, *LOSSLESS]
        command = [sys.executable, str(FARM), "local", source, self.path(output), *arguments]
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

    def test_another_run_in_its_folder(self):
        """The second one is refused, whatever its filter, and leaves the plan as it is."""
        source = film(self.path("film.mkv"), seconds=3)
        once, go = self.path("once"), self.path("go")
        slow = wrapped_ffmpeg(
            self.folder, "*parts/00001*", f": > {once}; while [ ! -e {go} ]; do sleep 0.1; done"
        )
        arguments = ["--filter", FILTER, "--chunk", "1s", *PROGRAMS, "--ffmpeg", slow, *LOSSLESS]
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
    def test_a_full_disk(self):
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

    def test_an_output_that_others_made(self):
        part, output = self.folder / "part", self.folder / "output"
        part.write_bytes(b"film")
        output.write_bytes(b"precious")
        with self.assertRaisesRegex(FarmError, "made by others"):
            give_name(str(part), str(output), False)
        self.assertEqual(output.read_bytes(), b"precious")
        give_name(str(part), str(output), True)
        self.assertEqual(output.read_bytes(), b"film")


def processes_with(folder, word):
    """Command lines of processes that have to do with a folder."""
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
    def test_without_statistics(self):
        source = film(self.path("film.mkv"), seconds=3)
        chain = "tonelift=device=cpu:preset=faithful:format=same"
        self.local(source, "out.mkv", "--filter", chain)
        self.assertEqual(self.status()[1]["measured"], {"done": 0, "of": 0})
        self.assertEqual(
            [digest for _, digest in frames_of(self.path("out.mkv"))],
            [digest for _, digest in frames_of(source)],
        )

    def test_with_files_which_are_watched(self):
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


class Filters(unittest.TestCase):
    def test_get_their_statistics_file(self):
        for chain, expected in (
            ("tonelift", "tonelift=stats_file=f:stats=read"),
            ("tonelift=", "tonelift=stats_file=f:stats=read"),
            ("crop=64:64,tonelift@a=vivid", "crop=64:64,tonelift@a=vivid:stats_file=f:stats=read"),
            (
                "tonelift=set='a=1|b=2,3',scale=64:-2",
                "tonelift=set='a=1|b=2,3':stats_file=f:stats=read,scale=64:-2",
            ),
            (
                "[in]tonelift=detail=1[x];[x]null",
                "[in]tonelift=detail=1:stats_file=f:stats=read[x];[x]null",
            ),
            (
                r"tonelift=script=a\,b.tl,null",
                r"tonelift=script=a\,b.tl:stats_file=f:stats=read,null",
            ),
        ):
            self.assertEqual(with_stats(chain, "f", "read"), expected)

    def test_are_cut_where_only_statistics_are_wanted(self):
        stats = "stats_file=f:stats=measure"
        for chain, expected in (
            ("crop=64:64,tonelift=vivid,scale=64:-2", f"crop=64:64,tonelift=vivid:{stats}"),
            ("[in]tonelift[a];[a]null", f"[in]tonelift={stats}[a];[a]null"),
        ):
            self.assertEqual(measuring(chain, "f"), expected)

    def test_name_one_instruction_set(self):
        best = instruction_set()
        pinned = f"tonelift=device=cpu:cpu={best},null"
        self.assertEqual(pinned_set("tonelift,null"), (pinned, best))
        named = "tonelift=cpu=sse4:device=cpu"
        self.assertEqual(pinned_set("tonelift=cpu=sse4"), (named, "sse4"))
        self.assertEqual(pinned_set("tonelift=device=cuda"), ("tonelift=device=cuda", None))
        quoted = "tonelift=device='cpu':cpu='avx2'"
        self.assertEqual(pinned_set(quoted), (quoted, "avx2"))
        for chain, part in (
            ("tonelift=device=auto", "name cpu or cuda"),
            ("tonelift=device='auto':cpu=sse4", "name cpu or cuda"),
            ("tonelift=cpu=auto", "leave out cpu=auto"),
            ("tonelift=cpu=2", "no instruction set"),
        ):
            with self.assertRaisesRegex(FarmError, part):
                pinned_set(chain)
        check_instruction_set("avx2", "avx512")
        check_instruction_set(None, "avx512")
        for wanted, here in (("avx512", "avx2"), ("avx2", "aarch64"), ("aarch64", "avx2")):
            with self.assertRaisesRegex(FarmError, f"has {here}, and the plan was made for"):
                check_instruction_set(wanted, here)

    def test_come_behind_a_trim(self):
        self.assertEqual(behind("trim", "tonelift"), "trim,tonelift")
        self.assertEqual(behind("trim", "[in]tonelift[out]"), "trim[in];[in]tonelift[out]")


if __name__ == "__main__":
    main()
