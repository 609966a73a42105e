#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Runs gst-launch with the element on the clips of media/. The pictures equal those of the FFmpeg
filter, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

from ffmpeg_support import (MEDIA, ROOT, SKIPPED, FilterTest, ffmpeg, frames, main, probe,
                            side_data_types, source, video_stream)

BUILD = Path(os.environ.get("TONELIFT_BUILD", ROOT / "build"))


def gst(program, *words, check=True):
    command = [str(ROOT / "scripts" / program), *" ".join(map(str, words)).split()]
    result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, text=True,
                            check=False)
    if check and result.returncode != 0:
        raise AssertionError(f"{' '.join(command)}\n{result.stdout}\n{result.stderr}")
    return result


def launch(clip, chain, check=True):
    return gst("gst-launch", "-q", f"filesrc location={clip} ! decodebin ! {chain}", check=check)


def without_padding(data, width, height):
    """Returns frames in the layout of FFmpeg, without padding. GStreamer pads rows of I420 frames
    to multiples of 4 bytes."""
    chroma = (width + 1) // 2, (height + 1) // 2
    planes = [(width, height, height + height % 2), (*chroma, chroma[1]), (*chroma, chroma[1])]
    packed, at = bytearray(), 0
    while at < len(data):
        for columns, rows, stored in planes:
            stride = (columns + 3) // 4 * 4
            for y in range(rows):
                packed += data[at + y * stride:at + y * stride + columns]
            at += stored * stride
    return bytes(packed)


class SamePicture(FilterTest):
    def of_ffmpeg(self, clip, options):
        output = self.folder / "ffmpeg.raw"
        chroma = ["-chroma_sample_location", "left"] if clip.name == "room_odd_pq.mkv" else []
        ffmpeg("-v", "error", *chroma, "-i", clip, "-vf", f"tonelift{options}", "-an", "-f", "rawvideo",
               output)
        return output.read_bytes()

    def of_gstreamer(self, clip, properties):
        output = self.folder / "gstreamer.raw"
        launch(clip, f"tonelift {properties} ! filesink location={output}")
        return output.read_bytes()

    def assert_same(self, clip, options="", properties=""):
        expected = self.of_ffmpeg(clip, options)
        made = self.of_gstreamer(clip, properties)
        stream = video_stream(clip)
        if stream["width"] % 8:
            made = without_padding(made, stream["width"], stream["height"])
        self.assertGreater(len(expected), 0)
        self.assertTrue(made == expected, f"{clip.name}: {len(made)} and {len(expected)} bytes")

    def test_every_clip_equals_ffmpeg(self):
        clips = [clip for clip in sorted(MEDIA.iterdir()) if clip.suffix in (".mkv", ".mp4")]
        self.assertGreaterEqual(len(clips), 8)
        for clip in clips:
            with self.subTest(clip.name):
                self.assert_same(clip)

    def test_options_equal_those_of_ffmpeg(self):
        room = MEDIA / "room_hdr10.mkv"
        for options, properties in [
                ("=preset=faithful", "preset=faithful"),
                ("=strength=0.3:detail=1.8", "strength=0.3 detail=1.8"),
                ("=t=smpte2084:target_peak=600", "transfer=pq target-peak=600"),
                ("=p=bt2020:m=bt2020nc:r=pc", "primaries=bt2020 matrix=bt2020nc range=full"),
                ("=format=p010le:tonemap=bt.2390", "format=p010le tonemap=bt.2390"),
                ("=in_transfer=arib-std-b67:show=gain", "in-transfer=hlg show=gain"),
                ("=split=0.5:dithering=none", "split=0.5 dithering=none"),
                ("", "batch=7")]:
            with self.subTest(properties):
                self.assert_same(room, options, properties)

    def test_v210_equals_that_of_videoconvert(self):
        planar, words = ("video/x-raw,format=I422_10LE", "video/x-raw,format=v210")
        exact = "videoconvert dither=none chroma-mode=none"
        for name in ("room_hdr10.mkv", "room_odd_pq.mkv"):
            made = []
            for form in (planar, words):
                output = self.folder / "made.raw"
                launch(MEDIA / name, f"{exact} ! {planar} ! {exact} ! {form} ! tonelift "
                       f"format=same ! {form} ! {exact} ! {planar} ! filesink location={output}")
                made.append(output.read_bytes())
            self.assertGreater(len(made[0]), 0)
            self.assertTrue(made[0] == made[1], name)

    def test_caps_of_downstream_determine_the_output(self):
        room = MEDIA / "room_hdr10.mkv"
        expected = self.of_ffmpeg(room, "=t=smpte2084")
        caps = "! video/x-raw,colorimetry=bt2100-pq"
        self.assertTrue(self.of_gstreamer(room, caps) == expected)

    def test_faithful_passes_sdr_through(self):
        clip = MEDIA / "coast_sdr.mkv"
        untouched = self.folder / "untouched.raw"
        launch(clip, f"filesink location={untouched}")
        self.assertEqual(self.of_gstreamer(clip, "preset=faithful"), untouched.read_bytes())

    def test_ffmpeg_and_the_element_read_statistics_of_each_other(self):
        # At 30 frames per second, most timestamps are not a whole number of microseconds.
        thirds = self.folder / "thirds.mp4"
        ffmpeg("-v", "error", *source(count=8, rate=30), "-c:v", "libx264", thirds)
        for clip in (MEDIA / "montage_hdr10.mkv", thirds):
            stats = self.folder / f"{clip.stem}.stats"
            first = self.of_gstreamer(clip, f"stats-file={stats} stats=write")
            self.assertTrue(stats.exists())
            made = self.of_ffmpeg(clip, f"=stats_file={stats}:stats=read")
            self.assertTrue(made == first, clip.name)


