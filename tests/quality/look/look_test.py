#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Measures properties of a good look for each preset, and compares them with the preset cinema."""

import itertools
import re
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parents[1] / "integration"), str(HERE.parent / "people")]

try:
    import numpy as np
except ModuleNotFoundError as missing:
    print(f"skipped: {missing}; scripts/install-dependencies installs it")
    sys.exit(77)

import ffmpeg_support
import figures
import film
import scenes
import streams
from figures import tell

PRESETS = re.findall(
    r"^TONELIFT_PRESET\((\w+)",
    (ffmpeg_support.ROOT / "core/algorithms/presets.def").read_text(encoding="utf-8"),
    re.MULTILINE,
)
NOISE = 8
EDGE_BLURS = (3, 6, 12)
EDGE = scenes.edge_distance()[:, : scenes.WIDTH - 96]
EXPOSURES = ("day", "people", "interior", "dusk", "night")


TEXTURES = (scenes.stone, scenes.cloth, scenes.clouds, scenes.grass, scenes.twigs)
CLOUDS, GROUND = (scenes.measured() & half for half in (scenes.Y < 250, scenes.Y > 340))
CURVE = "natural:detail=1:set='hold=0'"


class Gallery:
    def __init__(self, studio):
        self.studio, self.plain, self.bits, self.masters = studio, {}, {}, {}
        self.groups, self.shown = {}, {}

    def clean(self):
        return self.plain_scenes(NOISE)

    def calm(self):
        return self.plain_scenes(NOISE / 2)

    def plain_scenes(self, noise):
        pictures = {}
        for name, scene in scenes.CLEAN.items():
            light = scenes.scaled(scene())
            self.plain[name] = scenes.plain(light)
            pictures |= self.compressed(name, light, noise)
        return pictures

    def textures(self):
        return {scene.__name__: streams.coded(scenes.scaled(scene())) for scene in TEXTURES}

    def edges(self):
        pictures = {}
        for blur in EDGE_BLURS:
            light = scenes.scaled(scenes.table(blur))
            pictures[f"{blur}, as drawn"] = streams.coded(light)
            pictures |= self.compressed(f"{blur}", light, NOISE)
        return pictures

    def film(self):
        self.masters = film.masters(self.studio)
        return {name: streams.coded(film.hdr_of(master)) for name, master in self.masters.items()}

    def compressed(self, name, light, noise):
        pan = [
            scenes.sensed(np.roll(light, 3 * place, 1), place, noise) for place in (2, 1, 0)
        ]
        pictures = {}
        for encoder in streams.ENCODERS:
            picture, bits = self.studio.compressed(list(map(streams.coded, pan)), encoder)
            pictures[f"{name}, {encoder}"] = picture
            self.bits.setdefault(encoder, []).append(bits)
        return pictures

    def group(self, name):
        if name not in self.groups:
            self.groups[name] = getattr(self, name)()
        return self.groups[name]

    def show(self, preset, group):
        if (preset, group) not in self.shown:
            coded = self.group(group)
            pictures = self.studio.mapped(list(coded.values()), f"preset={preset}")
            self.shown[preset, group] = dict(zip(coded, pictures))
        return self.shown[preset, group]


class LookTest(unittest.TestCase):
    longMessage = True

    @classmethod
    def setUpClass(cls):
        if not hasattr(LookTest, "gallery"):
            LookTest.folder = tempfile.TemporaryDirectory(prefix="tonelift-")
            LookTest.gallery = Gallery(streams.Studio(LookTest.folder.name))

    def setUp(self):
        self.missed = []
        self.addCleanup(lambda: self.assertFalse(self.missed, "\n".join(self.missed)))

    def judge(self, figure, value, low=None, high=None):
        sign, bar = (">=", low) if high is None else ("<=", high)
        met = value >= low if high is None else value <= high
        tell(figure, value, f"{sign} {bar}", "met" if met else "MISSED")
        if not met:
            self.missed.append(f"{figure} is {value:.3g}, to be {sign} {bar}")


