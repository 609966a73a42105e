#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests changes of options while the FFmpeg filter runs. A change takes effect completely or not at
all."""

import re
import subprocess

from ffmpeg_support import PQ, ROOT, FilterTest, ffmpeg, main, pictures, source

SIZE = (32, 16)
FRAME = bytes(range(256)) * 3


class Script(FilterTest):
    def run_edited(self, edit, filters):
        command = [ROOT / "scripts/ffmpeg", "-hide_banner", "-v", "error", "-f", "rawvideo", "-pix_fmt",
                   "yuv420p", "-s", "{}x{}".format(*SIZE), "-r", "10", "-i", "pipe:0", "-vf", filters,
                   "-flush_packets", "1", "-f", "framemd5", "pipe:1"]
        with (self.folder / "log").open("wb") as log, subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log) as process:
            process.stdin.write(FRAME * 10)
            process.stdin.flush()
            rows = []
            while len(rows) < 5:
                row = process.stdout.readline()
                self.assertTrue(row, "FFmpeg ended early")
                rows += [row] if not row.startswith(b"#") else []
            edit()
            process.stdin.write(FRAME * 10)
            process.stdin.close()
            rows += [row for row in process.stdout.readlines() if not row.startswith(b"#")]
        self.assertEqual(process.returncode, 0, (self.folder / "log").read_text())
        return [row.split(b",")[5].strip() for row in rows]

    def setUp(self):
        super().setUp()
        self.script = self.folder / "look.tl"
        self.script.write_text("output input * 0.5;")

    def filters(self, command):
        return f"sendcmd=c='1.5 tonelift {command}',tonelift=script={self.script}:dithering=none"

    def test_script_is_not_read_again_for_another_option(self):
        for edit in (self.script.unlink, lambda: self.script.write_text("output half")):
            self.script.write_text("output input * 0.5;")
            made = self.run_edited(edit, self.filters("tonemap hable"))
            self.assertEqual(len(made), 20)
            self.assertEqual(len(set(made)), 1)

    def test_script_is_read_again_when_its_option_is_set(self):
        made = self.run_edited(lambda: self.script.write_text("output input * 0.1;"),
                               self.filters(f"script {self.script}"))
        self.assertEqual(len(set(made[:15])), 1)
        self.assertEqual(len(set(made[15:])), 1)
        self.assertNotEqual(made[14], made[15])


class Timeline(FilterTest):
    def test_limits_of_the_script_do_not_end_the_film_at_the_switch(self):
        for limit in ("script_work=100", "script_memory=27"):
            made = pictures(*source(pixel_format="yuv420p10le", size="512x288", **PQ), "-vf",
                            f"tonelift=script_text='output input;':{limit}:enable='lt(t,0.5)'")
            self.assertEqual(len(made), 10, limit)

    def test_a_change_applies_to_both_filters_or_not_at_all(self):
        arguments = source(pixel_format="yuv420p10le", size="512x288", **PQ)
        switched = "tonelift=dithering=none:enable='lt(mod(t,0.2),0.1)'"
        plain = pictures(*arguments, "-vf", switched)
        result = ffmpeg("-v", "error", *arguments, "-vf",
                        f"sendcmd=c='0.5 tonelift in_primaries bt709; 0.6 tonelift preset nosuch',{switched}",
                        "-f", "framemd5", "-")
        rows = [row.split(",")[5].strip() for row in result.stdout.splitlines() if row[0] != "#"]
        self.assertEqual(rows, [picture for _, picture in plain], result.stderr)


class Lost(FilterTest):
    LOST = r"(\d+) input frames were not output"

    def lost(self, count, *arguments, check=True):
        said = ffmpeg("-v", "info", *source(count=count), *arguments, "-f", "null", "-", check=check).stderr
        return [int(number) for number in re.findall(self.LOST, said)]

    def test_frames_lost_by_an_error_are_counted(self):
        film = f"tonelift=batch=8:stats_file={self.folder / 'film.stats'}"
        self.assertEqual(self.lost(16, "-vf", f"{film}:stats=write"), [])
        lost = self.lost(30, "-vf", f"{film}:stats=read", check=False)
        self.assertEqual(lost, [8], "the third batch has no statistics")

    def test_a_frame_lost_by_an_error_is_logged_without_advice(self):
        missing = f"tonelift=stats=read:stats_file={self.folder / 'missing.stats'}"
        said = ffmpeg("-v", "info", *source(), "-vf", missing, "-f", "null", "-", check=False).stderr
        self.assertRegex(said, r"\] 1 input frame was not output, because of an error\n")
        self.assertNotIn("reinit_filter", said)

    def test_frames_lost_by_an_early_end_cause_no_warning(self):
        for end in (("-frames:v", 1), ("-t", "0.3")):
            said = ffmpeg("-v", "warning", *source(count=60), *end, "-vf",
                          "tonelift=smoothing=shot:lookahead=0.5", "-f", "null", "-").stderr
            self.assertNotIn("not output", said, end)

    def test_nothing_is_logged_if_every_frame_is_output(self):
        self.assertEqual(self.lost(30, "-vf", "tonelift=batch=8"), [])


if __name__ == "__main__":
    main()
