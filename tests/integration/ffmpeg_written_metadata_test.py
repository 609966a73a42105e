#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests dynamic metadata that the FFmpeg filter writes. Frames have it as side data, and encoders
write it into their streams."""

import json
import re
import subprocess

from ffmpeg_support import HLG, MEDIA, PQ, ROOT, FilterTest, ffmpeg, main, pictures, run, source

FILM = ["-i", MEDIA / "montage_hdr10.mkv"]
NULL = ["-f", "null", "-"]
KINDS = {"hdr10plus": "HDR10+", "dolbyvision": "Dolby Vision Metadata",
         "st2094-50": "SMPTE2094-50"}


def has(kind):
    version = re.match(r"n?(\d+)\.(\d+)", run("ffmpeg", "-version").stdout.split()[2])
    known = tuple(map(int, version.groups()))
    return known >= {"hdr10plus": (5, 1), "dolbyvision": (7, 1), "st2094-50": (9, 0)}[kind]


def has_encoder(name):
    return f" {name} " in ffmpeg("-v", "quiet", "-encoders").stdout


class Written(FilterTest):
    def setUp(self):
        super().setUp()
        self.stats = self.folder / "film.stats"
        ffmpeg("-v", "error", *FILM, "-vf",
               f"tonelift=smoothing=shot:stats=measure:stats_file={self.stats}", *NULL)

    def chain(self, kind):
        return f"tonelift=faithful:stats_file={self.stats}:metadata={kind}"

    def live(self, kind, lookahead="auto"):
        return f"tonelift=faithful:metadata={kind}:lookahead={lookahead}"

    def shown(self, kind, chain=None):
        chain = chain or self.chain(kind)
        log = ffmpeg("-v", "info", *FILM, "-vf", chain + ",showinfo", *NULL).stderr
        return [line.split("]", 1)[1] for line in log.splitlines()
                if "Parsed_showinfo" in line and KINDS[kind] in line]

    def files(self):
        names = {kind: self.folder / f"{kind}.json" for kind in KINDS}
        subprocess.run([ROOT / "build/tools/tonelift", "metadata", self.stats, "--hdr10plus",
                        names["hdr10plus"], "--dolby-vision", names["dolbyvision"],
                        "--st2094-50", names["st2094-50"]], check=True, capture_output=True)
        return {kind: json.loads(name.read_text()) for kind, name in names.items()}

    def encoded(self, kind, *codec):
        path = self.folder / "film.bin"
        ffmpeg("-v", "error", *FILM, "-vf", self.chain(kind), "-c:v", *codec, path)
        return path.read_bytes()

    def test_picture_is_unchanged(self):
        for kind in filter(has, KINDS):
            self.assertEqual(pictures(*FILM, "-vf", self.chain(kind)), pictures(*FILM), kind)

    def test_hdr10_plus_equals_the_file(self):
        scenes = self.files()["hdr10plus"]["SceneInfo"]
        shown = self.shown("hdr10plus")
        self.assertEqual(len(shown), len(scenes))
        for line, scene in zip(shown, scenes):
            light, curve = scene["LuminanceParameters"], scene["BezierCurveData"]
            largest = ",".join(f"{value / 100000:.4f}" for value in light["MaxScl"])
            self.assertIn("maxscl: {" + largest + "}", line)
            self.assertIn(f"average_maxrgb: {light['AverageRGB'] / 100000:.4f}", line)
            knee = f"{curve['KneePointX'] / 4095:.4f},{curve['KneePointY'] / 4095:.4f}"
            self.assertIn(f"knee_point: ({knee})", line)
            anchors = ",".join(f"{value / 1023:.4f}" for value in curve["Anchors"])
            self.assertIn("bezier_curve_anchors: {" + anchors + "}", line)

    def test_live_metadata_of_shots_within_the_look_ahead_equals_the_file(self):
        for kind in filter(has, ("hdr10plus", "st2094-50")):
            shown = self.shown(kind)
            self.assertTrue(shown)
            self.assertEqual(self.shown(kind, self.live(kind)), shown, kind)

    def test_lookahead_0_writes_metadata_to_each_frame(self):
        self.assertEqual(len(self.shown("hdr10plus", self.live("hdr10plus", 0))),
                         len(self.files()["hdr10plus"]["SceneInfo"]))

    def test_live_metadata_does_not_change_the_picture(self):
        for lookahead in ("auto", 0):
            self.assertEqual(pictures(*FILM, "-vf", self.live("hdr10plus", lookahead)),
                             pictures(*FILM))

    def test_disabled_filter_adds_no_metadata(self):
        count = len(self.files()["hdr10plus"]["SceneInfo"])
        chain = self.live("hdr10plus") + ":enable=gte(n\\,10)"
        self.assertEqual(len(self.shown("hdr10plus", chain)), count - 10)

    def test_metadata_of_the_input_is_replaced(self):
        chain = self.chain("hdr10plus")
        log = ffmpeg("-v", "info", *FILM, "-vf", f"{chain},{chain},showinfo", *NULL).stderr
        count = len(self.files()["hdr10plus"]["SceneInfo"])
        self.assertEqual(log.count(KINDS["hdr10plus"]), count)

    def test_dolby_vision_is_coded_by_x265(self):
        if not has("dolbyvision") or not has_encoder("libx265"):
            self.skipTest("needs FFmpeg 7.1 with libx265")
        stream = self.encoded("dolbyvision", "libx265", "-preset", "ultrafast", "-dolbyvision",
                              "1", "-x265-params", "log-level=error:vbv-maxrate=20000:"
                              "vbv-bufsize=20000", "-f", "hevc")
        units = [unit.rstrip(b"\0").replace(b"\0\0\3", b"\0\0")
                 for unit in re.split(b"\0\0\1", stream) if unit[:2] == b"\x7c\x01"]
        film = self.files()["dolbyvision"]
        self.assertEqual(len(units), film["length"])
        bars = film["level5"]
        offsets = [bars[f"active_area_{side}_offset"] for side in ("left", "right", "top",
                                                                   "bottom")]
        level5 = f"{5:08b}" + "".join(f"{offset:013b}" for offset in offsets)
        for shot in film["shots"]:
            level = shot["metadata_blocks"][0]["Level1"]
            level1 = f"{1:08b}" + "".join(f"{level[name]:012b}"
                                          for name in ("min_pq", "max_pq", "avg_pq"))
            for unit in units[shot["start"]:shot["start"] + shot["duration"]]:
                bits = "".join(f"{byte:08b}" for byte in unit)
                self.assertIn(level1, bits)
                self.assertIn(level5, bits)

    def test_av1_streams_have_the_metadata_of_each_frame(self):
        count = len(self.files()["hdr10plus"]["SceneInfo"])
        heads = {"hdr10plus": b"\xb5\x00\x3c\x00\x01\x04", "dolbyvision": b"\xb5\x00\x3b\x00\x00\x08"}
        codecs = {"libaom-av1": ["-cpu-used", "8", "-crf", "40"], "libsvtav1": ["-preset", "12"]}
        takes = {"libaom-av1": KINDS, "libsvtav1": ["dolbyvision"]}
        tested = False
        for codec, options in codecs.items():
            for kind in takes[codec]:
                if not has(kind) or not has_encoder(codec) or (
                        codec == "libaom-av1" and kind == "hdr10plus" and not has("st2094-50")):
                    continue
                tested = True
                vision = ["-dolbyvision", "1"] if kind == "dolbyvision" else []
                stream = self.encoded(kind, codec, *options, *vision, "-f", "ivf")
                if kind in heads:
                    self.assertEqual(stream.count(heads[kind]), count, (codec, kind))
                    continue
                for shot in self.files()["st2094-50"]:
                    shot = shot["SMPTEST2094_50"]
                    self.assertEqual(stream.count(bytes.fromhex(shot["payload"])),
                                     shot["frameDuration"])
        if not tested:
            self.skipTest("this FFmpeg has no encoder of AV1 that takes metadata")

    def test_kinds_that_this_ffmpeg_lacks_are_refused(self):
        for kind in KINDS:
            if has(kind):
                continue
            result = ffmpeg(*FILM, "-vf", self.chain(kind), *NULL, check=False)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("this FFmpeg has no side data for", result.stderr)

    def test_writing_metadata_needs_hdr10_and_its_statistics(self):
        hlg = source("yuv420p10le", **HLG)
        result = ffmpeg(*hlg, "-vf", self.chain("hdr10plus"), *NULL, check=False)
        self.assertIn("the input is not PQ", result.stderr)
        result = ffmpeg(*hlg, "-vf", self.live("hdr10plus"), *NULL, check=False)
        self.assertIn("the input is not PQ", result.stderr)
        other = source("yuv420p10le", count=3, rate=7, **PQ)
        result = ffmpeg(*other, "-vf", self.chain("hdr10plus"), *NULL, check=False)
        self.assertNotEqual(result.returncode, 0)


if __name__ == "__main__":
    main()