class Dirt(LookTest):
    def gains(self, preset, group="clean"):
        cinema, shown = self.gallery.show("cinema", group), self.gallery.show(preset, group)
        for name in cinema:
            area = self.gallery.plain[name.split(",")[0]]
            yield name, figures.gain(shown[name][0], cinema[name][0], area)

    def test_compressed_pictures_have_the_bitrate_of_a_phone(self):
        self.gallery.group("clean")
        for encoder, bits in self.gallery.bits.items():
            self.judge(f"bits per pixel, {encoder}", float(np.mean(bits)), high=0.3)

    def test_natural_raises_no_dirt(self):
        for group, kind in (("calm", "some noise"), ("clean", "strong noise")):
            curve = dict(self.gains(CURVE, group))
            for name, gain in self.gains("natural", group):
                area = self.gallery.plain[name.split(",")[0]]
                cinema = figures.band(self.gallery.show("cinema", group)[name][0])[area].std()
                label = f"{name}, {kind}"
                tell(f"plain areas of cinema, deviation in codes: {label}", cinema)
                tell(f"dirt, curve of natural alone : cinema, {label}", curve[name])
                self.judge(f"dirt, natural : cinema, {label}", gain, high=1.15)

    def test_only_dramatic_may_raise_dirt_much(self):
        for preset in PRESETS:
            name, gain = max(self.gains(preset), key=lambda row: row[1])
            if preset == "dramatic":
                tell(f"most dirt, {preset} : cinema ({name})", gain)
            else:
                self.judge(f"most dirt, {preset} : cinema ({name})", gain, high=1.4)


class Grain(LookTest):
    def test_grain_next_to_hair_is_not_raised(self):
        pictures = [streams.coded(scenes.scaled(scenes.hair()))]
        natural, curve = (self.gallery.studio.mapped(pictures, f"preset={preset}")[0][0]
                          for preset in ("natural", CURVE))
        beside, far = ((scenes.hair_distance() > near) & (scenes.hair_distance() < near + 12)
                       for near in (8, 80))
        for place, area in (("beside hair", beside), ("far from hair", far)):
            gain = figures.gain(natural, curve, area, figures.fine)
            self.judge(f"natural : its curve, grain {place}", gain, high=1.2)


class Texture(LookTest):
    def gain(self, name, area=scenes.measured(), part=figures.band, place=None):
        shown = [self.gallery.show(preset, "textures")[name][0]
                 for preset in ("natural", "cinema", CURVE)]
        kind = f"{part.__name__} of {place or name}"
        curve = figures.gain(shown[2], shown[1], area, part)
        tell(f"curve of natural alone : cinema, {kind}", curve)
        return f"natural : cinema, {kind}", figures.gain(shown[0], shown[1], area, part)

    def test_natural_raises_texture(self):
        self.judge(*self.gain("stone"), low=1.15)
        self.judge(*self.gain("cloth"), low=1.15)

    def test_natural_does_not_harden_strong_fine_texture(self):
        for name in ("grass", "twigs"):
            for part in (figures.fine, figures.band):
                self.judge(*self.gain(name, part=part), high=1.3)

    def test_natural_keeps_texture_in_highlights_and_in_the_shadows_beside_them(self):
        for place, area in (("bright clouds", CLOUDS), ("ground in shadow", GROUND)):
            self.judge(*self.gain("clouds", area, place=place), low=1.3)


class Edges(LookTest):
    def luma(self, preset, name):
        return self.gallery.show(preset, "edges")[name][0][:, : scenes.WIDTH - 96]

    def fall(self, preset, name):
        parts = figures.profiles(self.luma(preset, name), EDGE, 60, 8)
        return float(max(map(figures.fall, parts)))

    def test_a_soft_bright_edge_has_no_rim(self):
        for name in self.gallery.group("edges"):
            cinema, natural = self.fall("cinema", name), self.fall("natural", name)
            tell(f"fall back beside an edge, cinema, blur {name}", cinema)
            if "as drawn" in name:
                self.judge(f"fall back beside an edge, natural, blur {name}", natural, high=1.5)
            else:
                self.judge(f"fall back beside an edge, natural - cinema, blur {name}",
                           natural - cinema, high=1.5)

    def test_a_soft_bright_edge_is_not_saw_toothed(self):
        for name in self.gallery.group("edges"):
            curve, natural = (
                figures.unevenness(self.luma(preset, name), EDGE, 12)
                for preset in (CURVE, "natural")
            )
            self.judge(f"unevenness along an edge, natural : its curve, blur {name}",
                       natural / curve, high=1.15)


