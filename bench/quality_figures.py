# SPDX-License-Identifier: BSD-2-Clause
"""Tables of the figures that the quality tests print (bench/read_quality.py)."""

import fnmatch

# Rows of a table of quality figures: the words of the document, and patterns of the figures that the
# tests print. The table shows the worst of these figures.
PROMISES = (
    ("halo beside a step of 1, 2, 4 or 6 stops, relative to the step, `natural`",
     "halo beside a step of ? stops"),
    ("the same, any preset except `dramatic`",
     "halo beside a step of ? stops, any preset except dramatic, worst: *"),
    ("gradient reversal over the whole range", "gradient reversal, slope of 18.6 stops *"),
    ("gradient reversal at soft edges of 4 stops within 4 to 200 pixels, `natural`",
     "gradient reversal at soft edges of 4 stops, worst"),
    ("the same within 16 and 64 pixels, any preset",
     "gradient reversal at soft edges of 4 stops, any preset, worst: *"),
    ("change of a static region per frame while bright light enters: all tones up to 60 cd/m2",
     "static region to 60 cd/m2, something bright enters: worst block per frame"),
    ("the same: dark tones", "static dark region, something bright enters: worst block per frame"),
    ("change of dark tones while bright light enters, over all frames",
     "static dark region, something bright enters: worst block in all"),
    ("trace of the earlier scene from the second frame after a cut on", "cut: from the second frame on, *"),
    ("trace of a one-frame flash", "one-frame flash: trace in any frame after it"),
    ("rise of luma from frame to frame during a fade to black", "fade of 5 stops in 1.5 s: rise *"),
    ("noise gain in flat dark areas, HDR", "noise gain in a flat area of * cd/m2"),
    ("noise gain in flat dark areas, SDR", "noise gain of SDR in a flat area of * cd/m2"),
    ("noise gain in flat dark areas, HDR and SDR, any preset",
     "noise gain of HDR and SDR in a flat area of * cd/m2, any preset, worst: *"),
    ("hue shift of skin, worst of 30 patches, `natural`",
     "hue shift of skin, natural, worst of 30 patches"),
    ("the same, any preset except `seascape` and `sunset`",
     "hue shift of skin, any preset except seascape and sunset, worst: *"),
    ("hue shift of saturated colors of BT.2020, mean of 48 patches",
     "hue shift of saturated BT.2020 colors, mean"),
    ("hue shift of saturated colors of P3, worst of 48 patches",
     "hue shift of saturated P3 colors in BT.2020, worst"),
    ("wrinkle energy on rendered skin, `portrait`, relative to the source",
     "wrinkle energy on skin, portrait : source, drawn faces"),
    ("local contrast outside of that skin, relative to the source",
     "local contrast outside of skin, portrait : source, drawn faces"),
    ("SDR to HDR10 at 1000 cd/m2: luminance of white", "SDR to HDR10: white"),
    ("SDR to HDR10 at 1000 cd/m2: noise gain at 3, 20 and 60 cd/m2",
     "SDR to HDR10: noise gain at * cd/m2"),
    ("SDR to HDR10 at 1000 cd/m2: hue shift of skin, worst of 4 tones, `portrait`",
     "SDR to HDR10: hue shift of skin, worst of 4 tones"),
    ("deviation of the mean luma of `faithful` from ITU-R BT.2390, worst still",
     "faithful against BT.2390, mean luma, worst"),
    ("pixels that are clipped in the output and not in the source, worst still, `natural`",
     "clipped pixels beyond the source, media/"),
    ("the same, any preset", "clipped pixels beyond the source, media/, any preset, worst: *"),
    ("specks in compressed soft clouds (tails of the distribution of fine texture), relative to the "
     "source, `natural`", "tails of fine texture in soft clouds, natural"),
    ("the same, any preset except `dramatic` and `street`",
     "tails of fine texture in soft clouds, any preset except dramatic and street, worst: *"),
    ("TMQI of the stills of media/ at a log-average of 20 cd/m2, mean", "TMQI of media/, mean"),
    ("the same, lowest", "TMQI of media/, least"),
)
LOOK = (
    ("dirt, `natural`", "dirt, natural : cinema, *"),
    ("dirt, any preset except `dramatic`", "most dirt, * : cinema (*)"),
    ("texture", "natural : cinema, band of stone", "natural : cinema, band of cloth"),
    ("grain beside hair", "natural : its curve, grain beside hair"),
    ("strong texture", "natural : cinema, * of grass", "natural : cinema, * of twigs"),
    ("local contrast", "natural : cinema, band of bright clouds",
     "natural : cinema, band of ground in shadow"),
    ("reversal beside an edge, codes", "fall back beside an edge, natural*"),
    ("unevenness along an edge", "unevenness along an edge, natural : its curve, *"),
    ("L* compared with the master", "L* against the master, natural (*"),
    ("sliders: `shadows`, codes", "shadows 0 to 1, *"),
    ("sliders: `highlights`, codes", "highlights 0 to 1, *"),
    ("nearest presets, codes", "nearest presets, codes (*"),
    ("ramps, codes", "ramp of * falls back by"),
)
MAPPERS = (
    ("TMQI coast", "TMQI coast: quality"),
    ("TMQI room", "TMQI room: quality"),
    ("TMQI street", "TMQI street: quality"),
    ("hue shift of saturated colors of BT.2020, mean, degrees",
     "hue shift of saturated BT.2020 colors, mean"),
    ("the same, worst", "hue shift of saturated BT.2020 colors, worst"),
    ("hue shift of saturated colors of P3, mean, degrees",
     "hue shift of saturated P3 colors in BT.2020, mean"),
    ("the same, worst", "hue shift of saturated P3 colors in BT.2020, worst"),
    ("pixels clipped in the output but not in the source, worst still, %",
     "clipped pixels beyond the source, media/"),
    ("halo, worst of all steps, %", "halo beside a step of ? stops"),
    ("gradient reversal, worst, code values", "gradient reversal, slope of 18.6 stops *",
     "gradient reversal at soft edges of 4 stops, worst"),
    ("noise gain in a flat area of 0.3 cd/m2", "noise gain in a flat area of 0.3 cd/m2"),
    ("of 1 cd/m2", "noise gain in a flat area of 1 cd/m2"),
    ("of 3 cd/m2", "noise gain in a flat area of 3 cd/m2"),
)
FACES = {
    "photographs": ("wrinkle energy on skin, folder given, worst",
                    "local contrast outside of skin, folder given, mean",
                    "hue shift of skin, folder given, worst mean"),
    "tests": ("wrinkle energy on skin, portrait : source, drawn faces",
              "local contrast outside of skin, portrait : source, drawn faces",
              "hue shift of skin, portrait, drawn faces, mean"),
}


