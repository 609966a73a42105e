# SPDX-License-Identifier: BSD-2-Clause
"""Tests the Python package: options, lists, changes of options while a filter runs, and errors."""

import ast
import logging
import subprocess
import sys
import threading
from pathlib import Path

import numpy
import pytest

import tonelift
from pictures import rgb, video

SCRIPT = 'param float gain = 1 in [0, 4] "factor";\noutput gain * input;\n'


def test_every_option_and_alias_is_a_keyword():
    for option in tonelift.options():
        for name in [option.name, *option.aliases]:
            tonelift.Filter(**{name: option.default})
    assert {"preset", "saturation", "script_text"} <= {o.name for o in tonelift.options()}


def test_none_is_the_default():
    assert numpy.array_equal(tonelift.Filter(video(), preset=None)(rgb()),
                             tonelift.Filter(video())(rgb()))


def test_every_preset_maps():
    pictures = {preset.name: tonelift.Filter(video(), preset=preset.name)(rgb())
                for preset in tonelift.presets()}
    assert len({picture.tobytes() for picture in pictures.values()}) > len(pictures) / 2


def test_params_of_a_script_are_keywords():
    source = tonelift.Video(transfer="linear", primaries="bt709")
    by_name = tonelift.Filter(source, script_text=SCRIPT, gain=2)
    by_set = tonelift.Filter(source, script_text=SCRIPT, set="gain=2")
    plain = tonelift.Filter(source, script_text=SCRIPT)
    picture = numpy.full((3, 8, 8), 0.1, numpy.float32)
    assert numpy.array_equal(by_name(picture), by_set(picture))
    assert by_name(picture).mean() > plain(picture).mean()


def test_params_lists_name_range_and_value():
    (param,) = tonelift.params(script_text=SCRIPT, gain=2.5)
    assert (param.name, param.help, param.type) == ("gain", "factor", "float")
    assert (param.default, param.value, param.minimum, param.maximum) == (1, 2.5, 0, 4)


def test_scripts_are_given_as_text_and_as_paths(tmp_path):
    file = tmp_path / "look.tl"
    file.write_text(SCRIPT)
    filter = tonelift.Filter(video(), script=file, gain=0.5)
    before = filter(rgb())
    file.write_text(SCRIPT.replace("gain * input", "0.1 * gain * input"))
    assert numpy.array_equal(filter(rgb()), before)
    filter.read_script()
    assert filter(rgb()).mean() < before.mean()


@pytest.mark.parametrize("options, error, text", [
    ({"saturaton": 1}, tonelift.ArgumentError, "did you mean 'saturation'"),
    ({"saturation": 9}, tonelift.ArgumentError, "allowed are -1 and 0 to 4"),
    ({"tonemap": "habel"}, tonelift.ArgumentError, "did you mean 'hable'"),
    ({"desat": 1}, tonelift.ArgumentError, "gamut_mode"),
    ({"script_text": "output inpt;"}, tonelift.ScriptError, "1:8: error: there is no variable"),
    ({"script": "no_such_file.tl"}, tonelift.FileError, "no_such_file.tl"),
    ({"preset": "cinema\0x"}, tonelift.ArgumentError, "NUL character: cinema"),
    ({"script_text": SCRIPT, "gain": "1|gain=2"}, tonelift.ArgumentError, "only one value"),
    ({"frame_rate": -1}, tonelift.ArgumentError, "frame_rate=-1"),
    ({"frame_rate": float("nan")}, tonelift.ArgumentError, "frame_rate=nan"),
    ({"frame_rate": float("inf")}, tonelift.ArgumentError, "frame_rate=inf"),
])
def test_errors_have_the_text_of_the_library(options, error, text):
    with pytest.raises(error, match=text) as caught:
        tonelift.Filter(**options)
    assert isinstance(caught.value, tonelift.Error)


def test_errors_are_also_python_exceptions():
    for error, builtin in [(tonelift.ArgumentError, ValueError), (tonelift.FileError, OSError),
                           (tonelift.OutOfMemoryError, MemoryError),
                           (tonelift.DeviceError, RuntimeError)]:
        assert issubclass(error, builtin) and issubclass(error, tonelift.Error)


@pytest.mark.parametrize("field, value", [("transfer", "pqq"), ("primaries", "x"), ("range", "x"),
                                          ("format", "x"), ("chroma_location", "x")])
def test_names_of_a_video_are_checked(field, value):
    with pytest.raises(tonelift.ArgumentError, match=value):
        tonelift.Video(**{field: value})


@pytest.mark.parametrize("field, value", [
    ("range", 3), ("alpha_mode", 3), ("primaries", -3), ("transfer", 999), ("width", -5),
    ("height", 16385), ("max_cll", -1), ("mastering_max", float("nan")),
    ("linear_white", float("inf"))])
def test_numbers_of_a_video_are_checked(field, value):
    with pytest.raises(tonelift.ArgumentError, match=f"{field}=.*: allowed is 0"):
        tonelift.Video(**{field: value})


def test_fields_of_a_video_are_checked():
    with pytest.raises(tonelift.ArgumentError, match="no field 'tranfer'"):
        tonelift.Video(tranfer="pq")


