#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the predicted opinion ranks pictures correctly whose order is known."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
    from scipy.ndimage import gaussian_filter
except ModuleNotFoundError as missing:
    print(f"skipped: {missing}; scripts/install-dependencies installs it")
    sys.exit(77)

import appearance
import color
import combination
import features
import light
import noise_aware
import operators
import settings
import study
import wavelet

HERE = pathlib.Path(__file__).resolve().parent


def scene(height=180, width=320):
    random = np.random.default_rng(7)
    y, x = np.mgrid[:height, :width]
    sky = np.array([60.0, 110, 240]) * (1.6 - 0.8 * y / height)[..., None]
    wall = np.array([90.0, 70, 40]) * (1 + 0.25 * np.sin(x * 0.9) * np.sin(y * 0.8))[..., None]
    picture = np.where((y < height // 2)[..., None], sky, wall)
    for i, patch in enumerate(([150, 20, 10], [180, 90, 10], [30, 120, 20], [20, 30, 150])):
        picture[110:150, 20 + 40 * i : 50 + 40 * i] = patch
    room = x > width * 2 // 3
    picture = np.where(room[..., None], picture * 0.03, picture)
    picture[60:75, 250:265] = [900, 700, 400]
    grain = gaussian_filter(random.standard_normal((height, width)), 0.8)
    return (picture * (1 + 0.02 * grain[..., None])).astype(np.float32)


def coded(shown):
    return np.round(color.srgb_encode(shown) * 255).astype(np.float32) / 255


class Judged(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.light = scene()
        cls.source = features.Source(cls.light)
        cls.shown = operators.reinhard2002(cls.light / 1000, 1000)

    def figure(self, shown):
        found = features.measured(self.source, coded(shown))
        return combination.figure(features.penalties(found), combination.stored())

    def detailed(self, gain):
        luminance = np.maximum(self.shown @ color.LUMA_709, 1e-5)
        tone = np.log(luminance)
        raised = (gain - 1) * (tone - gaussian_filter(tone, 6))
        return self.shown * np.exp(raised)[..., None]

    def assert_falls(self, figures):
        for before, after in zip(figures, figures[1:]):
            self.assertGreater(before, after, figures)

    def test_each_step_of_desaturation_lowers_the_figure(self):
        shown = [operators.reinhard2002(self.light / 1000, 1000, d) for d in (0, 0.25, 0.5, 0.75)]
        figures = [self.figure(picture) for picture in shown]
        self.assert_falls(figures)
        self.assertGreater(figures[0] - figures[3], 8)

    def test_raised_noise_lowers_the_figure(self):
        random = np.random.default_rng(3)
        noise = random.standard_normal(self.shown.shape[:2])[..., None]
        figures = [self.figure(self.shown * np.exp(size * noise)) for size in (0, 0.2, 0.4, 0.8)]
        self.assert_falls(figures)

    def test_only_strong_local_contrast_lowers_the_figure(self):
        gentle, strong, stronger = (self.figure(self.detailed(gain)) for gain in (1.1, 2, 3))
        self.assertAlmostEqual(gentle, self.figure(self.shown), delta=0.5)
        self.assert_falls([gentle, strong, stronger])

    def test_lost_texture_lowers_the_figure(self):
        self.assert_falls([self.figure(self.detailed(gain)) for gain in (1, 0.6, 0.2)])

    def test_dark_and_blown_exposures_lower_the_figure(self):
        dark, dim, right, blown = (self.figure(self.shown * 2.0**stops) for stops in (-4, -2, 0, 4))
        self.assert_falls([right, dim, dark])
        self.assert_falls([right, blown])

    def test_a_figure_does_not_depend_on_the_size_of_the_file(self):
        large = np.repeat(np.repeat(self.light, 2, 0), 2, 1)
        source = features.Source(light.shrunk(large, 320))
        found = features.measured(source, coded(self.shown))
        again = combination.figure(features.penalties(found), combination.stored())
        self.assertAlmostEqual(again, self.figure(self.shown), places=2)

    def test_a_perfect_rendering_keeps_color_and_contrast(self):
        luminance = features.reference_luminance(np.maximum(self.light @ color.LUMA_2020, 1e-4))
        gray = luminance / (self.light @ color.LUMA_2020)
        shown = color.converted(self.light * gray[..., None], "bt2020", "bt709")
        found = features.measured(self.source, color.srgb_encode(shown).astype(np.float32))
        self.assertAlmostEqual(found["rise"], 0, delta=0.3)
        self.assertAlmostEqual(found["fine"], 0, delta=0.05)
        self.assertLess(found["lost"], 0.01)
        self.assertGreater(found["kept"], 0.95)
        self.assertLess(found["turn"], 2)


class Colors(unittest.TestCase):
    def test_reference_white_has_its_pq_code(self):
        # ITU-R BT.2408-7, table 1: 203 cd/m2 is 58 % of PQ and 75 % of HLG.
        self.assertAlmostEqual(float(color.pq_encode(203.0)), 0.58, delta=0.005)
        self.assertAlmostEqual(float(color.pq_decode(color.pq_encode(203.0))), 203, places=6)
        self.assertAlmostEqual(float(color.hlg_decode(np.full(3, 0.75))[0]), 203, delta=1)

    def test_bt2020_to_bt709_has_the_published_matrix(self):
        # The matrix from BT.2020 to BT.709 is printed in ITU-R BT.2407-0, equation 3.
        expected = [
            [1.6605, -0.5876, -0.0728],
            [-0.1246, 1.1329, -0.0083],
            [-0.0182, -0.1006, 1.1187],
        ]
        np.testing.assert_allclose(color.converter("bt2020", "bt709"), expected, atol=2e-4)

    def test_white_and_red_have_the_published_oklab(self):
        # In Oklab (Ottosson 2020), white is (1, 0, 0).
        np.testing.assert_allclose(color.oklab(np.ones(3)), [1, 0, 0], atol=1e-4)
        np.testing.assert_allclose(
            color.oklab(np.array([1.0, 0, 0])), [0.628, 0.225, 0.126], atol=1e-3
        )

    def test_middle_gray_has_lightness_50(self):
        self.assertAlmostEqual(float(color.lightness(0.184187)), 50, places=2)

    def test_srgb_round_trips(self):
        codes = np.linspace(0, 1, 256)
        np.testing.assert_allclose(color.srgb_encode(color.srgb_decode(codes)), codes, atol=1e-6)


class Operators(unittest.TestCase):
    def test_reinhard_2002_maps_its_key_and_its_white(self):
        shades = np.array([0.01, 0.1, 1.0])
        shown = operators.reinhard2002(np.tile(shades[:, None, None], (1, 1, 3)), 1000)[:, 0, 1]
        self.assertAlmostEqual(shown[1], 0.18 / 1.18 * (1 + 0.18 / 1.8**2), places=3)
        self.assertAlmostEqual(shown[2], 1, places=3)

    def test_hable_maps_the_brightest_to_white(self):
        # The curve of Hable 2010 maps 0 to 0.
        self.assertAlmostEqual(operators.hable_curve(0.0), 0, places=12)
        self.assertAlmostEqual(operators.hable_curve(1e9), 1 - 0.02 / 0.3, places=6)
        luminance = operators.hable(scene() / 1000, 1000) @ color.LUMA_709
        self.assertAlmostEqual(float(luminance.max()), 1, places=2)

    def test_bt2446_curve_keeps_black_and_white(self):
        for peak in (1000, 10000):
            ends = operators.bt2446_curve(np.array([0.0, 1.0]), peak)
            np.testing.assert_allclose(ends, [0, 1], atol=1e-9)

    def test_durand_gives_the_base_the_requested_contrast(self):
        halves = np.ones((64, 128, 3))
        halves[:, :64] = 1e-3
        shown = operators.durand2002(halves, 1000, 10.0)[..., 1]
        self.assertAlmostEqual(shown[32, 120] / shown[32, 8], 10, delta=0.2)
        self.assertAlmostEqual(shown[32, 120], 1, places=2)

    def test_a_gray_source_stays_gray_in_every_setting(self):
        gray = np.repeat(scene()[..., 1:2], 3, -1)
        for setting in settings.settings():
            if setting.operator == "reinhard2012":
                continue
            codes = setting.codes(gray)
            self.assertLess(np.ptp(codes, -1).max(), 1.5 / 255, setting)
            self.assertGreater(codes.max() - codes.min(), 0.3, setting)

    def test_reinhard_2012_adopts_the_color_of_the_surround(self):
        gray = np.full((60, 90, 3), 0.05) * np.linspace(0.2, 2, 90)[:, None]
        red, _, blue = appearance.reinhard2012(gray, 1000, "red").mean((0, 1))
        self.assertGreater(red, blue)
        red, _, blue = appearance.reinhard2012(gray, 1000, "blue").mean((0, 1))
        self.assertGreater(blue, red)

    def test_wavelet_bands_recompose_the_picture(self):
        image = np.random.default_rng(1).random((33, 47))
        for levels in (1, 4):
            bands, rest = wavelet.decomposed(image, levels)
            np.testing.assert_allclose(wavelet.recomposed(bands, rest), image, atol=1e-9)

    def test_noise_aware_curve_rises_within_the_display_range(self):
        peaks = np.zeros(81)
        peaks[[20, 50]] = 0.9, 0.1
        for shares in (np.full(81, 1 / 81), peaks):
            curve = noise_aware.curve_of(shares, 0.1)
            self.assertTrue(np.all(np.diff(curve) >= 0))
            self.assertAlmostEqual(curve[0], -noise_aware.DISPLAY_RANGE)
            self.assertAlmostEqual(curve[-1], 0)


class Combination(unittest.TestCase):
    def test_known_weights_are_found(self):
        random = np.random.default_rng(5)
        rows = [{"a": x, "b": y, "c": z} for x, y, z in random.random((30, 3))]
        scores = [60 - 8 * row["a"] - 3 * row["b"] + 2 * row["c"] for row in rows]
        weights = combination.fitted(rows, scores)
        self.assertGreater(weights["weights"]["a"], weights["weights"]["b"])
        self.assertEqual(weights["weights"]["c"], 0)

    def test_a_family_is_predicted_without_its_own_scores(self):
        rows = [{"a": float(i)} for i in range(6)]
        scores, families = [60, 59, 58, 57, 10, 10], ["x", "x", "y", "y", "z", "z"]
        predicted = combination.left_out(rows, scores, families)
        np.testing.assert_allclose(predicted[4:], [56, 55], atol=1e-9)

    def test_there_is_a_stored_weight_for_each_penalty(self):
        found = dict.fromkeys(features.SECTORS, 0.5)
        found |= {"rise": 0.0, "lost": 0.5, "fine": 1.0, "clipped": 0.1}
        stored = combination.stored()["weights"]
        self.assertEqual(set(stored), set(features.penalties(found)))
        self.assertGreater(min(stored.values()), 0)

    def test_a_missing_color_has_no_penalty(self):
        found = dict.fromkeys(features.SECTORS, float("nan"))
        found |= {"rise": 9.0, "lost": 0.0, "fine": 0.0, "clipped": 0.0}
        self.assertEqual(set(features.penalties(found).values()), {0})
        self.assertAlmostEqual(features.penalties(found | {"blue": 0.4})["pale"], 0.36)

    def test_opinions_are_complete(self):
        known = settings.settings()
        self.assertEqual(len(known), 2 * 28 - 4)
        self.assertEqual({s.operator for s in known}, set(settings.OPERATORS))
        self.assertTrue(all(40 < score < 70 for s in known for score in s.scores))
        names, rows, scores = study.votes()
        self.assertEqual(len(names), 7)
        self.assertEqual(set(rows[0]), set(combination.stored()["weights"]))
        self.assertEqual(names[int(np.argmin(scores))], "natural")


class Files(unittest.TestCase):
    def setUp(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("there is no ffmpeg on the path")
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write_picture(self, name, data, pixel_format, *options):
        height, width = data.shape[:2]
        command = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", pixel_format]
        command += ["-s", f"{width}x{height}", "-i", "-", *options, self.folder / name]
        subprocess.run(command, input=data.tobytes(), check=True)
        return self.folder / name

    def run_tool(self, *arguments):
        command = [sys.executable, HERE / "people.py", *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def test_score_orders_renderings_of_a_radiance_picture(self):
        picture = scene()
        reference = self.folder / "scene.hdr"
        write_radiance(reference, color.converted(picture / light.WHITE, "bt2020", "bt709"))
        found = {}
        for name, desaturation in (("good.png", 0), ("pale.png", 0.6)):
            shown = operators.reinhard2002(picture / 1000, 1000, desaturation)
            codes = np.round(color.srgb_encode(shown) * 255).astype(np.uint8)
            self.write_picture(name, codes, "rgb24")
        done = self.run_tool("score", reference, self.folder / "good.png", self.folder / "pale.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in done.stdout.splitlines()[1:]:
            name, figure = line.split()[:2]
            found[pathlib.Path(name).name] = float(figure)
        self.assertGreater(found["good.png"], found["pale.png"] + 3)

    def test_float_picture_is_read_unchanged(self):
        picture = np.abs(scene())
        planes = np.stack([picture[..., i] for i in (1, 2, 0)]).astype("<f4")
        path = self.folder / "scene.exr"
        command = [
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "gbrpf32le",
            "-s",
            "320x180",
        ]
        command += ["-i", "-", "-c:v", "exr", "-format", "float", "-update", "1", path]
        subprocess.run(command, input=planes.tobytes(), check=True)
        read = color.converted(light.hdr_light(path) / light.WHITE, "bt2020", "bt709")
        np.testing.assert_allclose(read, picture, rtol=1e-3, atol=1e-3)

    def test_a_picture_of_another_shape_is_refused(self):
        reference = self.folder / "scene.hdr"
        write_radiance(reference, scene() / 203)
        other = self.write_picture("other.png", np.zeros((90, 90, 3), np.uint8), "rgb24")
        done = self.run_tool("score", reference, other)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("render the whole picture", done.stderr)

    def test_an_sdr_clip_is_skipped_with_the_reason(self):
        sdr = self.write_picture(
            "sdr.mkv", np.zeros((90, 90, 3), np.uint8), "rgb24", "-c:v", "ffv1"
        )
        done = self.run_tool("score", sdr, sdr)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not PQ or HLG", done.stderr)


def write_radiance(path, rgb):
    """Writes a Radiance file in which each run of bytes has length one (Ward 1991)."""
    height, width = rgb.shape[:2]
    most = np.maximum(rgb.max(-1), 1e-9)
    exponent = np.ceil(np.log2(most * 256 / 255))
    codes = np.clip(np.maximum(rgb, 0) / np.exp2(exponent)[..., None] * 256, 0, 255)
    pixels = np.concatenate([codes, (exponent + 128)[..., None]], -1).astype(np.uint8)
    head = f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode()
    with open(path, "wb") as file:
        file.write(head)
        for row in pixels:
            file.write(bytes([2, 2, width >> 8, width & 255]))
            for component in row.T:
                for start in range(0, width, 128):
                    run = component[start : start + 128]
                    file.write(bytes([len(run)]) + run.tobytes())


if __name__ == "__main__":
    unittest.main()