class HlgOfAnSei(FilterTest):
    """Tests HLG that is signaled by an SEI message, as broadcasters do (ETSI TS 101 154,
    5.14.4.4.2)."""

    def setUp(self):
        super().setUp()
        self.made = self.folder / "made.raw"
        self.clip = self.folder / "hlg.mkv"
        ffmpeg("-v", "error", "-color_primaries", "bt2020", "-color_trc", "bt2020-10", "-colorspace",
               "bt2020nc", "-color_range", "tv", "-f", "lavfi", "-i",
               "testsrc2=s=320x180:r=24:d=1.5,format=yuv420p10le", "-c:v", "libx265", "-preset",
               "ultrafast", "-x265-params",
               "log-level=error:transfer=bt2020-10:atc-sei=18:keyint=24", self.clip)
        expected = self.folder / "expected.raw"
        ffmpeg("-v", "error", "-i", self.clip, "-vf", "tonelift", "-f", "rawvideo", expected)
        self.expected = expected.read_bytes()

    def assert_made(self, name):
        made = self.made.read_bytes()
        self.assertEqual(len(made), 36 * 320 * 180 * 3 // 2, name)
        self.assertTrue(made == self.expected, name)

    def test_every_picture_equals_that_of_ffmpeg(self):
        clips = {"mkv": self.clip}
        for name, tag in (("hev1", "hev1"), ("hvc1", "hvc1")):
            clips[name] = self.folder / f"{name}.mp4"
            ffmpeg("-v", "error", "-i", self.clip, "-c", "copy", "-tag:v", tag, clips[name])
        for name, clip in clips.items():
            demuxer = "matroskademux" if name == "mkv" else "qtdemux"
            for chain in ("decodebin", "decodebin3", f"{demuxer} ! avdec_h265",
                          f"{demuxer} ! queue ! avdec_h265 ! queue"):
                gst("gst-launch", f"-q filesrc location={clip} ! {chain} ! tonelift ! "
                    f"filesink location={self.made}")
                self.assert_made(f"{name} {chain}")

    def test_players_map_by_their_filter_property(self):
        for player in ("playbin", "playbin3"):
            command = [str(ROOT / "scripts/gst-launch"), "-q", player, f"uri=file://{self.clip}",
                       "video-filter=tonelift", f"video-sink=filesink location={self.made}"]
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
            self.assert_made(player)


class Pipelines(FilterTest):
    def test_output_file_is_sdr(self):
        output = self.folder / "sdr.mkv"
        launch(MEDIA / "room_hdr10.mkv",
               f"tonelift ! avenc_ffv1 ! matroskamux ! filesink location={output}")
        self.assertEqual(video_stream(output)["color_transfer"], "bt709")
        self.assertEqual(len(probe(output, "-show_packets")["packets"]), 36)
        for frame in frames(output):
            self.assertEqual(side_data_types(frame), set())

    def test_live_source_loses_no_frame(self):
        output = self.folder / "live.raw"
        gst("gst-launch", "-q videotestsrc is-live=true num-buffers=10 ! video/x-raw,format=I420,"
            f"width=160,height=90,framerate=50/1 ! tonelift batch=4 ! filesink location={output} "
            "sync=true")
        self.assertEqual(output.stat().st_size, 10 * 160 * 90 * 3 // 2)

    def test_faulty_script_is_an_error_with_the_position(self):
        script = self.folder / "broken.tl"
        script.write_text("output inptu;\n")
        result = launch(MEDIA / "room_hdr10.mkv", f"tonelift script={script} ! fakesink",
                        check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("broken.tl:1:8: error:", result.stderr)
        self.assertIn("inptu", result.stderr)

    def test_unknown_format_is_reported(self):
        result = gst("gst-launch", "-q videotestsrc num-buffers=1 ! identity ! tonelift "
                     "format=nonsense ! fakesink", check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("nonsense", result.stderr)

    def test_inspect_names_every_option(self):
        listing = gst("gst-inspect", "tonelift").stdout
        for name in ("preset", "in-transfer", "scene-threshold-low", "stats-file"):
            self.assertIn(f"  {name} ", listing)
        self.assertIn("-1 is shot: a single exposure", listing)
        self.assertIn("-1 is auto", listing)


if __name__ == "__main__":
    if not (BUILD / "gst_plugin" / "libgsttonelift.so").exists():
        print("the element is not built")
        sys.exit(SKIPPED)
    main()
