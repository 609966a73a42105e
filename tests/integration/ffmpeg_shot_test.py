#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests smoothing=shot in the FFmpeg filter. Frames wait for the look-ahead, no frame is lost, and
no timestamp changes."""

import re

from ffmpeg_support import (MEDIA, PQ, FilterTest, ffmpeg, main, pictures, source)

MONTAGE = ["-i", MEDIA / "montage_hdr10.mkv"]
SHOT = "tonelift=smoothing=shot"


class Lookahead(FilterTest):
    def test_batches_and_threads_make_no_difference(self):
        for lookahead in ("auto", "0.3", "0"):
            self.expect_no_influence_of_batches_and_threads(
                MONTAGE, f"{SHOT}:lookahead={lookahead}", 28)

    def test_timestamps_are_kept(self):
        self.expect_the_timestamps(f"{SHOT}:lookahead=1", count=40)

    def test_every_frame_is_output_at_the_end(self):
        for batch in (1, 7):
            self.expect_every_frame(f"{SHOT}:batch={batch}", (1, 19, 20, 21, 22, 60))

    def test_early_end_of_the_output_is_no_error(self):
        self.expect_an_early_end(SHOT)

    def test_two_passes_equal_one_pass_for_short_shots(self):
        stats = f"{SHOT}:stats_file={self.folder / 'film.stats'}"
        expected = pictures(*MONTAGE, "-vf", SHOT)
        for mode in ("write", "read", "measure", "read"):
            made = pictures(*MONTAGE, "-vf", f"{stats}:stats={mode}")
            if mode != "measure":
                self.assertEqual(made, expected, mode)

    def test_size_change_loses_nothing_without_a_look_ahead(self):
        made = pictures("-i", self.film_of_sizes("64x36", "96x54"), "-vf", f"{SHOT}:lookahead=0,scale=64:36")
        self.assertEqual(len(made), 18)

    def test_frames_lost_by_a_size_change_are_counted(self):
        result = ffmpeg("-v", "warning", "-i", self.film_of_sizes("64x36", "96x54"), "-vf",
                        f"scale=64:36,{SHOT}", "-f", "framemd5", "-")
        made = sum(not row.startswith("#") for row in result.stdout.splitlines())
        lost = [int(count) for count in re.findall(r"(\d+) input frames were not", result.stderr)]
        self.assertEqual(lost, [9], result.stderr)
        self.assertEqual(made, 9)
        self.assertIn("-reinit_filter 0", result.stderr)

    def test_reinit_filter_0_and_scale_keep_all_frames_of_a_size_change(self):
        film = self.film_of_sizes("64x36", "96x54")
        made = pictures("-reinit_filter", 0, "-i", film, "-vf", f"scale=64:36,{SHOT}")
        self.assertEqual(len(made), 18)

    def test_reinit_filter_0_keeps_all_frames_of_a_color_change(self):
        film = self.film_of_sizes("64x36")
        hdr = self.folder / "hdr.h264"
        ffmpeg("-v", "error", *source(count=9, **PQ), "-c:v", "libx264", "-preset", "ultrafast", hdr)
        hdr.write_bytes(hdr.read_bytes() + film.read_bytes())
        made = pictures("-reinit_filter", 0, "-i", hdr, "-vf", SHOT)
        self.assertEqual(len(made), 18)
        self.assertEqual([picture for _, picture in made[9:]],
                         [picture for _, picture in pictures("-i", film, "-vf", SHOT)])

    def test_frames_are_output_when_downstream_requests_them(self):
        """FFmpeg warns if 100 frames wait in a queue after a filter, so the filter must not output
        many frames at once."""
        ends = source("yuv420p10le", size="32x18", count=200, rate=80, **PQ)
        changes = [*ends, "-filter_complex", "split[a][b];[a]trim=end_frame=180[c];"
                   "[b]trim=start_frame=180,setpts=PTS-STARTPTS,setparams=color_trc=arib-std-b67[d];"
                   f"[c][d]concat,{SHOT}"]
        for arguments in ([*ends, "-vf", SHOT], changes):
            result = ffmpeg("-v", "verbose", *arguments, "-f", "framemd5", "-")
            self.assertNotIn("buffers queued", result.stderr)
            rows = sum(not row.startswith("#") for row in result.stdout.splitlines())
            self.assertEqual(rows, 200)

    def test_color_change_maps_waiting_frames_in_their_own_color(self):
        graph = "split[a][b];[a]setparams=color_trc=arib-std-b67,trim=end_frame=5[c];" \
                "[b]trim=start_frame=5,setpts=PTS-STARTPTS[d];[c][d]concat,settb=1/10"
        clip = source("yuv420p10le", **PQ)
        pq, hlg = (pictures(*clip, "-vf", f"{cut},setparams=color_trc={trc},{SHOT}")
                   for trc, cut in (("smpte2084", "trim=start_frame=5"),
                                    ("arib-std-b67", "trim=end_frame=5")))
        made = pictures(*clip, "-vf", f"{graph},{SHOT}")
        self.assertEqual([picture for _, picture in made], [picture for _, picture in hlg + pq])

    def test_the_timeline_disables_the_look_at_its_frames(self):
        clip = source(count=30)
        plain = pictures(*clip)
        first = pictures(*clip, "-vf", f"trim=end_frame=10,{SHOT}")
        made = pictures(*clip, "-vf", f"{SHOT}:enable='lt(t,1)+gte(t,2)'")
        self.assertEqual(made[:10], first)
        self.assertEqual(made[10:20], plain[10:20])
        self.assertEqual(len(made), 30)

    def test_commands_take_effect_at_their_frame(self):
        clip = source("yuv420p10le", count=30, **PQ)
        before = pictures(*clip, "-vf", f"trim=end_frame=10,{SHOT}:split=0")
        made = pictures(*clip, "-vf", f"sendcmd=c='1 tonelift split 1',{SHOT}:split=0")
        after = pictures(*clip, "-vf", f"{SHOT}:split=1")
        self.assertEqual(made[:10], before)
        self.assertEqual(made[10:], after[10:])

    def test_commands_that_change_nothing_do_not_end_the_look_ahead(self):
        script = self.folder / "look.tl"
        script.write_text("output input * (0.3 / smooth(mean(lightness(input)), 1));")
        clip, fade = source("yuv420p10le", count=20, **PQ), "fade=out:0:30"
        for options in ("preset=natural", f"script={script}"):
            expected = pictures(*clip, "-vf", f"{fade},{SHOT}:{options}")
            for command in ("preset nosuch", "strength -0.5", "tonemap auto", "saturation -1"):
                made = pictures(*clip, "-vf", f"sendcmd=c='0.3 tonelift {command}',{fade},{SHOT}:{options}")
                self.assertEqual(made, expected, f"{options}, {command}")
            changed = pictures(*clip, "-vf", f"sendcmd=c='0.3 tonelift tonemap clip',{fade},{SHOT}:{options}")
            self.assertNotEqual(changed[0], expected[0], options)

    def test_the_memory_is_logged_once(self):
        log = ffmpeg("-v", "info", *source(count=60), "-vf", SHOT, "-f", "null", "-").stderr
        self.assertEqual(len(re.findall("looks 2 s ahead and holds up to 250 frames of .* each", log)), 1, log)

    def test_a_file_that_is_read_needs_no_look_ahead(self):
        stats = f"{SHOT}:stats_file={self.folder / 'film.stats'}"
        for mode, expected in (("write", 1), ("read", 0), ("measure", 0)):
            log = ffmpeg("-v", "info", *source(count=5), "-vf", f"{stats}:stats={mode}", "-f",
                         "null", "-").stderr
            self.assertEqual(log.count("s ahead"), expected, mode)


class FewFrames(FilterTest):
    def test_statistics_are_smoothed_across_any_gap(self):
        file = self.folder / "film.stats"
        ffmpeg("-v", "error", *source(count=8, rate=0.08), "-vf",
               f"tonelift=stats_file={file}:stats=measure", "-f", "null", "-")
        text = file.read_text()
        self.assertRegex(text, r"(?m)^columns timestamp time scene_change:1 ")
        changes = re.findall(r"(?m)^\d+ \d+ (\S+) ", text)
        self.assertEqual(len(changes), 8)
        self.assertEqual(changes[0], "1p+0")
        self.assertEqual(set(changes[1:]), {"0p+0"})


if __name__ == "__main__":
    main()
