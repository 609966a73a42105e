#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the FFmpeg filter has all options of the library, and that an error message names the
wrong value."""

import re
import subprocess

from ffmpeg_support import ROOT, FilterTest, ffmpeg, main, pictures, run, source

TABLE = (ROOT / "core/include/tonelift/options.def").read_text()


def declared():
    found = {}
    for name, rest in re.findall(r"^TONELIFT_OPTION_(?:STRING|FLOAT|INT|ENUM)\((\w+), (.*)\)$",
                                 TABLE, re.MULTILINE):
        live = re.search(r', ([01]), "(?:[^"\\]|\\.)*"$', rest)
        found[name] = live.group(1) == "1"
    return found


class Script(FilterTest):
    def test_ffmpeg_runs_through_a_symbolic_link(self):
        link = self.folder / "ffmpeg"
        link.symlink_to(ROOT / "scripts/ffmpeg")
        shown = subprocess.run([link, "-version"], capture_output=True, check=True, text=True).stdout
        self.assertIn("ffmpeg version", shown)


class Options(FilterTest):
    def setUp(self):
        super().setUp()
        self.help = run("ffmpeg", "-h", "filter=tonelift").stdout

    def test_every_option_exists_and_is_live_as_declared(self):
        options = dict(re.findall(r"^   (\w+) +<\w+> +(\S+)", self.help, re.MULTILINE))
        self.assertGreater(len(declared()), 30)
        for name, live in declared().items():
            self.assertIn(name, options)
            self.assertEqual("T" in options[name], live, name)

    def test_every_alias_and_value_exists(self):
        for alias in re.findall(r"^TONELIFT_OPTION_ALIAS\((\w+),", TABLE, re.MULTILINE):
            self.assertRegex(self.help, rf"(?m)^   {alias} ")
        for value in re.findall(r"^TONELIFT_OPTION_VALUE\(\w+, \w+, ([^,]+),", TABLE, re.MULTILINE):
            self.assertRegex(self.help, rf"(?m)^     {re.escape(value)} ")

    def test_help_says_that_auto_of_input_options_means_the_stream(self):
        for option in ("in_transfer", "in_primaries", "in_matrix", "in_range", "in_alpha_mode"):
            self.assertRegex(self.help, rf"(?m)^   {option} .*\n     auto +-1 +\S+ from the stream$")

    def test_aliases_and_a_preset_without_its_option_are_accepted(self):
        ffmpeg("-v", "error", *source(count=1), "-vf",
               "tonelift=faithful:tonemapping=bt.2390:t=srgb:p=smpte432:m=bt709:r=pc:"
               "in_transfer=bt709:in_matrix=bt709:in_range=limited", "-f", "null", "-")


class Errors(FilterTest):
    def refused(self, options, *expected):
        result = ffmpeg("-v", "error", *source(count=2), "-vf", f"tonelift={options}",
                        "-f", "null", "-", check=False)
        self.assertNotEqual(result.returncode, 0, options)
        for text in expected:
            self.assertIn(text, result.stderr, options)

    def test_unknown_names_are_refused(self):
        self.refused("nosuch=1", "nosuch")
        self.refused("preset=naturl", "naturl", "natural")
        self.refused("algorithm=nosuch", "nosuch", "mixed")
        self.refused("tonemap=nosuch", "tonemap", "nosuch")
        self.refused("format=nosuch", "nosuch", "yuv420p")

    def test_options_of_other_tone_mappers_are_refused_with_a_hint(self):
        foreign = re.findall(r"^TONELIFT_OPTION_FOREIGN\((\w+), \"(.*)\"\)$", TABLE, re.MULTILINE)
        self.assertGreater(len(foreign), 20)
        for name, hint in foreign:
            self.refused(f"{name}=0.5", f"there is no option {name}; {hint}")
        said = ffmpeg("-v", "error", *source(count=4), "-vf",
                      "sendcmd=c='0.2 tonelift desat 0',tonelift", "-f", "null", "-").stderr
        self.assertEqual(said.count("there is no option desat; use gamut_mode"), 1, said)

    def test_options_of_other_tone_mappers_are_not_in_the_help(self):
        shown = run("ffmpeg", "-h", "filter=tonelift").stdout
        self.assertNotRegex(shown, r"(?m)^   (desat|param|peak) ")

    def test_values_out_of_range_are_refused(self):
        self.refused("strength=2", "strength", "-1", "1")
        self.refused("target_peak=-3", "target_peak", "10000")

    def test_commands_without_effect_are_logged(self):
        for command, message in [("device cpu", "device cannot change while the stream runs"),
                                 ("nosuch 1", "there is no option nosuch")]:
            said = ffmpeg("-v", "error", *source(count=4), "-vf",
                          f"sendcmd=c='0.2 tonelift {command}',tonelift", "-f", "null", "-").stderr
            self.assertEqual(said.count(message), 1, said)

    def test_commands_before_the_first_frame_are_checked(self):
        log = ffmpeg("-v", "error", *source(count=4), "-vf",
                     "sendcmd=c='0.0 tonelift preset nosuch',tonelift,showinfo", "-f", "framemd5", "-")
        self.assertIn("nosuch", log.stderr)
        self.assertEqual(len([row for row in log.stdout.splitlines() if row[0] != "#"]), 4)

    def test_faulty_scripts_are_refused_with_the_position(self):
        self.refused("script=/nosuch.tl", "/nosuch.tl")
        script = self.folder / "wrong.tl"
        script.write_text("output pow(input);\n")
        self.refused(f"script={script}", "wrong.tl:1:", "pow")
        self.refused("script_text='output pow(input);'", "script_text:1:", "pow")
        self.refused(f"script={script}:script_text='output input;'", "script_text")

    def test_every_path_can_be_written(self):
        escapes = {":": r"\\:", "'": r"\\\'", **{mark: "\\" + mark for mark in "[],;"}}
        script = self.folder / "it's [4K], part 1:2; the last" / "wrong.tl"
        script.parent.mkdir()
        script.write_text("output pow(input);\n")
        path = "".join(escapes.get(mark, mark) for mark in str(script))
        self.refused(f"script={path}", "wrong.tl:1:", "pow")
        chain = self.folder / "filter.txt"
        chain.write_text(f"tonelift=script={path}")
        # Two FFmpeg options read a filter chain from a file: -filter_script in FFmpeg up to 8, and
        # -/filter since 7.1.
        said = [ffmpeg("-v", "error", *source(count=2), option, chain, "-f", "null", "-",
                       check=False).stderr for option in ("-filter_script:v", "-/filter:v")]
        self.assertIn("wrong.tl:1:", "".join(said))

    def test_common_names_equal_their_codes(self):
        names = "tonelift=t=st2084:p=display-p3:m=bt2020:in_matrix=bt601:format=yuv420p10le"
        codes = "tonelift=t=16:p=12:m=9:in_matrix=6:format=yuv420p10le"
        self.assertEqual(pictures(*source(count=1), "-vf", names), pictures(*source(count=1), "-vf", codes))

    def test_case_of_values_does_not_matter(self):
        typed = "tonelift=t=ST2084:p=Display-P3:m=BT2020:in_matrix=BT601:preset=Vivid:tonemap=Hable"
        exact = "tonelift=t=16:p=12:m=9:in_matrix=6:preset=vivid:tonemap=hable"
        self.assertEqual(pictures(*source(count=1), "-vf", typed), pictures(*source(count=1), "-vf", exact))

    def test_options_are_checked_before_any_frame(self):
        script = self.folder / "wrong.tl"
        script.write_text("output pow(input);\n")
        for options, message in [(f"script={script}", "wrong.tl:1:"), ("set=nosuch=1", "nosuch"),
                                 ("device=cuba", "cuba"), ("threads=2000", "threads")]:
            said = ffmpeg("-v", "error", "-f", "lavfi", "-i", f"nullsrc=d=0,tonelift={options}",
                          "-f", "null", "-", check=False)
            self.assertNotEqual(said.returncode, 0, options)
            self.assertIn(message, said.stderr)

    def test_a_script_as_text_equals_the_script_in_a_file(self):
        text = "output input * 0.25;"
        script = self.folder / "dim.tl"
        script.write_text(text)
        dim = pictures(*source(count=2), "-vf", f"tonelift=script={script}")
        self.assertEqual(dim, pictures(*source(count=2), "-vf", f"tonelift=script_text='{text}'"))
        self.assertNotEqual(dim, pictures(*source(count=2), "-vf", "tonelift"))

    def test_unknown_params_are_refused(self):
        self.refused("set=nosuch=1", "nosuch")


if __name__ == "__main__":
    main()
