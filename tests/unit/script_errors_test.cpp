// SPDX-License-Identifier: BSD-2-Clause
// Tests the exact words of the error messages for scripts.
#include <gtest/gtest.h>

#include "tests/support/scripts.h"

namespace tonelift::script_errors_test {
namespace {

using test::errors_of;
using test::first_error_of;

struct Case {
    const char* text;
    const char* message;
};

void expect_messages(std::initializer_list<Case> cases) {
    for (const Case& row : cases)
        EXPECT_EQ(first_error_of(row.text), std::string("test.tl:") + row.message) << row.text;
}

TEST(ScriptErrors, MessageHasLineCaretAndHint) {
    EXPECT_EQ(errors_of("plane v = lightness(input);\n"
                        "plane base = recursive_edge(v, v, 0.03 * width, 0.08);\n"
                        "output color(base);\n"),
              "test.tl:2:14: error: 'recursive_edge' has 4 arguments; allowed is 5\n"
              "  plane base = recursive_edge(v, v, 0.03 * width, 0.08);\n"
              "               ^~~~~~~~~~~~~~\n"
              "  note: image recursive_edge(image v, plane guide, const float sigma_s in "
              "[0.001, 65536], const float sigma_r in [0.0001, 1000], const int iterations in "
              "[1, 8])");
}

TEST(ScriptErrors, ViewNamesAreValuesOfTheOptionShow) {
    EXPECT_EQ(errors_of("view light = 1;\noutput input;\n"),
              "test.tl:1:6: error: 'light' is not a view\n"
              "  view light = 1;\n"
              "       ^~~~~\n"
              "  note: allowed are base, detail, gain and skin");
    EXPECT_EQ(errors_of("view base = 1; plane base = 2; output color(base);"), "");
    EXPECT_EQ(errors_of("plane view = 1; view = 2; output color(view);"), "");
    EXPECT_NE(errors_of("view base = 1; view base = 2; output input;"), "");
    EXPECT_NE(errors_of("view base = input; output input;"), "");
}

TEST(ScriptErrors, NamesOfOtherShadingLanguagesGetAHint) {
    const auto hint_of = [](const std::string& script) {
        const std::string error = errors_of(script.c_str());
        const size_t at = error.find("note: ");
        return at == std::string::npos ? "" : error.substr(at + 6);
    };
    EXPECT_EQ(hint_of("output lerp(input, input, 0.5);"), "it is called mix(a, b, t)");
    EXPECT_EQ(hint_of("plane p = frac(input.r); output input;"), "it is called fract(x)");
    EXPECT_EQ(hint_of("vec3 c = input; output c;"),
              "three numbers are a color: color c = color(r, g, b);");
    EXPECT_EQ(hint_of("uniform float a; output input;"),
              "declare a number that the user sets: param float gain = 1 in [0, 4];");
    EXPECT_EQ(hint_of("output input * iTime;"), "time is the time of the frame, in seconds");
    EXPECT_EQ(hint_of("discard; output input;"),
              "every pixel has a color; select(condition, a, b) chooses");
}

TEST(ScriptErrors, NoNameOfOtherShadingLanguagesIsInTheLanguage) {
    const char* names[] = {
#define TONELIFT_FOREIGN(name, hint) #name,
#include "core/language/foreign.def"
#undef TONELIFT_FOREIGN
    };
    for (const char* name : names) {
        const std::string error = errors_of(("output " + std::string(name) + "(1);").c_str());
        EXPECT_NE(error.find("note: "), std::string::npos) << error;
        EXPECT_EQ(error.find("did you mean"), std::string::npos) << error;
    }
}

TEST(ScriptErrors, WrongArgumentsAreReported) {
    const std::string functions =
        "plane near(plane there, plane here, float dx, float dy) { return there; } "
        "plane last(plane sum, plane here) { return sum; } ";
    const auto message_of = [&](const std::string& more, const std::string& call) {
        const std::string error =
            first_error_of(functions + more + " output color(gather(" + call + "));");
        return error.substr(error.find("error: ") + 7);
    };
    EXPECT_EQ(errors_of(functions + "output color(gather(input.r, 2, near, last));"), "");
    EXPECT_EQ(message_of("", "input.r, 2, nera, last"),
              "'gather' needs the name of a function of the script here (neighbor), declared "
              "before this call");
    EXPECT_EQ(message_of("", "input.r, 2, near, 3"),
              "'gather' needs the name of a function of the script here (pixel), declared before "
              "this call");
    EXPECT_EQ(message_of("", "input.r, 2, last, last"),
              "'last' has 2 parameters and is called with 4 arguments");
    EXPECT_EQ(message_of("", "input, 2, near, last"),
              "'near' is given a color (there), and its parameter 'there' is a plane");
    EXPECT_EQ(message_of("color all(plane a, plane b, float dx, float dy) { return a; }",
                         "input.r, 2, all, last"),
              "'last' is given a color (sum), and its parameter 'sum' is a plane");
    EXPECT_EQ(message_of("plane whole(plane a, plane b, int dx, int dy) { return a; }",
                         "input.r, 2, whole, last"),
              "an int must be known before the first frame, and this is not");
    for (const char* wrong :
         {"blur_box(a, 2)", "recursive_gauss(a, 2)", "downsample(a, 2)", "smooth(dx, 1)",
          "tone_curve(b, dx, 1)", "gather(a, 1, near, last)", "flip(a * b, 0)", "mean(a)"}) {
        EXPECT_EQ(message_of("plane bad(plane a, plane b, float dx, float dy) { return " +
                                 std::string(wrong) + "; }",
                             "input.r, 2, bad, last"),
                  "the functions of 'gather' may apply only point operations to their arguments, "
                  "not neighborhoods, scans, resamples or statistics")
            << wrong;
    }
    EXPECT_EQ(message_of("plane bad(plane a, plane b, float dx, float dy) {"
                         " if (dx > 0) return a; else return b; }",
                         "input.r, 2, bad, last"),
              "the condition of 'if' must be known before the first frame");
}

TEST(ScriptErrors, GathersWithTooManyPlanesAreReported) {
    const auto script = [](int planes) {
        std::string own, sum = "there";
        for (int i = 0; i < planes; ++i) {
            own += "plane p" + std::to_string(i) + " = sin(" + std::to_string(i + 1) + " * v); ";
            sum += " * (dx + p" + std::to_string(i) + ")";
        }
        return "plane v = input.r; " + own +
               "plane near(plane there, plane here, float dx, float dy) { return " + sum +
               "; } plane last(plane sum, plane here) { return sum; } "
               "output color(gather(v, 2, near, last));";
    };
    EXPECT_EQ(errors_of(script(7)), "");
    EXPECT_NE(first_error_of(script(8)).find("the function uses 9 planes and values that are "
                                             "computed once per pixel; allowed is 1 to 8"),
              std::string::npos)
        << first_error_of(script(8));
}

TEST(ScriptErrors, SyntaxErrorsAreReported) {
    expect_messages({
        {"plane v = x\noutput input;", "1:12: error: expected ';'"},
        {"float a = ;", "1:11: error: expected a value, found ';'"},
        {"float a = (1 + 2;", "1:17: error: expected ')', found ';'"},
        {"float a = 1 +", "1:14: error: expected a value, found the end of the script"},
        {"float a;", "1:8: error: 'a' needs a value"},
        {"float if = 1;", "1:7: error: 'if' is a keyword, not a name"},
        {"flaot a = 1;", "1:1: error: 'flaot' is not a type"},
        {"a b c;", "1:1: error: 'a' is not a type"},
        {"3 = a;", "1:1: error: expected a statement, found '3'"},
        {"while (true) {}", "1:1: error: the language has no 'while'"},
        {"struct a {};", "1:1: error: the language has no 'struct'"},
        {"const float a = 1;", "1:1: error: 'const' is not needed"},
        {"include a;", "1:1: error: this is not an include"},
        {"if (1) { include \"tones\"; }",
         "1:10: error: 'include' is only allowed outside of blocks and functions"},
        {"}", "1:1: error: this '}' closes no block"},
        {"{ float a = 1;", "1:1: error: this '{' has no '}'"},
        {"for (int i = 0; i < 3) {}", "1:22: error: expected ';' after the condition of the loop"},
        {"float a = x[3];", "1:12: error: there are no arrays"},
        {"mean(x);", "1:1: error: the value of 'mean' is not used"},
        {"float a = x ? 1;", "1:16: error: expected ':' between the two values of '?', found ';'"},
        {"if (1) { param int n = 1 in [0, 2]; }",
         "1:10: error: 'param' is only allowed outside of blocks and functions"},
        {"if (1) { float f(float a) { return a; } }",
         "1:16: error: functions are declared outside of blocks and functions"},
        {"float f(a) { return 1; }", "1:9: error: expected the type of a parameter"},
        {"float f(float a) return 1;", "1:18: error: expected '{' and the body of 'f'"},
    });
}

TEST(ScriptErrors, WrongParamsAreReported) {
    expect_messages({
        {"param plane p = 1 in [0, 1];", "1:7: error: a param is a float, an int or a bool"},
        {"param float p = 1;", "1:18: error: param 'p' needs its range"},
        {"param float p = 2 in [0, 1]; output input;",
         "1:13: error: the default 2 of 'p' is outside its range [0, 1]"},
        {"param float p = 1 in [2, 0]; output input;",
         "1:13: error: the range [2, 0] of 'p' is empty"},
        {"param int n = 1.5 in [0, 2]; output input;",
         "1:15: error: an int param is a whole number"},
        {"param bool b = 1; output input;", "1:16: error: the default of a bool is true or false"},
        {"param float p = 1 in [0, 1]; param float p = 1 in [0, 1]; output input;",
         "1:42: error: 'p' is declared already"},
        {"param float p = 1 in [0, 1]; p = 2; output input;",
         "1:30: error: 'p' is a param and cannot be changed"},
    });
}

TEST(ScriptErrors, UnknownNamesAreReported) {
    expect_messages({
        {"output inptu;", "1:8: error: there is no variable 'inptu'"},
        {"output color(lightnes(input));", "1:14: error: there is no function 'lightnes'"},
        {"float a = 1; float a = 2; output input;", "1:20: error: 'a' is declared already"},
        {"if (true) { float a = 1; } output color(a);", "1:41: error: there is no variable 'a'"},
        {"plane input = x; output input;", "1:7: error: 'input' is built in: color input"},
        {"float scene_peak = 1; output input;",
         "1:7: error: 'scene_peak' is built in: float scene_peak"},
        {"param float y = 1 in [0, 1]; output input;", "1:13: error: 'y' is built in: plane y"},
        {"plane y = x; plane y = 2; output input;", "1:20: error: 'y' is declared already"},
        {"time = 3; output input;", "1:1: error: 'time' is built in and cannot be changed"},
        {"b = 3; output input;", "1:1: error: there is no variable 'b'"},
        {"plane v = lightness; output input;", "1:11: error: 'lightness' is a function"},
        {"plane v = x(3); output input;", "1:11: error: 'x' is not a function"},
        {"float a = 1; float b = a(2); output input;",
         "1:24: error: 'a' is a variable, not a function"},
        {"plane v = deband(x, 0.01, 16, 5); output input;",
         "1:27: error: 'deband' reaches radius * iterations = 80 pixels; allowed is 1 to 64"},
        {"plane v = f(x); plane f(plane a) { return a; } output input;",
         "1:11: error: 'f' is declared below this line"},
        {"plane f(plane a) { return f(a); } output input;", "1:27: error: 'f' cannot call itself"},
        {"plane f(plane a) { return a; } plane f(plane a) { return a; } output input;",
         "1:38: error: the function 'f' is declared already"},
        {"float a = 1; float f(float b) { a = b; return b; } output input;",
         "1:33: error: 'a' belongs to the script; a function changes only its own variables"},
    });
}

TEST(ScriptErrors, WrongTypesAreReported) {
    expect_messages({
        {"float a = lightness(input); output input;",
         "1:11: error: 'a' is a float, and this is a plane"},
        {"plane a = input; output input;", "1:11: error: 'a' is a plane, and this is a color"},
        {"bool b = 1; output input;", "1:10: error: 'b' is a bool, and this is an int"},
        {"int n = x; output input;", "1:9: error: 'n' is an int, and this is a plane"},
        {"float a = mean(input); output input;",
         "1:16: error: argument 1 of 'mean' (v) is a plane, and this is a color"},
        {"float a = smooth(x, 1); output input;",
         "1:18: error: argument 1 of 'smooth' (x) is a float, and this is a plane"},
        {"plane a = x.r; output input;", "1:13: error: a plane has no components"},
        {"plane a = input.q; output input;", "1:17: error: a color has no component 'q'"},
        {"color c = color(1, 2); output c;",
         "1:11: error: 'color' has 2 arguments; allowed are 1 and 3"},
        {"color c = color(input, 1, 1); output c;",
         "1:17: error: a component of a color is a plane, and this is a color"},
        {"int n = int(2.5); output input;",
         "1:9: error: 'int' cannot be called; only color(r, g, b) can"},
        {"plane f(plane a) { return a; } plane b = f(input); output input;",
         "1:44: error: argument 1 of 'f' (a) is a plane, and this is a color"},
        {"plane f(plane a) { return a; } plane b = f(); output input;",
         "1:42: error: 'f' has 0 arguments; allowed is 1"},
        {"plane f(plane a) { return input; } output input;",
         "1:27: error: 'f' returns a plane, and this is a color"},
        {"plane f(plane a) { if (width > 3) return a; } output input;",
         "1:7: error: 'f' can end without a return"},
        {"return 3; output input;", "1:1: error: 'return' is outside of a function"},
        {"plane f(plane a) { output input; return a; }",
         "1:20: error: 'output' is inside a function"},
        {"if (x > 3) { } output input;",
         "1:5: error: the condition of 'if' is known before the first frame, and this is a plane"},
        {"plane v = clamp(x, 1); output input;",
         "1:11: error: 'clamp' has 2 arguments; allowed is 3"},
        {"plane v = tone_curve(x, 0); output input;",
         "1:11: error: 'tone_curve' has 2 arguments; allowed is 3 to 7"},
        {"plane v = tone_curve(x, 0, 1, 2, 3, 4, 5, 6); output input;",
         "1:11: error: 'tone_curve' has 8 arguments; allowed is 3 to 7"},
    });
}

TEST(ScriptErrors, WrongOutputsAreReported) {
    expect_messages({
        {"plane v = x;", "1:13: error: the script has no output"},
        {"", "1:1: error: the script has no output"},
        {"if (false) output input;", "1:25: error: no 'output' was reached"},
        {"output input; output input;", "1:15: error: a script has one output, this is the second"},
        {"output downsample(input, 2);",
         "1:8: error: the output is 320x180 pixels, the input 640x360"},
    });
}

TEST(ScriptErrors, EvaluationErrorsAreReported) {
    expect_messages({
        {"int n = 2.5; output input;", "1:9: error: an int is a whole number, and this is 2.5"},
        {"int n = mean(x); output input;",
         "1:9: error: an int must be known before the first frame, and this is not"},
        {"plane v = erode(x, 65); output input;",
         "1:20: error: argument 2 of 'erode' (radius) is 65; allowed is 1 to 64"},
        {"plane v = erode(x, 1.5); output input;",
         "1:20: error: argument 2 of 'erode' (radius) is 1.5; allowed is a whole number"},
        {"plane v = erode(x, mean(x)); output input;",
         "1:20: error: argument 2 of 'erode' (radius) must be known before the first frame"},
        {"plane v = blur_gauss(x, 30); output input;",
         "1:25: error: argument 2 of 'blur_gauss' (sigma) is 30; allowed is 0 to 21.3"},
        {"plane v = blur_gauss(x, 1e30 * 1e30); output input;",
         "1:25: error: argument 2 of 'blur_gauss' (sigma) is inf; allowed is a finite number"},
        {"if (mean(x) > 1) { } output input;",
         "1:5: error: the condition of 'if' must be known before the first frame"},
        {"plane v = convolve(x, 1, 2, 3); output input;",
         "1:11: error: 'convolve' has 3 weights; allowed are 9, 25, 49, 81 and 121"},
        {"plane v = curve(x, 0, 0, 1); output input;",
         "1:11: error: 'curve' has 3 numbers; allowed are 2 to 16 points, x and y of each"},
        {"plane v = curve(x, 1, 0, 0, 1); output input;",
         "1:26: error: the points of 'curve' must go from left to right: x is 0 after 1"},
        {"color c = to_primaries(input, 3); output c;", "1:31: error: there are no primaries 3"},
        {"plane a = downsample(x, 2); plane v = recursive_edge(x, a, 5, 1, 1); output input;",
         "1:57: error: planes of 640x360 and 320x180 pixels cannot be combined"},
        {"plane v = x + downsample(x, 2); output input;",
         "1:13: error: planes of 640x360 and 320x180 cannot be combined; upsample() the smaller "
         "one"},
        {"plane v = x; v += downsample(x, 2); output color(v);",
         "1:14: error: planes of 640x360 and 320x180 cannot be combined; upsample() the smaller "
         "one"},
        {"color c = input; c.r *= downsample(x, 2); output c;",
         "1:18: error: planes of 640x360 and 320x180 cannot be combined; upsample() the smaller "
         "one"},
        {"for (int i = 0; true; i++) { } output input;",
         "1:1: error: the loops of the script iterate more than 1024 times"},
    });
}

TEST(ScriptErrors, SimilarNamesAreSuggested) {
    EXPECT_NE(errors_of("output inptu;").find("note: did you mean 'input'?"), std::string::npos);
    EXPECT_NE(errors_of("output color(lightnes(input));").find("did you mean 'lightness'?"),
              std::string::npos);
    EXPECT_NE(errors_of("flaot a = 1;").find("did you mean 'float'?"), std::string::npos);
    EXPECT_NE(errors_of("float a = x;").find("mean(v), maximum(v)"), std::string::npos);
}

TEST(ScriptErrors, SeveralErrorsAreReportedAtOnce) {
    const std::string errors = errors_of("float a = ;\nplan b = 2;\nfloat c = 1 1;\noutput input;");
    for (const char* place : {"test.tl:1:11:", "test.tl:2:1:", "test.tl:3:12:"})
        EXPECT_NE(errors.find(place), std::string::npos) << errors;
    const std::string types = errors_of("float a = x;\nplane b = foo;\noutput b + a + bar;");
    for (const char* place : {"test.tl:1:11:", "test.tl:2:11:", "test.tl:3:16:"})
        EXPECT_NE(types.find(place), std::string::npos) << types;
}

TEST(ScriptErrors, OneMistakeIsOneError) {
    for (const char* text :
         {"plane v = nothing; plane w = v + v; output color(w * v);", "output foo.r + foo.g - 1;",
          "int n = 2.5; plane v = erode(x, n); output color(v);"}) {
        const std::string errors = errors_of(text);
        size_t count = 0;
        for (size_t at = 0; (at = errors.find("error:", at)) != std::string::npos; ++at) ++count;
        EXPECT_LE(count, 2u) << errors;
    }
    EXPECT_EQ(errors_of("plane f(plane a) { return erode(a, 99); }\n"
                        "plane v = f(f(f(x)));\noutput color(v);")
                  .find("error:", 30),
              std::string::npos);
}

TEST(ScriptErrors, ErrorsInAFunctionNameTheCall) {
    EXPECT_EQ(errors_of("plane f(plane a, int n) { return erode(a, n); }\n"
                        "plane v = f(x, 3);\n"
                        "v = f(x, 99);\noutput color(v);"),
              "test.tl:1:43: error: argument 2 of 'erode' (radius) is 99; allowed is 1 to 64\n"
              "  plane f(plane a, int n) { return erode(a, n); }\n"
              "                                            ^\n"
              "  note: image erode(image v, const int radius in [1, 64])\n"
              "  note: in 'f', called in line 3");
}

TEST(ScriptErrors, FunctionAfterAFailedCallKeepsItsVariables) {
    EXPECT_EQ(errors_of("plane f(plane a) { a += downsample(a, 2); return a; }\n"
                        "plane g(plane a, plane b) { plane c = f(a); return erode(b, 0); }\n"
                        "output color(g(x, x));"),
              "test.tl:1:20: error: planes of 640x360 and 320x180 cannot be combined; upsample() "
              "the smaller one\n"
              "  plane f(plane a) { a += downsample(a, 2); return a; }\n"
              "                     ^\n"
              "  note: in 'f', called in line 2\n"
              "test.tl:2:61: error: argument 2 of 'erode' (radius) is 0; allowed is 1 to 64\n"
              "  plane g(plane a, plane b) { plane c = f(a); return erode(b, 0); }\n"
              "                                                              ^\n"
              "  note: image erode(image v, const int radius in [1, 64])\n"
              "  note: in 'g', called in line 3");
}

TEST(ScriptErrors, ChangeOfAnInvalidColorIsNoSecondError) {
    for (const char* change : {"c.r += x;", "c += input;", "c.g *= 2; c.b -= c.r;"})
        EXPECT_EQ(
            errors_of(
                ("color c = blur_box(input, 0); " + std::string(change) + " output c;").c_str())
                .find("error:", 30),
            std::string::npos);
}

TEST(ScriptErrors, FailedChangeKeepsEarlierErrors) {
    const std::string errors =
        errors_of("plane q = erode(x, 0); plane b = x; b += downsample(b, 2); output color(b);");
    for (const char* place : {"test.tl:1:20:", "test.tl:1:37:"})
        EXPECT_NE(errors.find(place), std::string::npos) << errors;
}

TEST(ScriptErrors, UnusedFunctionsAreCheckedToo) {
    EXPECT_EQ(first_error_of("plane f(plane a) { return b; } output input;"),
              "test.tl:1:27: error: there is no variable 'b'");
    EXPECT_EQ(first_error_of("if (false) { plane v = b; } output input;"),
              "test.tl:1:24: error: there is no variable 'b'");
}

}  // namespace
}  // namespace tonelift::script_errors_test
