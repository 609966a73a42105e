#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the FFmpeg filter loses no frame, and that commands take effect at the right frame."""

import re

from ffmpeg_support import (MEDIA, PQ, FilterTest, ffmpeg, frames, main, pictures, probe, source,
                            video_stream)

ROOM = ["-i", MEDIA / "room_hdr10.mkv"]


class Frames(FilterTest):
    def test_timestamps_are_kept(self):
        self.expect_the_timestamps("tonelift=batch=1", "tonelift=batch=7")

    def test_batches_and_threads_make_no_difference(self):
        self.expect_no_influence_of_batches_and_threads([*ROOM, "-frames:v", "20"],
                                                        "tonelift=preset=natural", 20)

    def test_every_frame_is_output_at_the_end(self):
        for batch in (7, 64):
            self.expect_every_frame(f"tonelift=batch={batch}", (1, 6, 7, 8))

    def test_early_end_of_the_output_is_no_error(self):
        self.expect_an_early_end(*(f"tonelift=batch={batch}" for batch in (1, 7, 64)))

    def test_size_change_loses_nothing(self):
        film = self.film_of_sizes("64x36", "96x54", "50x30")
        made = pictures("-i", film, "-vf", "tonelift,scale=64:36")
        self.assertEqual(len(made), 27)

    def test_color_change_in_mid_stream_is_followed(self):
        graph = "split[a][b];[a]setparams=color_trc=arib-std-b67,trim=end_frame=5[c];" \
                "[b]trim=start_frame=5,setpts=PTS-STARTPTS[d];[c][d]concat,settb=1/10,tonelift"
        clip = source("yuv420p10le", **PQ)
        pq, hlg = (pictures(*clip, "-vf", f"setparams=color_trc={trc},tonelift=smoothing=0")
                   for trc in ("smpte2084", "arib-std-b67"))
        for batch in (1, 3, 64):
            made = pictures(*clip, "-vf", f"{graph}=smoothing=0:batch={batch}")
            self.assertEqual(made, hlg[:5] + pq[5:], f"batch={batch}")

    def test_change_of_primaries_in_mid_stream_is_followed(self):
        graph = "split[a][b];[a]setparams=color_primaries=smpte432,trim=end_frame=5[c];" \
                "[b]trim=start_frame=5,setpts=PTS-STARTPTS[d];[c][d]concat,settb=1/10,tonelift=smoothing=0"
        clip = source("yuv420p10le", **PQ)
        wide, p3 = (pictures(*clip, "-vf", f"setparams=color_primaries={name},tonelift=smoothing=0")
                    for name in ("bt2020", "smpte432"))
        self.assertNotEqual(wide[:5], p3[:5])
        for batch in (1, 3, 64):
            self.assertEqual(pictures(*clip, "-vf", f"{graph}:batch={batch}"), p3[:5] + wide[5:])

    def test_change_of_mastering_display_in_mid_stream_is_followed(self):
        parts = [self.mastered_at(peak) for peak in (400, 4000)]
        joined = self.folder / "joined.hevc"
        joined.write_bytes(b"".join(part.read_bytes() for part in parts))
        maps = "tonelift=script_text='output input * (source_peak / 4000);'"
        dim, bright = ([picture for _, picture in pictures("-i", part, "-vf", maps)]
                       for part in parts)
        self.assertNotEqual(dim, bright)
        for batch in (1, 3, 64):
            made = pictures("-i", joined, "-vf", f"{maps}:batch={batch}")
            self.assertEqual([picture for _, picture in made], dim + bright, f"batch={batch}")

    def test_hdr_metadata_of_a_container_describes_every_frame(self):
        # FFmpeg 5.1 gives the metadata of a container only to the first frame.
        coded, stored = MEDIA / "roof_hdr10.mkv", self.folder / "stored.mkv"
        ffmpeg("-v", "error", "-i", coded, "-frames:v", 5, "-c:v", "ffv1", stored)
        clips, cut = (["-i", coded], ["-i", stored]), "trim=end_frame=5"
        self.assertEqual(*(pictures(*clip, "-vf", f"{cut},tonelift=smoothing=shot") for clip in clips))
        shown = [self.side_data(*clip, "-vf", f"{cut},tonelift=t=pq,showinfo") for clip in clips]
        self.assertEqual(len(shown[0]), 10)
        self.assertEqual(*shown)

    def test_untagged_film_with_hdr_metadata_in_its_container_is_hdr_in_every_frame(self):
        stored = self.folder / "stored.mkv"
        tags = "setparams=color_primaries={}:color_trc={}:colorspace={}"
        ffmpeg("-v", "error", "-i", MEDIA / "roof_hdr10.mkv", "-frames:v", 4, "-vf", tags.format(*3 * ["unknown"]),
               "-c:v", "ffv1", stored)
        tagged = tags.format("bt2020", "smpte2084", "bt2020nc")
        self.assertEqual(*(pictures("-i", stored, "-vf", chain) for chain in ("tonelift", f"{tagged},tonelift")))

    def side_data(self, *arguments):
        log = ffmpeg("-v", "info", *arguments, "-f", "null", "-").stderr
        return re.findall("side data - (?:mastering|content).*", log, re.IGNORECASE)

    def mastered_at(self, peak):
        path = self.folder / f"{peak}.hevc"
        display = f"G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L({peak}0000,50)"
        ffmpeg("-v", "error", *source("yuv420p10le", count=4, **PQ), "-c:v", "libx265",
               "-x265-params", f"log-level=error:hdr10=1:repeat-headers=1:master-display={display}", path)
        return path

    def test_truncated_file_is_mapped(self):
        whole = (MEDIA / "room_hdr10.mkv").read_bytes()
        cut = self.folder / "cut.mkv"
        cut.write_bytes(whole[: len(whole) * 6 // 10])
        made = pictures("-i", cut, "-vf", "tonelift=batch=4")
        self.assertGreater(len(made), 0)
        self.assertEqual(made[:4], pictures(*ROOM, "-vf", "tonelift", "-frames:v", "4"))

    def test_rate_and_aspect_are_kept(self):
        output = self.folder / "aspect.mkv"
        ffmpeg("-v", "error", *source(rate=24), "-vf", "setsar=4/3,tonelift", "-c:v", "ffv1",
               output)
        stream = video_stream(output)
        self.assertEqual(stream["r_frame_rate"], "24/1")
        self.assertEqual(stream["sample_aspect_ratio"], "4:3")

    def test_two_runs_are_equal(self):
        clip = [*ROOM, "-frames:v", "8", "-vf", "tonelift=detail=2"]
        self.assertEqual(pictures(*clip), pictures(*clip))


class Sound(FilterTest):
    def packets(self, path):
        """Returns the times and hashes of the sound packets. Times are relative to the first
        packet, because FFmpeg 7.1 shifts files whose sound begins before 0."""
        entries = ["-select_streams", "a", "-show_packets", "-show_data_hash", "md5"]
        found = probe(path, *entries)["packets"]
        return [(p["pts"] - found[0]["pts"], p["data_hash"]) for p in found]

    def test_sound_is_kept(self):
        given = self.folder / "given.mkv"
        made = self.folder / "made.mkv"
        ffmpeg("-v", "error", *source(count=20), "-f", "lavfi", "-i", "sine=d=2", "-c:a", "aac",
               "-c:v", "ffv1", given)
        ffmpeg("-v", "error", "-i", given, "-vf", "tonelift=batch=7", "-c:v", "ffv1",
               "-c:a", "copy", made)
        self.assertEqual(self.packets(made), self.packets(given))
        self.assertEqual(len(frames(made)), 20)


class Commands(FilterTest):
    CLIP = source("yuv420p10le", **PQ)

    def commanded(self, commands, options):
        return pictures(*self.CLIP, "-vf", f"sendcmd=c='{commands}',tonelift={options}")

    def samples(self, filters):
        raw = self.folder / "frames.raw"
        ffmpeg("-v", "error", "-y", *self.CLIP, "-vf", filters, "-f", "rawvideo", raw)
        data = raw.read_bytes()
        size = len(data) // 10
        return [data[start:start + size] for start in range(0, len(data), size)]

    def expect_near(self, made, expected, message):
        for frame, (one, other) in enumerate(zip(made, expected)):
            steps = [abs(a - b) for a, b in zip(one, other) if a != b]
            self.assertLessEqual(max(steps, default=0), 1, f"{message}, frame {frame}")
            self.assertLessEqual(len(steps), len(other) // 1000, f"{message}, frame {frame}")

    def test_live_options_change_from_a_frame_on(self):
        for name, old, new in (("strength", 0.1, 0.9), ("saturation", 1, 0), ("preset", "natural",
                               "faithful"), ("tonemap", "hable", "clip"), ("split", 0, 0.5)):
            before = self.samples(f"tonelift={name}={old}")
            after = self.samples(f"tonelift={name}={new}")
            self.assertNotEqual(before[5:], after[5:], name)
            for batch in (1, 4, 64):
                made = self.samples(f"sendcmd=c='0.5 tonelift {name} {new}',"
                                    f"tonelift={name}={old}:batch={batch}")
                self.assertEqual(made[:5], before[:5], f"{name}, batch={batch}")
                self.assertEqual(len(made), 10)
                self.expect_near(made[5:], after[5:], f"{name}, batch={batch}")

    def test_refused_values_change_nothing(self):
        expected = pictures(*self.CLIP, "-vf", "tonelift")
        for command in ("preset nosuch", "strength 7", "threads 1", "nosuch 1"):
            self.assertEqual(self.commanded(f"0.5 tonelift {command}", ""), expected, command)

    def test_commands_work_after_a_refused_one(self):
        commands = "0.3 tonelift preset nosuch; 0.5 tonelift strength 0.9"
        self.assertEqual(self.commanded(commands, "strength=0.1"),
                         self.commanded("0.5 tonelift strength 0.9", "strength=0.1"))


class Timeline(FilterTest):
    SDR, HDR = source(), source("yuv420p10le", **PQ)
    LATE = "enable='gte(t,0.5)'"

    def expect_first_half(self, clip, plain, options="smoothing=0"):
        mapped = pictures(*clip, "-vf", f"tonelift={options}")
        first = pictures(*clip, *plain)
        self.assertTrue(all(a != b for a, b in zip(first, mapped)))
        for batch in (1, 4, 64):
            made = pictures(*clip, "-vf", f"tonelift={options}:batch={batch}:{self.LATE}")
            self.assertEqual(made, first[:5] + mapped[5:], f"batch={batch}")

    def test_sdr_passes_through_while_the_look_is_disabled(self):
        self.expect_first_half(self.SDR, [])

    def test_hdr_becomes_sdr_while_the_look_is_disabled(self):
        faithful = ["-vf", "tonelift=faithful:smoothing=0"]
        self.expect_first_half(self.HDR, faithful)
        for options in ("vivid:deband=1", "script_text='output input * 0.25;'",
                        "algorithm=portrait:detail=3:set='softness=0.1'", "show=gain", "split=0.5"):
            with self.subTest(options):
                self.expect_first_half(self.HDR, faithful, f"{options}:smoothing=0")

    def test_conversion_is_the_same_while_the_look_is_disabled(self):
        options = "smoothing=0:tonemap=hable:target_peak=100:format=yuv420p10le"
        self.expect_first_half(self.HDR, ["-vf", f"tonelift=faithful:{options}"], options)

    def test_all_frames_have_the_tags_of_the_output(self):
        log = ffmpeg("-v", "info", *self.HDR, "-vf", f"tonelift={self.LATE},showinfo", "-f",
                     "null", "-").stderr
        self.assertEqual(log.count("color_trc:bt709"), 10, log)

    def test_command_switches_the_look(self):
        mapped, plain = (pictures(*self.SDR, *chain)
                         for chain in (["-vf", "tonelift=smoothing=0"], []))
        made = pictures(*self.SDR, "-vf", "sendcmd=c='0.3 tonelift enable 0; 0.7 tonelift enable 1',"
                        "tonelift=smoothing=0")
        self.assertEqual(made, mapped[:3] + plain[3:7] + mapped[7:])

    def test_two_passes_equal_one_pass(self):
        stats = self.folder / "film.stats"
        options = f"tonelift={self.LATE}"
        one = pictures(*self.HDR, "-vf", options)
        ffmpeg("-v", "error", *self.HDR, "-vf", f"{options}:stats_file={stats}:stats=measure", "-f",
               "null", "-")
        self.assertEqual(
            pictures(*self.HDR, "-vf", f"{options}:stats_file={stats}:stats=read"), one)

    def test_commands_apply_while_the_look_is_disabled(self):
        commands = self.folder / "commands"
        commands.write_text("0.1 tonelift strength 0.9;\n0.2 tonelift strength 7;\n"
                            "0.3 tonelift set nosuch=1;\n")
        made = pictures(*self.SDR, "-vf",
                        f"sendcmd=f={commands},tonelift=smoothing=0:strength=0.1:{self.LATE}")
        strong = pictures(*self.SDR, "-vf", "sendcmd=c='0.1 tonelift strength 0.9',"
                          "tonelift=smoothing=0:strength=0.1")
        self.assertEqual(made, pictures(*self.SDR)[:5] + strong[5:])

    def test_errors_are_reported_while_the_look_is_disabled(self):
        result = ffmpeg("-v", "error", *self.SDR, "-vf",
                        "tonelift=script_text='output pow(input);':enable=0", "-f", "null", "-",
                        check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("pow", result.stderr)


if __name__ == "__main__":
    main()
