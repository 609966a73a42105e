#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests `tonelift farm local` with unusual films, such as films with cover pictures."""

import shutil
import struct
import subprocess
import unittest
from fractions import Fraction

from farm_support import FILTER, FarmTest, LOSSLESS, ffmpeg, film, frames_of, lavfi, main, probe, rotate
from tonelift_farm import FarmError
from tonelift_farm.others import fitting
from tonelift_farm.probe import Stream, check_stamps


def counts(path):
    entries = "stream=nb_read_packets,nb_read_frames"
    probed = probe(path, "-select_streams", "V:0", "-count_packets", "-count_frames", "-show_entries", entries)
    stream = probed["streams"][0]
    return int(stream["nb_read_packets"]), int(stream["nb_read_frames"])


class FollowsTheDecoder(FarmTest):
    def expect_frames_of_decoder(self, source, *options):
        self.local(source, "out.mkv", *options)
        self.assertEqual(self.status()[1]["frames"]["of"], counts(source)[1])
        self.expect_one_run(source)

    def open_film(self, name="open.mkv"):
        keys = "keyint=24:min-keyint=24:bframes=4:scenecut=0"
        options = f"log-level=error:open-gop=1:{keys}"
        graph = lavfi("testsrc2=s=160x90:r=24:d=8")
        path = self.path(name)
        ffmpeg(*graph, "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", options, path)
        return path

    def test_leading_pictures_of_the_first_key_frame_are_skipped_as_by_the_decoder(self):
        """ITU-T H.265, 8.1.3: if a stream begins with a CRA picture, the decoder does not output
        the RASL pictures that follow it."""
        whole = self.open_film()
        for name in ("cut.ts", "cut.mkv"):
            source = self.path(name)
            ffmpeg("-v", "error", "-ss", "3.1", "-i", whole, "-c", "copy", "-copyts", source)
            if name == "cut.ts":
                packets, frames = counts(source)
                self.assertGreater(packets, frames, "the film is one of this kind")
            self.expect_frames_of_decoder(source)
            shutil.rmtree(self.path("out.mkv.farm"))
            (self.folder / "out.mkv").unlink()

    @unittest.skipUnless(shutil.which("mkvmerge"), "mkvmerge is not installed")
    def test_output_of_a_film_cut_by_mkvmerge_has_all_decoded_frames(self):
        cut = ["mkvmerge", "-q", "--split", "parts:3s-8s", "-o", self.path("c.mkv"), self.open_film()]
        subprocess.run(cut, check=True)
        packets, frames = counts(self.path("c.mkv"))
        self.assertGreater(packets, frames, "the film is one of this kind")
        self.expect_frames_of_decoder(self.path("c.mkv"))

    def test_output_of_a_recording_that_begins_within_a_group_has_all_decoded_frames(self):
        source = self.folder / "film.ts"
        film(source, seconds=6)
        whole = source.read_bytes()
        source.write_bytes(whole[len(whole) // 3 // 188 * 188 :])
        self.expect_frames_of_decoder(str(source))

    def test_output_with_option_decode_has_all_decoded_frames(self):
        source = film(self.path("film.mkv"), seconds=3)
        self.expect_frames_of_decoder(source, "--decode")

    def test_hidden_frames_are_not_in_the_output(self):
        """RFC 6386, 9.1: a decoder does not show a VP8 frame whose show_frame is 0."""
        source = self.path("hidden.mkv")
        self.write_hidden(source)
        packets, frames = counts(source)
        self.assertEqual(packets, frames + 3, "the film is one of this kind")
        self.expect_frames_of_decoder(source)

    def write_hidden(self, path):
        tool = shutil.which("ffmpeg")
        plain = self.path("plain.ivf")
        if not tool or subprocess.run(
            [tool, "-v", "error", *lavfi("testsrc2=s=160x90:r=24:d=4")[2:], "-c:v", "libvpx",
             "-auto-alt-ref", "0", "-g", "24", "-b:v", "1M", "-y", plain], check=False
        ).returncode:
            self.skipTest("no FFmpeg here encodes VP8")
        data = (self.folder / "plain.ivf").read_bytes()
        # Doubles the frame rate in the header, so the unit of timestamps is half as long. Hidden
        # frames then fit between shown frames.
        made, at = data[:16] + struct.pack("<I", 48) + data[20:32], 32
        while at < len(data):
            size, stamp = struct.unpack("<IQ", data[at : at + 12])
            packet = data[at + 12 : at + 12 + size]
            if packet[0] & 1 == 0 and stamp > 0:
                hidden = bytes([packet[0] & ~0x10]) + packet[1:]
                made += struct.pack("<IQ", size, 2 * stamp - 1) + hidden
            made += struct.pack("<IQ", size, 2 * stamp) + packet
            at += 12 + size
        (self.folder / "hidden.ivf").write_bytes(made)
        ffmpeg("-v", "error", "-i", self.path("hidden.ivf"), "-c", "copy", path)


class JoinsItsParts(FarmTest):
    def test_last_piece_may_have_five_frames(self):
        """In Matroska, FFmpeg finds no start time of an H.264 stream with at most five frames."""
        source = self.path("film.mkv")
        ffmpeg(*lavfi("testsrc2=s=160x90:r=24"), "-frames:v", "53", "-c:v", "libx264", "-g", "24", source)
        self.local(source, encoder=["--", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0"])
        times = [milliseconds for milliseconds, _ in frames_of(self.path("out.mkv"))]
        self.assertEqual(len(times), 53)
        self.assertAlmostEqual(times[-1], 52000 / 24, delta=2)


class ReportsFramesThatCannotBeFound(FarmTest):
    def expect(self, stamps, frames, said):
        with self.assertRaisesRegex(FarmError, said) as raised:
            check_stamps("a film.mkv", set(stamps), frames, Fraction(1, 24))
        self.assertIn("ffmpeg -i 'a film.mkv' -map 0:V:0", str(raised.exception))

    def test_repeated_timestamp_is_reported(self):
        self.expect([0, 1, 36, 37], [0, 1, 36, 36, 37], "frames 2 and 3 have one timestamp, 1.500 s")

    def test_missing_timestamp_is_reported(self):
        self.expect([0, 1, 3], [0, 1, 2, 3], "frame 2 has no timestamp of its own")

    def test_films_with_all_timestamps_are_accepted(self):
        check_stamps("film.mkv", {0, 1, 2, 3}, [0, 1, 3], Fraction(1, 24))


def cover_first(source, target):
    def boxes(data):
        at = 0
        while at < len(data):
            size = struct.unpack(">I", data[at : at + 4])[0]
            yield data[at + 4 : at + 8], data[at : at + size], at
            at += size

    data = source.read_bytes()
    moov, at = next((box, at) for kind, box, at in boxes(data) if kind == b"moov")
    order = {b"mvhd": 0, b"udta": 1}
    parts = sorted(boxes(moov[8:]), key=lambda part: order.get(part[0], 2))
    made = b"".join(box for _, box, _ in parts)
    target.write_bytes(data[: at + 8] + made + data[at + len(moov) :])


class AccountsForAllStreams(FarmTest):
    def streams(self, path):
        probed = probe(path, "-show_entries", "stream=codec_type,codec_name:stream_disposition=attached_pic")
        return [
            (stream["codec_type"], stream.get("codec_name"), bool(stream["disposition"]["attached_pic"]))
            for stream in probed["streams"]
        ]

    def cover(self):
        ffmpeg(*lavfi("color=red:s=60x61"), "-frames:v", "1", "-update", "1", self.path("cover.png"))
        return self.path("cover.png")

    def with_cover(self, name):
        plain = film(self.path("plain" + name[-4:]), seconds=3)
        if name.endswith(".mkv"):
            tags = ["-metadata:s:t", "mimetype=image/png", "-metadata:s:t", "filename=front.png"]
            how = ["-i", plain, "-attach", self.cover(), *tags]
        else:
            how = ["-i", plain, "-i", self.cover(), "-map", "0", "-map", "1", "-disposition:v:1", "attached_pic"]
        ffmpeg("-v", "error", *how, "-c", "copy", self.path(name))
        return self.path(name)

    def test_covers_are_kept_in_every_container(self):
        for ending in (".mp4", ".mkv"):
            source = self.with_cover("film" + ending)
            for output in ("out.mp4", "out.mkv"):
                name = f"{ending[1:]}_{output}"
                ran = self.local(source, name, encoder=["--", "-c:v", "libx264", "-qp", "0"])
                self.assertNotIn("ffmpeg", ran.stdout, name)
                self.assertEqual(
                    self.streams(self.path(name)),
                    [("video", "h264", False), ("audio", "aac", False), ("video", "png", True)],
                    name,
                )
                self.assertEqual(self.picture_of_cover(name), self.picture_of_cover("film" + ending))

    def picture_of_cover(self, name):
        arguments = ["-i", self.path(name), "-map", "0:2", "-c", "copy", "-f", "md5", "-"]
        return ffmpeg("-v", "error", *arguments).stdout

    def test_cover_before_the_film_is_kept(self):
        source = self.folder / "first.mp4"
        cover_first(self.folder / self.with_cover("film.mp4"), source)
        self.assertTrue(self.streams(source)[0][2], "the film is one of this kind")
        self.local(str(source))
        self.assertEqual(self.streams(self.path("out.mkv"))[0], ("video", "ffv1", False))
        self.assertIn(("video", "png", True), self.streams(self.path("out.mkv")))
        expected = frames_of(str(source), "-map", "-0:v:0", "-map", "0:V:0", "-vf", FILTER)
        made = frames_of(self.path("out.mkv"))
        self.assertEqual([digest for _, digest in made], [digest for _, digest in expected])

    def test_second_film_is_copied(self):
        source = self.path("two.mkv")
        plain = film(self.path("film.mkv"), seconds=3)
        ffmpeg("-v", "error", "-i", plain, "-i", plain, "-map", "0", "-map", "1:v", "-c", "copy", source)
        ran = self.local(source)
        self.assertIn("stream 2 (video, h264) is copied as it is", ran.stdout)
        kinds = [("video", "ffv1", False), ("audio", "aac", False), ("video", "h264", False)]
        self.assertEqual(self.streams(self.path("out.mkv")), kinds)

    def test_streams_that_the_container_does_not_support_are_reported(self):
        """Matroska does not support data streams such as a QuickTime timecode."""
        source = self.path("timed.mov")
        plain = film(self.path("film.mov"), seconds=3)
        ffmpeg("-v", "error", "-i", plain, "-c", "copy", "-timecode", "01:00:00:00", source)
        self.assertIn("data", [kind for kind, _, _ in self.streams(source)])
        ran = self.local(source)
        self.assertRegex(ran.stdout, r"stream 2 \(data, .*\) is left out: .mkv cannot hold it")
        self.assertEqual(len(self.streams(self.path("out.mkv"))), 2)

    def test_sound_is_dropped_only_on_request(self):
        """FFmpeg writes FLAC to MP4, but not to QuickTime files."""
        source, plain = self.path("sound.mkv"), film(self.path("film.mkv"), seconds=3)
        ffmpeg("-v", "error", "-i", plain, "-c:v", "copy", "-c:a", "flac", source)
        encoder = ["--", "-c:v", "libx264", "-qp", "0"]
        ran = self.local(source, "out.mov", encoder=encoder, check=False)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("cannot hold stream 1 (audio, flac) of the film", ran.stderr)
        advice = ran.stderr.split("leave it out: ")[1].split()
        self.local(source, "out.mov", *advice, encoder=encoder)
        self.assertEqual(self.streams(self.path("out.mov")), [("video", "h264", False)])

    def test_message_about_a_container_names_a_suitable_one(self):
        text = Stream({"index": 2, "codec_type": "subtitle", "codec_name": "mov_text"})
        for output, other in (("out.mkv", ".mp4"), ("out.mp4", ".mkv"), ("out.webm", ".mkv")):
            with self.assertRaisesRegex(FarmError, f"whose container can, such as {other}, or"):
                fitting([text], lambda streams: not streams, output)

    def test_tags_of_picture_and_sound_are_copied(self):
        tags = ["-metadata:s:v:0", "language=fin", "-metadata:s:v:0", "title=Main"]
        tags += ["-disposition:v:0", "default+original", "-disposition:a:0", "comment"]
        source = film(self.path("film.mkv"), seconds=3, others=tags)
        self.local(source)
        picture, sound = probe(self.path("out.mkv"), "-show_streams")["streams"]
        self.assertEqual((picture["tags"]["language"], picture["tags"]["title"]), ("fin", "Main"))
        kept = [{name for name, on in stream["disposition"].items() if on} for stream in (picture, sound)]
        self.assertEqual(kept, [{"default", "original"}, {"comment"}])


class KeepsTheShapeOfThePicture(FarmTest):
    def size(self, name):
        entries = "stream=width,height,sample_aspect_ratio,field_order"
        probed = probe(self.path(name), "-select_streams", "v", "-show_entries", entries)
        return probed["streams"][0]

    def test_rotated_film_is_turned_once(self):
        plain, source = film(self.path("film.mov"), seconds=3), self.path("turned.mov")
        rotate(plain, source)
        self.local(source)
        made = self.size("out.mkv")
        self.assertEqual((made["width"], made["height"]), (90, 160), "the picture is turned, once")
        self.expect_one_run(source)

    def test_pixel_aspect_ratio_is_kept(self):
        source = film(self.path("film.mkv"), seconds=3, video=["-vf", "setsar=64/45"])
        self.local(source)
        self.assertEqual(self.size("out.mkv")["sample_aspect_ratio"], "64:45")
        self.expect_one_run(source)


if __name__ == "__main__":
    main()