class Exposure(LookTest):
    def shifts(self, preset):
        film_shown = self.gallery.show(preset, "film")
        for name in EXPOSURES:
            signal = np.clip(self.gallery.masters[name], 0, 1) ** (1 / 2.4)
            master = film.mean_lightness(signal @ film.color.LUMA_709)
            shown = film.mean_lightness((film_shown[name][0] - 16) / 219)
            yield shown - master

    def test_natural_keeps_the_exposure_of_film(self):
        for preset in PRESETS:
            shifts = list(self.shifts(preset))
            mean = float(np.mean(np.abs(shifts)))
            text = " ".join(f"{shift:+.1f}" for shift in shifts)
            figure = f"L* against the master, {preset} ({text})"
            if preset == "natural":
                self.judge(figure, mean, high=5)
            else:
                tell(figure, mean)


class Sliders(LookTest):
    def moved(self, light, option, area):
        pictures = [streams.coded(scenes.scaled(light))]
        low, high = (self.gallery.studio.mapped(pictures, f"{option}={at}") for at in (0, 1))
        return abs(float((high - low)[0, 0][area].mean()))

    def test_shadows_slider_changes_a_dark_foreground(self):
        for background in (400, 20):
            light = scenes.figure_before(background)
            moved = self.moved(light, "shadows", scenes.foreground())
            self.judge(f"shadows 0 to 1, 3 cd/m2 before {background} cd/m2", moved, low=25)

    def test_highlights_slider_changes_bright_walls(self):
        moved = self.moved(scenes.terrace(), "highlights", scenes.bright_areas())
        self.judge("highlights 0 to 1, walls of 100 cd/m2", moved, low=10)


class Presets(LookTest):
    def distance(self, one, other):
        apart = [abs(self.gallery.show(one, "film")[name] - self.gallery.show(other, "film")[name])
                 for name in ("day", "people", "interior")]
        luma, blue, red = np.mean(apart, axis=(0, 2, 3))
        return float(max(luma, blue, red))

    def test_no_two_presets_are_alike(self):
        pairs = {pair: self.distance(*pair) for pair in itertools.combinations(PRESETS, 2)}
        nearest = sorted(pairs, key=pairs.get)
        for pair in nearest[1:6]:
            tell(f"{pair[0]} beside {pair[1]}, codes", pairs[pair])
        self.judge("nearest presets, codes ({} and {})".format(*nearest[0]), pairs[nearest[0]],
                   low=1.5)


class Tones(LookTest):
    """Maps a gray ramp from 0.1 to 1000 cd/m2, whose PQ codes rise evenly along x."""

    LEVELS = (20, 40, 100, 203, 400)

    def codes(self, preset):
        low, high, *levels = film.color.pq_encode(np.array([0.1, 1000, *self.LEVELS]))
        lightness = low + (high - low) * scenes.X / (scenes.WIDTH - 1)
        light = scenes.tinted(film.color.pq_decode(lightness))
        shown = self.gallery.studio.mapped([streams.coded(light)], f"preset={preset}")
        return np.interp(levels, lightness[0], (shown[0, 0].mean(0) - 16) * 255 / 219)

    def test_brighter_light_gets_higher_codes(self):
        for preset in ("natural", "faithful", "cinema"):
            codes = self.codes(preset)
            for nits, code in zip(self.LEVELS, codes):
                tell(f"code of {nits} cd/m2 in a gray ramp, {preset}", code)
            self.assertTrue(np.all(np.diff(codes) > 0), preset)


class Ramps(LookTest):
    """Tests gray ramps. A step of a ramp is 8 pixels wide, so JPEG stores it without loss."""

    ramp = np.round((scenes.X // 8) * 255 / (scenes.WIDTH // 8 - 1))

    def picture(self, luma):
        picture = np.full(luma.size * 3 // 2, 128, np.uint8)
        picture[: luma.size] = luma.astype(np.uint8).ravel()
        return picture

    def judge_ramp(self, figure, shown):
        profile = shown[0, 0].mean(0)
        self.assertGreater(profile[-1] - profile[0], 200)
        self.judge(f"ramp of {figure} falls back by", figures.fall(profile), high=0.5)

    def test_sdr_video_stays_monotone(self):
        pictures = [self.picture(16 + self.ramp * 219 / 255)]
        shown = self.gallery.studio.mapped(pictures, "preset=natural", streams.SDR, "yuv420p")
        self.judge_ramp("SDR", shown)

    def test_brightness_ramp_in_a_jpeg_never_falls(self):
        shown = self.gallery.studio.mapped_jpeg(self.picture(self.ramp), "preset=natural")
        self.judge_ramp("a JPEG", shown)


def tearDownModule():
    figures.print_table()


if __name__ == "__main__":
    ffmpeg_support.main()
