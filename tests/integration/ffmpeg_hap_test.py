#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests the encoder hap_tonelift: FFmpeg's decoder can play its output, and its packets follow the
Hap specification."""

import os
import re
import signal
import subprocess
import sys
import unittest
from pathlib import Path

from ffmpeg_support import (MEDIA, PQ, ROOT, SKIPPED, FilterTest, ffmpeg, frames, main, pictures, probe, run,
                            side_data_types, source, video_stream)
from hap_packets import textures

TOOL = Path(os.environ.get("TONELIFT_BUILD", ROOT / "build")) / "tools/tonelift"
TAGS = {"hap": "Hap1", "hap_alpha": "Hap5", "hap_q": "HapY", "hap_q_alpha": "HapM"}
TEXTURES = {"hap": ["rgb"], "hap_alpha": ["rgba"], "hap_q": ["ycocg"], "hap_q_alpha": ["ycocg", "alpha"]}
BLOCK_BYTES = {"rgb": 8, "rgba": 16, "ycocg": 16, "alpha": 8}
SRGB = {"color_trc": "iec61966-2-1", "colorspace": "rgb", "color_range": "pc"}
CODEC = ["-c:v", "hap_tonelift"]


def photo(size="64x48", filters="copy"):
    tags = [word for name, value in {**SRGB, "color_primaries": "bt709"}.items() for word in ("-" + name, value)]
    return [*tags, "-loop", 1, "-framerate", 10, "-i", MEDIA / "portrait_16bit.png", "-frames:v", 3,
            "-vf", f"scale={size.replace('x', ':')},format=rgba,{filters}"]


def clip(size="64x48"):
    return photo(size, "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*X/W'")


def has_encoder(name):
    return f" {name} " in run("ffmpeg", "-encoders").stdout


HAS_SNAPPY = "enable-libsnappy" in run("ffmpeg", "-buildconf", check=False).stdout


class HapTest(FilterTest):
    def encode(self, arguments, *options, name="hap.mov"):
        path = self.folder / name
        log = ffmpeg("-v", "warning", *arguments, *CODEC, *options, path).stderr
        return path, log

    def packets(self, path):
        ffmpeg("-v", "error", "-i", path, "-c", "copy", "-f", "image2", self.folder / "%d.packet")
        files = sorted(self.folder.glob("*.packet"), key=lambda file: int(file.stem))
        found = [textures(file.read_bytes()) for file in files]
        for file in files:
            file.unlink()
        return found

    def psnr(self, path, arguments):
        reference = self.folder / "reference.nut"
        ffmpeg("-v", "error", *arguments, "-c:v", "rawvideo", reference)
        graph = "[0:v]format=rgba,settb=1/10,setpts=N[a];[1:v]settb=1/10,setpts=N[b];[a][b]psnr"
        log = ffmpeg("-v", "info", "-i", path, "-i", reference, "-lavfi", graph, "-f", "null", "-").stderr
        found = re.search(r"PSNR .* a:(\S+) average:(\S+)", log)
        return float(found[2]), float(found[1])


class Decoder(HapTest):
    def test_decoder_plays_every_kind_of_hap(self):
        for kind in TAGS:
            for options in ([], ["-chunks", 4], ["-compressor", "none"]):
                with self.subTest(f"{kind} {options}"):
                    path, log = self.encode(clip(), "-format", kind, *options)
                    self.assertEqual(log, "")
                    picture, alpha = self.psnr(path, clip())
                    shows_alpha = kind in ("hap_alpha", "hap_q_alpha")
                    if shows_alpha:
                        self.assertGreater(picture, 33)
                        self.assertGreater(alpha, 45)
                    self.assertEqual({frame["pix_fmt"] for frame in frames(path)},
                                     {"rgba" if shows_alpha else "rgb0"})

    def test_decoder_shows_the_picture(self):
        for kind, least in {"hap": 36, "hap_alpha": 36, "hap_q": 41, "hap_q_alpha": 41}.items():
            path, _ = self.encode(photo("160x90"), "-format", kind)
            self.assertGreater(self.psnr(path, photo("160x90"))[0], least, kind)

    def test_decoder_plays_sizes_that_are_not_multiples_of_4(self):
        for size in ("1x1", "2x3", "5x4", "17x31", "319x241"):
            for kind in TAGS:
                with self.subTest(f"{size} {kind}"):
                    arguments = photo("320x242", f"crop={size.replace('x', ':')}:0:0:exact=1")
                    path, _ = self.encode(arguments, "-format", kind, "-chunks", 3)
                    shown = {(f["width"], f["height"]) for f in frames(path)}
                    self.assertEqual(shown, {tuple(map(int, size.split("x")))})
                    self.assertGreater(self.psnr(path, arguments)[0], 30)

    def test_sizes_that_are_not_multiples_of_4_are_logged_once(self):
        for size, coded in (("66x48", "68x48"), ("64x46", "64x48"), ("63x45", "64x48")):
            log = self.encode(photo(size))[1]
            self.assertEqual(log.count(f"{size} is not a multiple of the 4x4 pixels"), 1, log)
            self.assertIn(coded, log)
        self.assertNotIn("multiple", self.encode(photo())[1])

    def listed_formats(self):
        return re.search(r"Supported pixel formats: (.*)", run("ffmpeg", "-h", "encoder=hap_tonelift").stdout)[1].split()

    def test_encoder_accepts_the_formats_of_the_library(self):
        table = (ROOT / "core/include/tonelift/formats.def").read_text()
        ours = re.findall(r'^TONELIFT_FORMAT\(\w+, *\d+, *"(\w+)"', table, re.MULTILINE)
        known = re.findall(r"^[IOHPB.]{5} (\w+)", run("ffmpeg", "-pix_fmts").stdout, re.MULTILINE)
        wanted = {name for name in ours if name in known}
        self.assertGreater(len(wanted), 50)
        self.assertEqual(set(self.listed_formats()), wanted | {"yuvj420p", "yuvj422p", "yuvj444p", "cuda"})

    def test_every_pixel_format_is_encoded(self):
        for name in self.listed_formats():
            if name == "cuda":
                continue
            with self.subTest(name):
                # FFmpeg 5.1 cannot convert to y210le, so the filter tonelift converts.
                arguments = source("yuv422p10le" if name == "y210le" else name, size="18x10", count=1)
                chain = ["-vf", "tonelift=faithful:format=y210le"] if name == "y210le" else []
                path, _ = self.encode([*arguments, *chain, "-pix_fmt", name], name=f"{name}.mov")
                self.assertEqual(len(frames(path)), 1)


class Containers(HapTest):
    def test_containers_have_the_codec_tag_of_each_format(self):
        for kind, tag in TAGS.items():
            for name in ("hap.mov", "hap.avi"):
                with self.subTest(f"{kind} {name}"):
                    path, _ = self.encode(clip(), "-format", kind, name=name)
                    stream = video_stream(path)
                    self.assertEqual((stream["codec_name"], stream["codec_tag_string"]), ("hap", tag))
                    self.assertEqual(len(frames(path)), 3)

    def test_containers_have_color_tags_of_rgb(self):
        path, _ = self.encode(["-i", MEDIA / "room_hdr10.mkv", "-frames:v", 1])
        stream = video_stream(path)
        self.assertEqual([stream[key] for key in ("color_primaries", "color_transfer", "color_space")],
                         ["bt709", "bt709", "gbr"])

    def test_containers_have_all_times_and_only_key_frames(self):
        for options in ([], ["-batch", 4], ["-threads", 1], ["-threads", 3, "-batch", 3]):
            with self.subTest(options):
                given = source(count=10, rate=10)
                path, _ = self.encode([*given, "-vf", "setpts='PTS+gt(N,4)*3/10/TB'"],
                                      "-fps_mode", "passthrough", *options, name="hap.nut")
                found = probe(path, "-show_packets")["packets"]
                self.assertEqual([round(float(packet["pts_time"]) * 10) for packet in found],
                                 [0, 1, 2, 3, 4, 8, 9, 10, 11, 12])
                self.assertTrue(all(packet["flags"].startswith("K") for packet in found))

    def test_a_signal_leaves_a_playable_file(self):
        path = self.folder / "hap.mov"
        command = [ROOT / "scripts/ffmpeg", "-v", "error", "-progress", "-", "-stats_period", "0.1",
                   "-f", "lavfi", "-i", "testsrc2=s=64x48", *CODEC, "-batch", "8", path]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        while not re.match(rb"frame=[1-9]", process.stdout.readline()):
            self.assertIsNone(process.poll(), "ffmpeg has ended")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 255))
        self.assertGreater(len(frames(path)), 0)


class Packets(HapTest):
    def test_packets_have_the_sections_of_each_format(self):
        for kind, expected in TEXTURES.items():
            path, _ = self.encode(clip(), "-format", kind, "-compressor", "none")
            for packet in self.packets(path):
                self.assertEqual([texture.kind for texture in packet], expected)
                for texture in packet:
                    self.assertEqual(len(texture.chunks), 1)
                    self.assertEqual(len(texture.chunks[0].data), 16 * 12 * BLOCK_BYTES[texture.kind])

    @unittest.skipUnless(HAS_SNAPPY, "this FFmpeg has no Snappy")
    def test_packets_have_as_many_chunks_as_requested(self):
        for kind in TAGS:
            for asked in (1, 2, 5, 12):
                path, log = self.encode(clip(), "-format", kind, "-chunks", asked)
                for texture in sum(self.packets(path), []):
                    self.assertEqual(len(texture.chunks), asked)
                self.assertEqual(log, "")

    @unittest.skipUnless(HAS_SNAPPY, "this FFmpeg has no Snappy")
    def test_packets_have_at_most_a_chunk_per_row_of_blocks(self):
        path = self.folder / "hap.mov"
        log = ffmpeg("-v", "info", *clip(size="64x17"), *CODEC, "-chunks", 64, path).stderr
        self.assertIn("5 chunks instead of 64: there are no more rows of blocks", log)
        self.assertEqual({len(texture.chunks) for texture in sum(self.packets(path), [])}, {5})

    def test_without_a_compressor_there_is_one_chunk(self):
        path = self.folder / "hap.mov"
        log = ffmpeg("-v", "info", *clip(), *CODEC, "-chunks", 4, "-compressor", "none", path).stderr
        self.assertIn("1 chunks instead of 4: there is nothing to decompress", log)
        self.assertEqual({len(texture.chunks) for texture in sum(self.packets(path), [])}, {1})

    @unittest.skipUnless(HAS_SNAPPY, "this FFmpeg has no Snappy")
    def test_a_chunk_that_snappy_does_not_shrink_is_stored(self):
        arguments = [*source("rgba", size="64x32", count=2, **SRGB), "-vf",
                     "format=rgba,geq=r='if(lt(Y,16),random(1)*255,9)':g='if(lt(Y,16),random(2)*255,9)':"
                     "b='if(lt(Y,16),random(3)*255,9)':a=255"]
        path, _ = self.encode(arguments, "-chunks", 2)
        for (texture,) in self.packets(path):
            self.assertEqual([chunk.compressor for chunk in texture.chunks], ["none", "snappy"])
            self.assertEqual(len(texture.chunks[0].data), 16 * 4 * 8)
            self.assertLess(len(texture.chunks[1].data), 100)
        self.assertEqual(len(frames(path)), 2)

    def test_sections_have_long_headers_from_16_mib_on(self):
        """Sections of 16 MiB and more need long headers, which FFmpeg's decoder cannot read in Hap
        Q Alpha."""
        big = [*source("rgb0", size="64x64", count=1, **SRGB), "-vf", "scale=8192:4100"]
        options = ["-compressor", "none", "-quality", "fast"]
        path, log = self.encode(big, *options)
        self.assertEqual(([8], ""), ([texture.header for texture, in self.packets(path)], log))
        self.assertEqual(len(frames(path)), 1)
        alpha = [*source("rgba", size="64x64", count=1, **SRGB), "-vf", "scale=4096:2900"]
        path, log = self.encode(alpha, "-format", "hap_q_alpha", *options)
        self.assertIn("larger than 16 MiB", log)
        self.assertEqual([[4, 4]], [[texture.header for texture in packet] for packet in self.packets(path)])


class Blocks(HapTest):
    def blocks_of_tool(self, picture, form, quality):
        texture = self.folder / "texture.dds"
        subprocess.run([TOOL, "texture", "--format", form, "--quality", quality, picture, texture],
                       check=True, capture_output=True)
        return texture.read_bytes()

    @unittest.skipIf(os.environ.get("TONELIFT_STILLS") == "no", "the tool has no readers of pictures")
    @unittest.skipUnless(TOOL.is_file(), "the tool is not built")
    def test_blocks_equal_those_of_the_tool(self):
        picture = self.folder / "picture.png"
        ffmpeg("-v", "error", "-i", MEDIA / "portrait_sdr.mp4", "-vf",
               "crop=201:103:0:0:exact=1,format=rgb24,setparams=color_primaries=bt709:color_trc=iec61966-2-1",
               "-frames:v", 1, picture)
        for kind, form in (("hap", "bc1"), ("hap_alpha", "bc3"), ("hap_q", "bc3_ycocg")):
            for quality in ("fast", "normal"):
                with self.subTest(f"{kind} {quality}"):
                    path, _ = self.encode(["-i", picture], "-format", kind, "-quality", quality,
                                          "-compressor", "none")
                    (texture,), = self.packets(path)
                    made = texture.chunks[0].data
                    self.assertEqual(len(made), 51 * 26 * BLOCK_BYTES[texture.kind])
                    self.assertEqual(self.blocks_of_tool(picture, form, quality)[-len(made):], made)

    def test_blocks_are_static_in_static_areas(self):
        path, _ = self.encode(photo())
        self.assertEqual(len({mark for _, mark in pictures("-i", path)}), 1)

    def test_blocks_do_not_depend_on_batch_and_threads(self):
        room = ["-i", MEDIA / "room_hdr10.mkv", "-frames:v", 5, "-vf", "scale=160:90"]
        plain = pictures("-i", self.encode(room, "-preset", "natural")[0])
        self.assertEqual(len(plain), 5)
        for options in (["-batch", 3], ["-threads", 1], ["-threads", 4, "-chunks", 7]):
            path, _ = self.encode(room, "-preset", "natural", *options)
            self.assertEqual(pictures("-i", path), plain, options)


class Mapping(HapTest):
    def difference(self, path, arguments, filters):
        reference = self.folder / "mapped.nut"
        ffmpeg("-v", "error", *arguments, "-vf", filters, "-c:v", "rawvideo", reference)
        return self.psnr(path, ["-i", reference])[0]

    def test_encoded_hdr_equals_what_the_filter_shows(self):
        room = ["-i", MEDIA / "room_hdr10.mkv", "-frames:v", 3]
        for preset in ("faithful", "vivid"):
            path, _ = self.encode(room, "-preset", preset, "-format", "hap_q")
            mapped = self.difference(path, room, f"tonelift=preset={preset}:format=rgba")
            self.assertGreater(mapped, 38, preset)
        self.assertLess(self.difference(path, room, "tonelift=preset=faithful:format=rgba"), 35)

    def test_sdr_from_hdr_has_no_hdr_metadata(self):
        clip = MEDIA / "room_hdr10.mkv"
        self.assertTrue(side_data_types(frames(clip)[0]))
        path, _ = self.encode(["-i", clip, "-frames:v", 1])
        self.assertEqual(side_data_types(video_stream(path)), set())

    def test_hdr_for_another_screen_has_no_metadata_of_the_source(self):
        path, _ = self.encode(["-i", MEDIA / "room_hdr10.mkv", "-frames:v", 1], "-transfer", "smpte2084")
        self.assertEqual(side_data_types(video_stream(path)), set())

    def test_sdr_is_unchanged(self):
        portrait = ["-i", MEDIA / "portrait_sdr.mp4", "-frames:v", 3, "-an"]
        path, _ = self.encode(portrait, "-format", "hap_q")
        self.assertGreater(self.difference(path, portrait, "scale=out_color_matrix=bt709,format=rgba"), 38)

    def test_hdr_of_odd_size_is_mapped(self):
        room = ["-i", MEDIA / "room_odd_pq.mkv"]
        for kind in ("hap", "hap_q"):
            path, _ = self.encode(room, "-format", kind)
            self.assertEqual(len(frames(path)), len(frames(MEDIA / "room_odd_pq.mkv")))

    def test_changing_color_is_followed(self):
        graph = "split[a][b];[a]setparams=color_trc=arib-std-b67,trim=end_frame=5[c];" \
                "[b]trim=start_frame=5,setpts=PTS-STARTPTS[d];[c][d]concat,settb=1/10"
        given = source("yuv420p10le", **PQ)

        def made(filters, *options):
            return pictures("-i", self.encode([*given, "-vf", filters], *options, name="hap.nut")[0])
        pq, hlg = (made(f"setparams=color_trc={trc}") for trc in ("smpte2084", "arib-std-b67"))
        self.assertNotEqual(pq[0], hlg[0])
        for batch in (1, 3, 64):
            self.assertEqual(made(graph, "-smoothing", 0, "-batch", batch),
                             made("setparams=color_trc=arib-std-b67", "-smoothing", 0)[:5] +
                             made("copy", "-smoothing", 0)[5:], batch)

    def test_statistics_files_are_written_and_read(self):
        room = ["-i", MEDIA / "room_hdr10.mkv", "-frames:v", 4, "-vf", "scale=96:54"]
        stats = self.folder / "film.stats"
        for word in ("write", "read"):
            self.encode(room, "-preset", "natural", "-stats_file", stats, "-statistics", word)
            self.assertTrue(stats.is_file())

    def test_no_message_promises_a_look_ahead(self):
        path = self.folder / "hap.mov"
        log = ffmpeg("-v", "info", *source("yuv420p10le", **PQ), *CODEC, "-preset", "natural", "-smoothing", "shot",
                     path).stderr
        self.assertIn("preset natural", log)
        self.assertNotIn("ahead", log)


class Alpha(HapTest):
    def test_alpha_is_opaque_if_the_input_has_none(self):
        for kind in ("hap_alpha", "hap_q_alpha"):
            path, log = self.encode(source("rgb0", count=2, **SRGB), "-format", kind)
            self.assertIn("rgb0 has no alpha: the pictures will be opaque", log)
            ffmpeg("-v", "error", "-i", path, "-vf", "alphaextract", "-f", "rawvideo", self.folder / "alpha")
            self.assertEqual(set((self.folder / "alpha").read_bytes()), {255})

    def test_alpha_of_hdr_is_kept(self):
        given = [*source("yuva444p10le", count=2, **PQ), "-vf", "format=yuva444p10le,geq=lum='lum(X,Y)':a='1023*X/W'"]
        for kind in ("hap_alpha", "hap_q_alpha"):
            path, _ = self.encode(given, "-format", kind)
            alpha = self.folder / "alpha"
            ffmpeg("-v", "error", "-i", path, "-vf", "alphaextract", "-f", "rawvideo", alpha)
            for x, value in enumerate(alpha.read_bytes()[:64]):
                self.assertAlmostEqual(value, 255 * x / 64, delta=4)


class Options(HapTest):
    def test_encoder_options_equal_those_of_the_filter(self):
        def names(text):
            return set(re.findall(r"^ +-?(\w+) +<\w+>", text, re.MULTILINE))
        mine = names(run("ffmpeg", "-h", "encoder=hap_tonelift").stdout)
        missing = names(run("ffmpeg", "-h", "filter=tonelift").stdout) - mine
        self.assertEqual(missing, {"threads", "texture_quality", "lookahead", "metadata"})
        self.assertLess({"format", "chunks", "compressor", "quality", "preset", "statistics"}, mine)


class Errors(HapTest):
    def refused(self, options, *expected, given=None):
        result = ffmpeg("-v", "error", *(given or source("rgb0", count=2)), *CODEC, *options,
                        self.folder / "hap.mov", check=False)
        self.assertNotEqual(result.returncode, 0, options)
        for text in expected:
            self.assertIn(text, result.stderr)
        self.assertNotIn("Assertion", result.stderr)

    def test_errors_name_unknown_options_and_values(self):
        self.refused(["-format", "hap_x"], "hap_x")
        self.refused(["-chunks", 0], "chunks")
        self.refused(["-chunks", 65], "chunks")
        self.refused(["-preset", "nosuch"], "nosuch", "natural")
        self.refused(["-script", "/nosuch.tl"], "/nosuch.tl")

    def test_error_names_a_missing_compressor(self):
        if HAS_SNAPPY:
            self.skipTest("this FFmpeg has Snappy")
        self.refused(["-compressor", "snappy"], "built without libsnappy", "compressor=none")

    def test_measuring_is_refused(self):
        self.refused(["-stats_file", self.folder / "film.stats", "-statistics", "measure"], "statistics=measure",
                     "allowed are auto, write and read")

    def test_error_names_the_largest_size(self):
        self.refused([], "16384", given=[*source("rgb0", count=1), "-vf", "scale=16388:4"])

    def test_error_names_a_changed_size(self):
        for number, size in enumerate(("64x48", "32x24"), 1):
            ffmpeg("-v", "error", *source(size=size, count=1), self.folder / f"{number}.jpg")
        self.refused(["-noautoscale"], "32x24 came into a stream of 64x48",
                     given=["-i", self.folder / "%d.jpg"])


if __name__ == "__main__":
    if not has_encoder("hap_tonelift"):
        print("this FFmpeg has no encoder hap_tonelift: run ffmpeg_filter/build.sh")
        sys.exit(SKIPPED)
    main()
