#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests unusual frames that other programs write: contradictory tags, premultiplied alpha, RGB for
YUV encoders, and interlaced frames."""

import array
import re

import dolby_vision
import hdr10_plus
from ffmpeg_support import HLG, MEDIA, PQ, FilterTest, ffmpeg, frames, main, pictures, run, source

X264 = ["-c:v", "libx264", "-preset", "ultrafast"]
X265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:lossless=1"]
RGB = ["-f", "lavfi", "-i", "color=0x00ff00:s=64x36:d=0.2,format=rgb24"]


class InputTest(FilterTest):
    def samples(self, *arguments, kind="B"):
        output = self.folder / "raw"
        ffmpeg("-v", "error", *arguments, "-f", "rawvideo", output)
        return array.array(kind, output.read_bytes())

    def messages(self, *arguments):
        log = ffmpeg("-v", "info", *arguments, "-f", "null", "-").stderr
        return [line for line in log.splitlines() if "tonelift" in line]


class Agreement(InputTest):
    def coded(self, **color):
        path = self.folder / "coded.hevc"
        ffmpeg("-v", "error", *source("yuv420p10le", count=2, **color), *X265, path)
        return path

    def test_dolby_vision_of_another_picture_is_ignored(self):
        for color in (PQ, HLG):
            path = self.coded(**color)
            alone = pictures("-i", path, "-vf", "tonelift")
            path.write_bytes(path.read_bytes() + dolby_vision.nal_unit(dolby_vision.IPT))
            self.assertEqual(pictures("-i", path, "-vf", "tonelift"), alone)
            said = [line for line in self.messages("-i", path, "-vf", "tonelift")
                    if "apply_dolbyvision=2" in line]
            self.assertEqual(len(said), 1, said)

    def test_dolby_vision_is_applied_on_request(self):
        path = self.coded(**PQ)
        alone = pictures("-i", path, "-vf", "tonelift")
        path.write_bytes(path.read_bytes() + dolby_vision.nal_unit(dolby_vision.IPT))
        forced = pictures("-i", path, "-vf", "tonelift=apply_dolbyvision=2")
        self.assertNotEqual(forced[-1], alone[-1])

    def test_hdr_metadata_of_sdr_is_ignored_and_logged(self):
        # zscale and tonemap convert to SDR, but keep the HDR metadata of their input.
        tags = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709,"
        room = ["-i", MEDIA / "room_hdr10.mkv", "-frames:v", "3"]
        said = self.messages(*room, "-vf", f"{tags}tonelift")
        self.assertEqual(sum("HDR metadata of the stream is ignored" in line for line in said), 1)
        shown = ffmpeg("-v", "info", *room, "-vf", f"{tags}tonelift=t=pq,showinfo", "-f", "null",
                       "-").stderr
        self.assertRegex(shown, r"r\(0\.7080,0\.2920\)")
        self.assertRegex(shown, r"max_luminance=1000\.0")

    def test_sdr_has_no_mastering_display_whose_primaries_are_kept(self):
        roof = ["-i", MEDIA / "roof_hdr10.mkv", "-frames:v", "1"]
        bt2020, p3 = "r(0.7080,0.2920)", "r(0.6800,0.3200)"
        for tag, option, red in (("bt709", "auto", bt2020), ("bt709", "pq", p3), ("smpte2084", "auto", p3),
                                 ("smpte2084", "bt709", bt2020)):
            shown = ffmpeg("-v", "info", *roof, "-vf",
                           f"setparams=color_trc={tag},tonelift=t=pq:in_transfer={option},showinfo",
                           "-f", "null", "-").stderr
            reds = set(re.findall(r"showinfo.*mastering display.* (r\(.*?\))", shown))
            self.assertEqual(reds, {red}, (tag, option))

    def test_hdr10_plus_of_other_light_is_ignored_and_logged(self):
        for color in ({}, HLG):
            path = self.folder / "plus.hevc"
            ffmpeg("-v", "error", *source("yuv420p10le", count=1, **color), *X265, path)
            alone = pictures("-i", path, "-vf", "tonelift")
            path.write_bytes(hdr10_plus.insert(path.read_bytes(), 10000, 10000))
            self.assertEqual(pictures("-i", path, "-vf", "tonelift"), alone)
            said = self.messages("-i", path, "-vf", "tonelift")
            self.assertEqual(sum("HDR10+ metadata is ignored" in line for line in said), 1, said)

    def test_metadata_that_matches_the_tags_causes_no_warning(self):
        path = self.coded(**PQ)
        path.write_bytes(hdr10_plus.insert(path.read_bytes(), 900, 800))
        said = "".join(self.messages("-i", path, "-vf", "tonelift"))
        self.assertNotIn("ignored", said)


class LinearLight(InputTest):
    """Linear 1.0 means 100 cd/m2, as in zscale (npl) and tonemap (REFERENCE_WHITE in
    colorspace.h)."""

    def gray(self):
        """Returns an input of gray at 100 cd/m2, which is the 10-bit PQ code 509 (SMPTE ST
        2084)."""
        path, size = self.folder / "gray.yuv", 64
        luma = array.array("H", [509] * size * size)
        for y in range(8):
            luma[y * size:y * size + 8] = array.array("H", [723] * 8)
        chroma = array.array("H", [512] * (size * size // 2))
        path.write_bytes(luma.tobytes() + chroma.tobytes())
        return ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "64x64", "-i", path]

    TAGS = "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv"
    BACK = "zscale=t=bt709:m=bt709:r=tv,format=yuv420p"

    def luma(self, chain):
        return self.samples(*self.gray(), "-vf", f"{self.TAGS},{chain}")[2600]

    def test_linear_light_of_zscale_gives_the_same_picture(self):
        for options in ("tonelift", "tonelift=faithful", "tonelift=cinema"):
            plain = self.luma(options)
            for before in ("zscale=t=linear:npl=100,format=gbrpf32le",
                           "zscale=t=linear,format=gbrpf32le",
                           "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709",
                           "zscale=t=linear:npl=1000,format=gbrp16le"):
                self.assertAlmostEqual(self.luma(f"{before},{options},{self.BACK}"), plain, delta=1,
                                       msg=f"{before},{options}")

    def test_option_overrides_the_unit(self):
        linear = "zscale=t=linear:npl=203,format=gbrpf32le"
        self.assertAlmostEqual(self.luma(f"{linear},tonelift=in_white=203,{self.BACK}"),
                               self.luma("tonelift"), delta=1)

    def test_npl_of_zscale_is_the_unit(self):
        for npl in (50, 203):
            linear = f"zscale=t=linear:npl={npl},format=gbrpf32le,zscale=p=bt709"
            self.assertAlmostEqual(self.luma(f"{linear},tonelift,{self.BACK}"),
                                   self.luma("tonelift"), delta=1, msg=npl)

    def test_sdr_of_zscale_keeps_its_white(self):
        # With every npl, zimg converts SDR white to 1.0, which means 203 cd/m2 (ITU-R BT.2408).
        tags = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv"
        ramp = "nullsrc=s=64x36:d=0.04,format=yuv420p,geq=lum=16+X*219/63:cb=128:cr=128"
        ends = ["-frames:v", "1"]
        for before in ("zscale=t=linear", "zscale=t=linear:npl=100",
                       "zscale=tin=bt709:p=bt709:t=linear"):
            for look in ("faithful", "cinema"):
                chain = f"{tags},{before},format=gbrpf32le,tonelift={look},{self.BACK}"
                expected = self.samples("-f", "lavfi", "-i", ramp, "-vf", tags, *ends)[:64]
                found = self.samples("-f", "lavfi", "-i", ramp, "-vf", chain, *ends)[:64]
                for a, b in zip(found, expected):
                    self.assertAlmostEqual(a, b, delta=1, msg=f"{chain}: {list(found)}")
        said = "\n".join(self.messages("-f", "lavfi", "-i", ramp, "-vf",
                                       f"{tags},zscale=t=linear,format=gbrpf32le,tonelift"))
        self.assertEqual(said.count("assumed to be 203 cd/m2 (SDR white)"), 1, said)

    def test_the_unit_is_logged(self):
        linear = f"{self.TAGS},zscale=t=linear:npl=100,format=gbrpf32le"
        said = "\n".join(self.messages(*self.gray(), "-vf", f"{linear},tonelift"))
        self.assertEqual(said.count("1.0 in linear light is assumed to be 100 cd/m2"), 1, said)
        self.assertIn("linear BT.2020 1.0 = 100 cd/m2", said)
        said = "\n".join(self.messages(*self.gray(), "-vf", f"{linear},tonelift=in_white=80"))
        self.assertNotIn("is assumed to be", said)
        self.assertIn("1.0 = 80 cd/m2", said)
        said = "\n".join(self.messages("-i", MEDIA / "room.exr", "-vf", "tonelift"))
        self.assertIn("1.0 = 203 cd/m2", said)


class Alpha(InputTest):
    """A picture with premultiplied alpha gives the same output as the same picture with straight
    alpha, multiplied by alpha afterward."""

    STRAIGHT = ("color=white:s=320x180:d=0.04,format=gbrap10le,"
                "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='1023*X/W'")
    HDR = "in_transfer=smpte2084:in_primaries=bt2020"

    def row(self, chain):
        data = self.samples("-f", "lavfi", "-i", self.STRAIGHT, "-vf", f"{chain},format=gbrap10le",
                            "-frames:v", "1", kind="H")
        return [data[90 * 320 + x] for x in (40, 80, 160, 240)]

    def test_premultiplied_picture_equals_its_straight_picture(self):
        expected = self.row(f"tonelift={self.HDR},premultiply=inplace=1")
        found = self.row(f"premultiply=inplace=1,tonelift={self.HDR}:in_alpha_mode=premultiplied")
        for a, b in zip(found, expected):
            self.assertAlmostEqual(a, b, delta=2, msg=f"{found}, {expected}")

    def test_straight_alpha_is_output_on_request(self):
        expected = self.row(f"tonelift={self.HDR}")
        found = self.row(f"premultiply=inplace=1,tonelift={self.HDR}:in_alpha_mode=premultiplied:"
                         "alpha_mode=straight")
        for a, b in zip(found, expected):
            self.assertAlmostEqual(a, b, delta=4, msg=f"{found}, {expected}")

    def test_exr_is_premultiplied(self):
        # OpenEXR files have premultiplied alpha (OpenEXR, "Technical Introduction"). PNG files have
        # straight alpha (PNG, 12.4).
        exr, png = self.folder / "alpha.exr", self.folder / "alpha.png"
        alpha = "(8-floor(X/8))/8"
        light = f"0.2*{alpha}"
        # Since version 8.1, FFmpeg multiplies colors by alpha unless the frame is tagged as
        # premultiplied.
        knows = "alpha_mode" in run("ffmpeg", "-h", "filter=setparams").stdout
        tagged = ",setparams=alpha_mode=premultiplied" if knows else ""
        ffmpeg("-v", "error", "-f", "lavfi", "-i", "nullsrc=s=64x36:d=0.04,format=gbrapf32le,"
               f"geq=a='{alpha}':r='{light}':g='{light}':b='{light}'{tagged}", "-frames:v", "1",
               exr)
        said = "\n".join(self.messages("-i", exr, "-vf", "tonelift"))
        self.assertEqual(said.count("assumed to be multiplied by alpha"), 1, said)
        ffmpeg("-v", "error", "-i", exr, "-vf", "tonelift=faithful:t=iec61966-2-1", "-frames:v",
               "1", "-update", "1", png)
        data = self.samples("-i", png, "-pix_fmt", "rgba")
        row = [data[(18 * 64 + x) * 4] for x in range(4, 64, 8)]
        self.assertLessEqual(max(row) - min(row), 1, row)
        alphas = [data[(18 * 64 + x) * 4 + 3] for x in range(4, 64, 8)]
        self.assertEqual(alphas, sorted(alphas, reverse=True))
        self.assertGreater(alphas[0] - alphas[-1], 200)


class RgbToYuv(InputTest):
    GREEN = round(16 + 219 * 0.7152)

    def encoded(self, chain, *codec):
        output = self.folder / "film.mkv"
        ffmpeg("-v", "error", *RGB, "-vf", chain, *codec, output)
        return frames(output)[0], output

    def test_rgb_for_a_yuv_encoder_is_converted_and_tagged_by_the_filter(self):
        for chain, codec in [("tonelift=faithful", [*X264, "-pix_fmt", "yuv420p"]),
                             ("tonelift=faithful", X264),
                             ("tonelift=faithful,fps=5", X264),
                             ("tonelift=faithful,scale=32:18", X264),
                             ("tonelift=faithful,format=yuv422p", X264),
                             ("tonelift=faithful,tonelift=faithful", X264)]:
            frame, film = self.encoded(chain, *codec)
            self.assertEqual((frame["color_space"], frame["color_range"], frame["color_primaries"],
                              frame["color_transfer"]),
                             ("bt709", "tv", "bt709", "iec61966-2-1"), chain)
            self.assertAlmostEqual(self.samples("-i", film)[0], self.GREEN, delta=1, msg=chain)

    def test_rgb_is_kept_if_the_encoder_accepts_rgb(self):
        frame, film = self.encoded("tonelift=faithful", "-c:v", "ffv1")
        self.assertTrue(frame["pix_fmt"].startswith("bgr"), frame["pix_fmt"])
        self.assertEqual(list(self.samples("-i", film, "-pix_fmt", "rgb24")[:3]), [0, 255, 0])

    def test_jpeg_has_the_matrix_of_jpeg(self):
        # ITU-T T.871: a JPEG uses the matrix of BT.601 in full range.
        output = self.folder / "green.jpg"
        ffmpeg("-v", "error", *RGB, "-vf", "tonelift=faithful", "-frames:v", "1", "-update", "1",
               "-q:v", "1", output)
        self.assertAlmostEqual(self.samples("-i", output)[0], round(255 * 0.587), delta=1)

    def test_gray_is_the_luma_of_bt709(self):
        """FFmpeg's own conversion to gray uses the weights of BT.601: for RGB in every release, and
        for YUV in releases 8.1 and 9.0."""
        yuv = "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setparams=colorspace=bt709"
        for before in ("null", yuv):
            for after in ("null", "vflip,format=gray"):
                chain = f"{before},tonelift=faithful,{after}"
                found = self.samples(*RGB, "-vf", chain, "-frames:v", "1", "-pix_fmt", "gray")[0]
                self.assertAlmostEqual(found, round(255 * 0.7152), delta=1, msg=chain)

    def joined(self, chain):
        film = self.folder / "joined.mkv"
        log = ffmpeg("-v", "info", *RGB, "-filter_complex", chain, *X264, "-qp", "0", film).stderr
        luma = self.samples("-i", film, "-frames:v", "1")
        matrix = frames(film)[0].get("color_space")
        return {luma[0], luma[100]}, matrix, log.count("RGB is converted")

    def test_stacked_mapped_rgb_branches_have_one_matrix(self):
        both = "split[a][b];[a]tonelift=faithful[c];[b]tonelift=faithful[d];[c][d]hstack"
        luma, _, warnings = self.joined(both)
        self.assertTrue(luma <= {self.GREEN - 1, self.GREEN}, luma)
        self.assertEqual(warnings, 0)

    def test_stacking_a_mapped_with_an_unmapped_rgb_branch_warns_with_a_remedy(self):
        one = "split[a][b];[a]null[c];[b]tonelift=faithful[d];[c][d]hstack"
        luma, _, warnings = self.joined(one)
        self.assertEqual(len(luma), 1, "both halves are converted by one matrix")
        self.assertEqual(warnings, 1)
        remedy = ("scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,"
                  "setparams=colorspace=bt709:range=tv")
        self.assertIn(remedy, ffmpeg("-v", "info", *RGB, "-filter_complex", one, *X264,
                                     self.folder / "again.mkv").stderr)
        self.assertEqual(self.joined(f"{one},{remedy}"), ({self.GREEN}, "bt709", 0))

    def test_full_range_yuv_is_logged(self):
        output = self.folder / "full.mp4"
        said = ffmpeg("-v", "info", *RGB, "-vf", "tonelift", *X264, "-pix_fmt", "yuvj420p",
                      output).stderr
        is_tagged = frames(output)[0].get("color_space") == "bt709"
        self.assertNotEqual(is_tagged, "converted to yuvj420p by the matrix of JPEG" in said, said)

    def test_untaggable_values_are_logged(self):
        said = self.messages(*RGB, "-vf", "tonelift=faithful,lutrgb=r=0,format=yuv420p")
        self.assertEqual(sum("RGB is converted to YUV after" in line for line in said), 1, said)
        said = self.messages(*RGB, "-vf", "tonelift=faithful,format=yuv420p")
        self.assertFalse(any("RGB is converted to YUV" in line for line in said), said)


class Xyz(InputTest):
    def test_xyz_is_mapped_like_its_rgb(self):
        # An untagged picture that is larger than SD counts as BT.709. So a BT.601 matrix without
        # its tag would change this green.
        green = ["-f", "lavfi", "-i", "color=0x20c040:s=1280x720:d=0.04,format=rgb24"]
        for tags in ("", ",setparams=color_trc=smpte428:color_primaries=smpte428"):
            xyz = f"format=xyz12le{tags}"
            pixels = [list(self.samples(*green, "-vf", f"{xyz},{after}", "-pix_fmt", "rgb24",
                                        "-frames:v", "1")[:3])
                      for after in ("format=rgb48le", "tonelift=faithful")]
            for a, b in zip(*pixels):
                self.assertAlmostEqual(a, b, delta=1, msg=f"{tags}: {pixels}")


class Jpeg(InputTest):
    def test_jpeg_is_mapped_like_its_rgb(self):
        """ITU-T T.871 requires that Y'CbCr values outside of the RGB range are clipped."""
        path = self.folder / "beyond.yuv"
        path.write_bytes(bytes([200]) * 4096 + bytes([170]) * 4096 + bytes([97]) * 4096)
        jpeg = ["-f", "rawvideo", "-pix_fmt", "yuvj444p", "-colorspace", "bt470bg", "-s", "64x64",
                "-i", path]
        for options in ("tonelift", "tonelift=faithful:format=gbrp"):
            found = self.samples(*jpeg, "-vf", f"{options},scale,format=gbrp")
            rgb = "scale=in_color_matrix=bt601:flags=accurate_rnd+full_chroma_int,format=gbrp"
            expected = self.samples(*jpeg, "-vf", f"{rgb},{options},format=gbrp")
            middle = 64 * 32 + 32
            for plane in range(3):
                self.assertAlmostEqual(found[plane * 4096 + middle], expected[plane * 4096 + middle],
                                       delta=2, msg=f"{options}, plane {plane}")


class Interlaced(InputTest):
    def test_interlaced_input_is_logged_once(self):
        path = self.folder / "fields.mkv"
        ffmpeg("-v", "error", *source(size="64x64"), *X264, "-flags", "+ilme+ildct",
               "-x264-params", "tff=1", path)
        said = self.messages("-i", path, "-vf", "tonelift")
        self.assertEqual(sum("frames are interlaced" in line for line in said), 1, said)
        said = self.messages("-i", path, "-vf", "bwdif,tonelift")
        self.assertFalse(any("interlaced" in line for line in said), said)


class Log(InputTest):
    def test_one_line_names_input_and_output(self):
        said = self.messages("-i", MEDIA / "room_hdr10.mkv", "-frames:v", "2", "-vf",
                             "tonelift=enable='lt(t,0.01)'")
        lines = [line for line in said if "running on" in line]
        self.assertEqual(len(lines), 1, said)
        self.assertRegex(lines[0], r"PQ BT\.2020 \d+ cd/m2 to BT\.709 8 bit; preset natural; "
                                   "running on the CPU")


if __name__ == "__main__":
    main()
