#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests statistics files of the FFmpeg filter: interruptions, changes while a stream runs, and
paths that are not regular files."""

import os
import re
import resource
import signal
import subprocess
import time

from ffmpeg_support import MEDIA, PQ, ROOT, FilterTest, ffmpeg, main, pictures, source

CLIP = source("yuv420p10le", count=50, rate=25, **PQ)
FIRST_SECOND = ["-t", "1"]
NULL = ["-f", "null", "-"]


class StatsTest(FilterTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "film.stats"
        self.part = self.folder / "film.stats.part"

    def filter(self, options=""):
        return ["-vf", f"tonelift=stats_file={self.file}{options}"]

    def measure(self, *arguments, options="", check=True):
        return ffmpeg("-v", "warning", *arguments, *self.filter(options), *NULL, check=check)

    def refused(self, *arguments, options=":stats=read"):
        result = self.measure(*arguments, options=options, check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("stats_file", result.stderr)
        return result.stderr

    def frames(self):
        return int(re.search(r"^end (\d+)\n\Z", self.file.read_text(), re.M).group(1))


class Ends(StatsTest):
    def test_end_of_the_input_makes_the_file_complete(self):
        self.measure(*CLIP)
        self.assertEqual(self.frames(), 50)
        self.assertFalse(self.part.exists())
        expected = pictures(*CLIP, "-vf", "tonelift")
        for stats in ("auto", "read"):
            for batch in (1, 7):
                options = f":stats={stats}:batch={batch}"
                self.assertEqual(pictures(*CLIP, *self.filter(options)), expected, options)

    def test_statistics_of_measuring_equal_those_of_mapping(self):
        self.measure(*CLIP, options=":stats=write")
        mapped = self.file.read_bytes()
        shown = pictures(*CLIP, *self.filter(":stats=measure:batch=3"))
        self.assertEqual(self.file.read_bytes(), mapped)
        self.assertEqual(shown, pictures(*CLIP))
        for name in ("sse4", "avx2"):
            self.measure(*CLIP, options=f":stats=measure:device=cpu:cpu={name}")
            self.assertRegex(self.file.read_text(), f"(?m)^tonelift \\S+ {name}$")

    def test_measuring_passes_excluded_frames_through(self):
        film = ["-i", MEDIA / "room_hdr10.mkv", "-frames:v", "4"]
        for batch in (1, 3):
            options = f":stats=measure:batch={batch}:enable='eq(n,1)'"
            self.assertEqual(pictures(*film, *self.filter(options)), pictures(*film))

    def test_film_is_unchanged_after_a_shortened_first_pass(self):
        expected = pictures(*CLIP, "-vf", "tonelift")
        for name, arguments in (("input", FIRST_SECOND + CLIP), ("output", CLIP + FIRST_SECOND),
                                ("frames", CLIP + ["-frames:v", "25"])):
            with self.subTest(name):
                self.measure(*arguments)
                if self.file.exists():
                    self.assertLess(self.frames(), 50)
                    self.assertIn("no line for the frame", self.refused(*CLIP))
                result = self.measure(*CLIP, options=":batch=4")
                self.assertLessEqual(result.stderr.count("no line for the frame"), 1)
                self.assertEqual(pictures(*CLIP, *self.filter()), expected)
                self.file.unlink()

    def start(self):
        command = [str(ROOT / "scripts" / "ffmpeg"), "-v", "error", "-re", *CLIP,
                   *self.filter(), *NULL]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 30
        while not self.part.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.4)
        return process

    def test_film_is_unchanged_after_an_interrupted_first_pass(self):
        process = self.start()
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertFalse(self.part.exists())
        self.assertTrue(0 < self.frames() < 50, self.frames())
        self.assertEqual(pictures(*CLIP, *self.filter()), pictures(*CLIP, "-vf", "tonelift"))

    def test_killed_run_does_not_prevent_the_next_run(self):
        for _ in range(2):
            process = self.start()
            process.kill()
            process.communicate()
            self.assertFalse(self.file.exists())
            self.assertEqual(os.listdir(self.folder), [self.part.name])
        self.measure(*CLIP)
        self.assertEqual(os.listdir(self.folder), [self.file.name])
        self.assertEqual(self.frames(), 50)

    def test_a_second_run_with_the_same_file_is_refused(self):
        process = self.start()
        self.assertIn("being written by another", self.refused(*CLIP, options=""))
        self.assertEqual((process.wait(), process.stderr.read()), (0, b""))
        process.stderr.close()
        self.assertEqual(self.frames(), 50)

    def test_full_disk_is_an_error(self):
        def full():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

        self.measure(*FIRST_SECOND, *CLIP)
        before = self.file.read_bytes()
        command = [str(ROOT / "scripts" / "ffmpeg"), "-v", "error", *CLIP,
                   *self.filter(":stats=write"), *NULL]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                                preexec_fn=full, check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(b"File too large", result.stderr)
        self.assertEqual(self.file.read_bytes(), before)
        self.assertEqual(os.listdir(self.folder), [self.file.name])

    def test_statistics_of_a_stream_of_changing_size_are_complete(self):
        joined = self.film_of_sizes("64x36", "96x54", "64x36")
        scaled = f"tonelift=stats_file={self.file},scale=64:36"
        expected = pictures("-i", joined, "-vf", scaled)
        self.assertEqual(expected, pictures("-i", joined, "-vf", "tonelift,scale=64:36"))
        self.assertEqual(self.frames(), 27)
        for stats in ("auto", "read"):
            again = scaled.replace(",", f":stats={stats},")
            self.assertEqual(pictures("-i", joined, "-vf", again), expected)


class Pieces(StatsTest):
    def test_pieces_equal_the_film_of_one_run(self):
        film = MEDIA / "montage_hdr10.mkv"
        lossless = ["-c:v", "ffv1", "-an"]
        whole = pictures("-i", film, "-vf", "tonelift")
        self.measure("-i", film, options=":stats=write")
        names = []
        for begin, end in ((0, 0.5), (0.5, 1), (1, 1000)):
            names.append(f"part{len(names)}.mkv")
            option, chain = self.filter(":stats=read,setpts=PTS-STARTPTS")
            ffmpeg("-v", "error", "-noaccurate_seek", "-ss", "0", "-copyts", "-i", film,
                   "-fps_mode", "passthrough", "-enc_time_base", "1:1000",
                   option, f"trim=start={begin}:end={end},{chain}", *lossless,
                   self.folder / names[-1])
        listing = self.folder / "parts.txt"
        listing.write_text("".join(f"file {name}\nduration 0.5\n" for name in names))
        joined = self.folder / "joined.mkv"
        ffmpeg("-v", "error", "-f", "concat", "-i", listing, "-i", film, "-map", "0:v", "-map",
               "1:a?", "-c", "copy", joined)
        made = pictures("-i", joined, "-fps_mode", "passthrough", "-enc_time_base", "1:1000")
        self.assertEqual([picture for _, picture in made], [picture for _, picture in whole])
        gaps = [after - before for (before, _), (after, _) in zip(made, made[1:])]
        self.assertLessEqual(max(gaps) - min(gaps), 2, "parts are joined without gaps")
        alone = pictures("-i", film, "-vf", "trim=start=0.5:end=1,tonelift")
        part = pictures("-i", self.folder / names[1])
        self.assertEqual(len(alone), len(part))
        self.assertNotEqual([hash for _, hash in alone], [hash for _, hash in part],
                            "without statistics a piece is another picture")


class Belonging(StatsTest):
    def test_file_belongs_to_a_script_and_its_params(self):
        self.measure(*CLIP)
        self.assertIn("landscape.tl", self.refused(*CLIP, options=":preset=landscape"))
        self.assertIn("param smoothing is 0.5 there and 2 here",
                      self.refused(*CLIP, options=":smoothing=2:stats=read"))
        self.measure(*CLIP, options=":stats=read:strength=0.2:detail=1:saturation=2")

    def test_file_belongs_to_a_size_and_a_film(self):
        self.measure(*CLIP)
        larger = source("yuv420p10le", size="96x54", count=50, rate=25, **PQ)
        self.assertIn("size is 64x36 there and 96x54 here", self.refused(*larger))
        other = [word.replace("testsrc2", "mandelbrot").replace(":d=2.0", "") for word in CLIP]
        self.assertIn("another film", self.refused(*other, "-frames:v", "50"))

    def test_commands_are_followed(self):
        commanded = "sendcmd=c='1.0 tonelift smoothing 2'," + self.filter()[1]
        expected = pictures(*CLIP, "-vf", commanded)
        self.assertIn("param.smoothing 2\n", self.file.read_text())
        self.assertEqual(pictures(*CLIP, "-vf", commanded + ":stats=read"), expected)


class Places(StatsTest):
    def test_a_fifo_is_refused(self):
        os.mkfifo(self.file)
        for options in ("", ":stats=write", ":stats=read"):
            self.assertIn("is a FIFO", self.refused(*CLIP, options=options))

    def test_a_script_from_a_fifo_is_refused(self):
        script = self.folder / "script.tl"
        os.mkfifo(script)
        result = ffmpeg("-v", "error", *CLIP, "-vf", f"tonelift=script={script}", *NULL,
                        check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("is a FIFO", result.stderr)

    def test_reading_and_writing_need_a_file(self):
        for stats in ("read", "write"):
            result = ffmpeg("-v", "error", *CLIP, "-vf", f"tonelift=stats={stats}", *NULL,
                            check=False)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(f"stats={stats} needs a file", result.stderr)

    def test_repeated_timestamps_write_no_file(self):
        twice = [*CLIP, "-fps_mode", "passthrough", "-vf",
                 rf"setpts=mod(N\,10)/25/TB,tonelift=stats_file={self.file}"]
        result = ffmpeg("-v", "warning", *twice, *NULL)
        self.assertEqual(result.stderr.count("is repeated"), 1)
        self.assertEqual(os.listdir(self.folder), [])
        twice[-1] += ":stats=write"
        self.assertNotEqual(ffmpeg("-v", "error", *twice, *NULL, check=False).returncode, 0)


if __name__ == "__main__":
    main()