def test_video_returns_the_given_values():
    fields = {"width": 3, "height": 5, "format": "p010le", "transfer": "arib-std-b67",
              "primaries": "bt2020", "matrix": "bt2020nc", "range": "full",
              "chroma_location": "topleft", "alpha_mode": "premultiplied", "mastering_min": 0.01,
              "mastering_max": 1000.0, "max_cll": 900.0, "max_fall": 300.0, "linear_white": 100.0}
    made = tonelift.Video(**fields)
    assert {name: getattr(made, name) for name in fields} == fields
    empty = tonelift.Video()
    assert not any(getattr(empty, name) for name in fields)


def test_live_options_change_the_next_frame():
    filter = tonelift.Filter(video(), saturation=1)
    before = filter(rgb())
    filter.set(saturation=0)
    after = filter(rgb())
    assert after.std(axis=2).mean() < before.std(axis=2).mean() / 4
    filter.set(saturation=None)
    assert not numpy.array_equal(filter(rgb()), after)


@pytest.mark.parametrize("options", [{"saturation": 9}, {"format": "nv12"}, {"nonsense": 1}])
def test_a_failed_change_changes_nothing(options):
    filter, other = tonelift.Filter(video()), tonelift.Filter(video())
    filter(rgb()), other(rgb())
    with pytest.raises(tonelift.ArgumentError):
        filter.set(**options)
    filter.set(detail=1.1), other.set(detail=1.1)
    assert numpy.array_equal(filter(rgb()), other(rgb()))


def test_the_source_may_change_in_mid_stream():
    filter = tonelift.Filter(video(), preset="cinema", smoothing=0)
    before = filter(rgb())
    filter.source = video(mastering_max=400)
    assert filter.source.mastering_max == 400
    assert not numpy.array_equal(filter(rgb()), before)


def test_explain_shows_passes_and_reasons():
    assert tonelift.explain().startswith("p010le 1920x1080 -> nv12\n")
    assert "output: makes the output picture" in tonelift.explain(reasons=True)
    small = tonelift.explain(video(format="rgb24", width=64, height=32), preset="faithful")
    assert small.startswith("rgb24 64x32 -> rgb24\n")
    with pytest.raises(tonelift.ScriptError):
        tonelift.explain(script_text="nonsense")


def test_warnings_go_to_the_logger(caplog):
    with caplog.at_level(logging.WARNING, "tonelift"):
        tonelift.Filter()(rgb())
    assert "assumed primaries" in caplog.text


def test_a_handler_of_warnings_may_use_the_filter():
    class Mapping(logging.Handler):
        def emit(self, record):
            results.append(filter(rgb()))

    filter, results, logger = tonelift.Filter(), [], logging.getLogger("tonelift")
    handler = Mapping()
    logger.addHandler(handler)
    thread = threading.Thread(target=filter, args=[rgb()], daemon=True)
    thread.start()
    thread.join(20)
    logger.removeHandler(handler)
    assert not thread.is_alive() and len(results) == 1


def test_a_handler_of_warnings_may_use_a_filter_that_fails(tmp_path):
    class Reading(logging.Handler):
        def emit(self, record):
            filter.batch

    filter = tonelift.Filter(stats="read", stats_file=str(tmp_path / "missing.stats"))
    handler, logger = Reading(), logging.getLogger("tonelift")
    logger.addHandler(handler)
    thread = threading.Thread(target=lambda: pytest.raises(tonelift.Error, filter, rgb()), daemon=True)
    thread.start()
    thread.join(20)
    logger.removeHandler(handler)
    assert not thread.is_alive()


def test_properties_need_a_frame():
    filter = tonelift.Filter(video())
    with pytest.raises(tonelift.ArgumentError, match="has seen no frame"):
        filter.output
    filter(rgb())
    assert filter.batch == 1 and not filter.passthrough and filter.light == (0, 0)
    assert filter.output.transfer == "bt709"


def test_pq_output_states_its_light():
    filter = tonelift.Filter(video(), transfer="pq", target_peak=600)
    filter(rgb())
    assert 0 < filter.light[1] < filter.light[0] <= 600


def test_importing_loads_no_framework():
    code = "import sys, tonelift; print([m for m in ('numpy', 'torch', 'cupy') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_stubs_name_every_option_and_class():
    folder = Path(tonelift.__file__).parent
    assert (folder / "py.typed").exists()
    (options,) = [node for node in ast.walk(ast.parse((folder / "_options.pyi").read_text()))
                  if isinstance(node, ast.ClassDef)]
    named = {node.target.id for node in options.body if isinstance(node, ast.AnnAssign)}
    expected = {name for o in tonelift.options() for name in [o.name, *o.aliases]}
    assert named == expected
    native = (folder / "_native.pyi").read_text()
    for name in ["Video", "Option", "Preset", "Format", "Param", "def presets"]:
        assert name in native


def test_everything_public_has_a_docstring():
    for name in tonelift.__all__:
        if name != "__version__":
            assert getattr(tonelift, name).__doc__, name
    for name, member in vars(tonelift.Filter).items():
        if not name.startswith("_"):
            assert member.__doc__, name