TONES = "code of {} cd/m2 in a gray ramp, {}"


def significant(value):
    return f"{value:.3g}"


def worst(rows, test, patterns):
    """Returns the worst of the figures of `test` that match a pattern. Figures without a bar do not
    count if others have a bar."""
    found = [row for row in rows if row["test"] == test
             and any(fnmatch.fnmatchcase(row["figure"], pattern) for pattern in patterns)]
    if not found:
        raise KeyError(f"no figure of {test} is called {' or '.join(patterns)}")
    judged = [row for row in found if "bar" in row] or found
    bars = {row.get("bar") for row in judged}
    if len(bars) > 1:
        raise ValueError(f"{' or '.join(patterns)}: figures have several bars: {', '.join(sorted(bars))}")
    lowest = judged[0].get("bar", "").startswith(">=")
    return min(judged, key=lambda row: row["median"] if lowest else -row["median"])


def limit_of(row):
    if "bar" not in row:
        return "none"
    sign, value = row["bar"].split()
    return with_unit({"<=": "at most", ">=": "at least"}[sign] + " " + value, row)


def with_unit(text, row):
    unit = row.get("unit", "x")
    text = text if unit == "x" else f"{text} {unit}"
    return text.replace(" 1 code values", " 1 code value")


def measured_of(row):
    text = significant(row["median"])
    if "min" in row:
        text += f" ({significant(row['min'])} to {significant(row['max'])})"
    preset = row["figure"].partition(", worst: ")[2]
    return text + (f" (`{preset}`)" if preset not in ("", "none") else "")


def quality_table(result, test, lines):
    rows = [(words, worst(result["tests"], test, patterns)) for words, *patterns in lines]
    return ["figure", "limit", "measured"], [[words, limit_of(row), measured_of(row)]
                                             for words, row in rows]


def promises(result):
    return quality_table(result, "quality", PROMISES)


def look(result):
    return quality_table(result, "look", LOOK)


def mappers(result):
    names = list(result["mappers"])
    return ["figure", *names], [
        [words, *(significant(worst(result["mappers"][name], "quality", patterns)["median"])
                  for name in names)] for words, *patterns in MAPPERS]


def tones(result):
    levels = (20, 40, 100, 203, 400)

    def code(preset, level):
        return f"{worst(result['tests'], 'look', [TONES.format(level, preset)])['median']:.0f}"
    return ["preset", *(f"{level} cd/m2" for level in levels)], [
        [f"`{preset}`", *(code(preset, level) for level in levels)]
        for preset in ("natural", "faithful", "cinema")]


def faces_of(part):
    def rows(result):
        cells = [significant(worst(result[part], "quality", [figure])["median"])
                 for figure in FACES[part]]
        return ["largest wrinkle energy, relative to the source",
                "mean local contrast outside of skin, relative to the source",
                "largest hue shift of skin, mean of a picture, degrees"], [cells]
    return rows
