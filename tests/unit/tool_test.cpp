// SPDX-License-Identifier: BSD-2-Clause
// Tests the command `tonelift` as a program: its output and exit status.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace tool_test {
namespace {

namespace fs = std::filesystem;

struct Result {
    int status;
    std::string text;
};

Result shell(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {-1, "popen failed"};
    Result result{0, ""};
    std::array<char, 4096> buffer;
    size_t count = 0;
    while ((count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0)
        result.text.append(buffer.data(), count);
    result.status = WEXITSTATUS(pclose(pipe));
    return result;
}

Result tonelift(const std::string& arguments, const std::string& before = "") {
    return shell(before + "'" + TONELIFT_TOOL + "' " + arguments + " 2>&1");
}

bool contains(const Result& result, const std::string& text) {
    return result.text.find(text) != std::string::npos;
}

std::string script_file(const std::string& text) {
    const std::string name = testing::TempDir() + "tonelift_tool_test.tl";
    std::ofstream(name, std::ios::binary) << text;
    return name;
}

TEST(Tool, ChecksScripts) {
    const Result good = tonelift("check '" + script_file("output input * 0.5;") + "'");
    EXPECT_EQ(good.status, 0);
    EXPECT_TRUE(contains(good, "tonelift_tool_test.tl: ok, takes ")) << good.text;
    EXPECT_TRUE(contains(good, "for a frame of 1920x1080")) << good.text;
    const Result bad = tonelift("check '" + script_file("output inptu;") + "'");
    EXPECT_EQ(bad.status, 1);
    EXPECT_TRUE(contains(bad, ":1:8: error: there is no variable 'inptu'")) << bad.text;
    const Result missing = tonelift("check /no/such/file.tl");
    EXPECT_EQ(missing.status, 1);
    EXPECT_TRUE(contains(missing, "cannot read the script '/no/such/file.tl'")) << missing.text;
}

TEST(Tool, WarnsAboutScriptsWithOutputAboveWhite) {
    const auto check = [](const std::string& script, const std::string& more = "") {
        return tonelift("check " + more + " '" + script_file(script) + "'");
    };
    const std::string warning = "warning: light above white is clipped";
    const Result clipped = check("output input;");
    EXPECT_EQ(clipped.status, 0);
    EXPECT_TRUE(contains(clipped, warning)) << clipped.text;
    for (const char* clipping :
         {"output saturate(input);", "output input * 3;", "output input * 15;",
          "output input * color(1, 0.7, 0.3);", "output colorfulness(input, 2);",
          "output white_balance(input, 0.2);", "output white_balance(input, -1);",
          "output white_balance(input, 0, 1);", "output gamut_map(white_balance(input, 0.5));",
          "output mix(white_balance(input, -0.5), white_balance(input, 0.5), lightness(input));",
          "output color(input.r, 0, 0);", "output color(0, input.g, 0);",
          "output color(0, 0, input.b);"})
        EXPECT_TRUE(contains(check(clipping), warning)) << clipping;
    for (const char* mapped :
         {"plane v = lightness(input); output relight(input, v, tone_curve(v, 0, 0.75));",
          "plane v = lightness(input);"
          "output white_balance(relight(input, v, tone_curve(v, 0, 0.75)), 1);",
          "output white_balance(input / (1 + input), -1);", "output 1 - input;",
          "output input / (1 + input);", "output input * 0.2;", "output color(1);",
          "output color(luminance(input) > 0.5 ? 1 : 0);"})
        EXPECT_FALSE(contains(check(mapped), warning)) << mapped;
    EXPECT_FALSE(contains(check("output input;", "--with transfer=pq"), warning));
    for (const char* algorithm : {"mixed", "portrait", "landscape"})
        EXPECT_FALSE(contains(tonelift(std::string("check ") + algorithm), warning)) << algorithm;
}

TEST(Tool, ChecksResourcesOfScripts) {
    const std::string huge =
        "'" + script_file("plane v = scale(input.r, 9000, 9000); output color(upsample(v));") + "'";
    const Result refused = tonelift("check " + huge);
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused, ":1:11: error: the script takes ")) << refused.text;
    EXPECT_EQ(tonelift("explain " + huge).status, 1);
    const Result taken = tonelift("check --size 7680x4320 " + huge);
    EXPECT_EQ(taken.status, 0) << taken.text;
    EXPECT_TRUE(contains(taken, "for a frame of 7680x4320")) << taken.text;
}

TEST(Tool, AcceptsOptionsOfTheFilter) {
    const std::string costly = "'" + script_file("output color(median(input.r, 16));") + "'";
    const Result refused = tonelift("check --with script_work=10 " + costly);
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused, "script_work")) << refused.text;
    EXPECT_EQ(
        tonelift("check --with script_work=2000000 --with script_memory=1000 " + costly).status, 0);
    EXPECT_NE(tonelift("explain natural --with set=detail=1").text,
              tonelift("explain natural").text);
    for (const char* command : {"check", "explain"}) {
        const std::string start = std::string(command) + " ";
        for (const char* wrong : {"-h", "--nothing", "--size", "--with", "--with x", "--with =3",
                                  "--with nothing=3", "--with script_work=a"}) {
            const Result result =
                tonelift(start + wrong + (std::string(wrong).ends_with("h") ? "" : " ") + costly);
            EXPECT_EQ(result.status, 2) << command << " " << wrong << ": " << result.text;
        }
    }
}

TEST(Tool, ListsTheParamsOfPresets) {
    const Result preset = tonelift("params faithful");
    EXPECT_EQ(preset.status, 0) << preset.text;
    EXPECT_TRUE(contains(preset, "float  anchor      0 ")) << preset.text;
    EXPECT_EQ(tonelift("params -x").status, 2);
}

TEST(Tool, ExplainsWithoutAllocatingPlanes) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer takes memory of its own";
#endif
    const std::string script = script_file("output color(blur_box(median(input.r, 16), 64));");
    for (const std::string& name : {std::string("dramatic"), "'" + script + "'"}) {
        const Result result =
            tonelift("explain " + name + " --size 16384x16384", "ulimit -v 500000; ");
        EXPECT_EQ(result.status, 0) << result.text;
        EXPECT_TRUE(contains(result, " of working memory for a frame of 16384x16384, and about "))
            << result.text;
    }
}

TEST(Tool, ReadsTheStandardInput) {
    const Result result = tonelift("check - < '" + script_file("output input;") + "'");
    EXPECT_EQ(result.status, 0) << result.text;
}

TEST(Tool, SuggestsPresetsAndAlgorithms) {
    for (const char* command : {"explain", "check", "params"}) {
        const Result mixed = tonelift(std::string(command) + " mixd");
        EXPECT_EQ(mixed.status, 2) << mixed.text;
        EXPECT_TRUE(contains(mixed, "called 'mixd'; did you mean 'mixed'?")) << mixed.text;
        EXPECT_TRUE(contains(tonelift(std::string(command) + " vivdi"), "did you mean 'vivid'?"));
    }
}

// FIFOs and devices are refused, because a FIFO can block the tool forever, and a device can be
// endless.
TEST(Tool, RefusesFilesThatAreNotRegular) {
    const std::string fifo = testing::TempDir() + "tonelift_tool_test.fifo";
    std::filesystem::remove(fifo);
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    for (const char* command : {"check '", "params '", "explain '"}) {
        const Result result = tonelift(command + fifo + "'");
        EXPECT_EQ(result.status, 1);
        EXPECT_TRUE(contains(result, "is a FIFO")) << result.text;
    }
    std::filesystem::remove(fifo);
    EXPECT_TRUE(contains(tonelift("check '" + testing::TempDir() + "'"), "is a directory"));
}

TEST(Tool, LimitsTheLengthOfScriptsLikeTheFilter) {
    const std::string name = script_file(std::string(70 * 1024, ' '));
    for (const std::string& command :
         {"check '" + name + "'", "explain '" + name + "'", "check - < '" + name + "'"})
        EXPECT_TRUE(contains(tonelift(command), "bytes; allowed is 64 KiB")) << command;
}

TEST(Tool, ListsTheRegistries) {
    EXPECT_TRUE(contains(tonelift("builtins"), "image recursive_edge(image v, plane guide"));
    EXPECT_TRUE(contains(tonelift("options"), "tonemap, tonemapping"));
    EXPECT_TRUE(contains(tonelift("options --markdown"), "| `strength` | number |"));
    EXPECT_TRUE(contains(tonelift("presets"), "natural"));
    EXPECT_TRUE(contains(tonelift("formats"), "yuv420p10le"));
    EXPECT_TRUE(contains(tonelift("formats --markdown"), "| `nv12` | `NV12` | YUV | 4:2:0 | 8 |"));
    EXPECT_TRUE(contains(tonelift("params mixed"), "strength"));
    EXPECT_TRUE(contains(tonelift("--version"), "tonelift "));
    for (const char* asked : {"--help", "texture --help", "tuning --help"})
        EXPECT_TRUE(contains(tonelift(asked), "usage: tonelift COMMAND")) << asked;
}

TEST(Tool, ExplainsScripts) {
    const Result result = tonelift("explain mixed --size 640x360");
    EXPECT_EQ(result.status, 0) << result.text;
    EXPECT_TRUE(contains(result, "640x360")) << result.text;
    EXPECT_TRUE(contains(tonelift("explain natural --dot"), "digraph"));
    const std::string measuring = script_file("output input * mean(input.r);");
    EXPECT_TRUE(contains(tonelift("explain '" + measuring + "'"), "+ 1 statistic\n"));
    const Result why = tonelift("explain natural --why");
    EXPECT_EQ(why.status, 0) << why.text;
    EXPECT_TRUE(contains(why, "b0 stored: a scan reads it")) << why.text;
    EXPECT_TRUE(contains(why, "output: makes the output picture")) << why.text;
    EXPECT_TRUE(contains(why, "frame step: computes numbers from statistics")) << why.text;
    EXPECT_TRUE(contains(tonelift("explain natural --why --dot"),
                         "--why and --dot: allowed is one of them"));
    const std::string script = script_file("output input * 0.5;");
    EXPECT_EQ(tonelift("explain - < '" + script + "'").text,
              tonelift("explain '" + script + "'").text);
    EXPECT_EQ(tonelift("explain --size 64x64 -- '" + script + "'").status, 0);
    EXPECT_TRUE(contains(tonelift("explain natural --with preset=vivid"),
                         "--with preset=vivid with the preset natural; allowed is one of them"));
    EXPECT_EQ(tonelift("explain '" + script_file("output input * 0.5;") + "' --format gbrp").status,
              0);
}

// The size is odd in the second case, where a pass measures the light after the output pass.
TEST(Tool, StatisticsFilesKeepThePolynomials) {
    for (const char* size : {"1920x1080", "1919x1079"}) {
        const Result result =
            tonelift("explain cinema --with stats_file=film.stats --size " + std::string(size));
        EXPECT_TRUE(contains(result, "polynomials where tiles are smooth")) << result.text;
    }
}

TEST(Tool, ExplainReportsQuickFunctions) {
    const std::string remark = "on the CPU: quick functions for 8 bits";
    EXPECT_TRUE(contains(tonelift("explain natural"), remark));
    EXPECT_FALSE(contains(tonelift("explain natural --with exact=on"), remark));
    EXPECT_FALSE(contains(tonelift("explain natural --with format=p010"), remark));
}

TEST(Tool, ExplainReportsWherePolynomialsMayReplaceTheProgram) {
    const std::string remark = "polynomials where tiles are smooth";
    EXPECT_TRUE(contains(tonelift("explain faithful"), remark));
    const std::string jumping = script_file("output input * step(0.5, lightness(input));");
    for (const std::string& arguments :
         {std::string("faithful --with exact=on"), std::string("faithful --format yuv444p10le"),
          std::string("faithful --with gamut_mode=clip"),
          std::string("cinema --with gamut_mode=desaturate"),
          std::string("faithful --with format=yuv420p12le"), std::string("natural"),
          "'" + jumping + "'"}) {
        const Result result = tonelift("explain " + arguments);
        EXPECT_EQ(result.status, 0) << result.text;
        EXPECT_FALSE(contains(result, remark)) << arguments;
    }
}

TEST(Tool, RefusesUnknownArguments) {
    for (const char* arguments :
         {"", "opions", "check", "params", "params a b", "explain", "explain mixed --size 3",
          "explain mixed --size", "explain mixed --size 0x5", "check mixed --size",
          "explain mixed --what", "explain mixed --format none", "builtins now"}) {
        const Result result = tonelift(arguments);
        EXPECT_EQ(result.status, 2) << arguments << '\n' << result.text;
        EXPECT_FALSE(result.text.empty()) << arguments;
    }
    const Result misspelt = tonelift("opions");
    EXPECT_TRUE(contains(tonelift("check vivid"), "'vivid' is a preset"));
    EXPECT_TRUE(contains(misspelt, "'opions'; did you mean 'options'? `tonelift --help`"))
        << misspelt.text;
}

TEST(Tool, RefusesATargetThatNoOutputUses) {
    for (const char* outputs :
         {"--dolby-vision d.json --st2094-50 s.json", "--hdr10plus h.json --profile a"}) {
        const Result result = tonelift(std::string("metadata x.stats --target 203 ") + outputs);
        EXPECT_EQ(result.status, 2) << outputs;
        EXPECT_TRUE(contains(result, "add --hdr10plus and use profile b")) << result.text;
    }
}

class FarmProgram : public testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(folder_);
        fs::create_directories(folder_ / "bin");
        fs::copy_file(TONELIFT_TOOL, folder_ / "bin" / "tonelift");
        put(folder_, "STRANGER");
    }
    void TearDown() override { fs::remove_all(folder_); }

    static void put(const fs::path& where, const std::string& text) {
        std::ofstream(where / "tonelift-farm") << "#!/bin/sh\necho " << text << " \"$@\"\n";
        fs::permissions(where / "tonelift-farm", fs::perms::owner_all);
    }
    Result farm(const std::string& prefix) const {
        const std::string command = "cd '" + folder_.string() + "' && " + prefix;
        FILE* pipe = popen(
            (command + " '" + (folder_ / "bin" / "tonelift").string() + "' farm status x 2>&1")
                .c_str(),
            "r");
        std::array<char, 4096> buffer{};
        const size_t count = fread(buffer.data(), 1, buffer.size(), pipe);
        return {WEXITSTATUS(pclose(pipe)), {buffer.data(), count}};
    }

    fs::path folder_ = fs::path(testing::TempDir()) / "tonelift_farm_program";
};

TEST_F(FarmProgram, CurrentFolderIsNotSearched) {
    for (const char* path : {"", ":", ".", "./", ".:/nowhere", "bin/.."}) {
        const Result result = farm(std::string("env PATH=") + path);
        EXPECT_EQ(result.status, 1) << path;
        EXPECT_TRUE(contains(result, "tonelift-farm cannot be started")) << result.text;
    }
    put(folder_ / "bin", "BESIDE");
    EXPECT_TRUE(contains(farm("env PATH=."), "BESIDE status x"));
}

TEST_F(FarmProgram, PathIsSearched) {
    fs::create_directories(folder_ / "other");
    put(folder_ / "other", "OTHER");
    const Result result = farm("env PATH=.:'" + (folder_ / "other").string() + "'");
    EXPECT_TRUE(contains(result, "OTHER status x")) << result.text;
}

TEST_F(FarmProgram, CurrentFolderIsNotSearchedWithoutProc) {
    const std::string hidden = "unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh";
    if (std::system((hidden + " true 2> /dev/null").c_str()) != 0)
        GTEST_SKIP() << "/proc cannot be hidden here";
    const Result result = farm(hidden);
    EXPECT_EQ(result.status, 1);
    EXPECT_FALSE(contains(result, "STRANGER")) << result.text;
}

TEST(Tool, MapAcceptsAPresetByName) {
    const Result preset = tonelift("map --preset vivdi - -", "echo 'YUV4MPEG2 W2 H2' | ");
    EXPECT_EQ(preset.status, 2);
    EXPECT_TRUE(contains(preset, "did you mean 'vivid'?")) << preset.text;
    const Result bare = tonelift("map --with vivid");
    EXPECT_EQ(bare.status, 2);
    EXPECT_TRUE(contains(bare, "allowed is NAME=VALUE, like preset=vivid")) << bare.text;
}

TEST(Tool, OptionsOfTheFilterAreNotTakenForFiles) {
    for (const char* words : {"map a.png b.png detail=1.5", "map a.png detail=1.5",
                              "explain natural detail=1.5", "texture a.png detail=1.5 b.dds"}) {
        const Result result = tonelift(words);
        EXPECT_EQ(result.status, 2) << words;
        EXPECT_TRUE(contains(result, "write --with detail=1.5")) << result.text;
    }
    const Result file = tonelift("map /no/such/detail=1.5 -");
    EXPECT_FALSE(contains(file, "--with")) << file.text;
}

TEST(Tool, MessagesNameTheWrongValueAndTheAllowedValues) {
    const std::pair<const char*, const char*> cases[] = {
        {"chekc a.tl",
         "there is no command 'chekc'; did you mean 'check'? `tonelift --help` lists"},
        {"zzzzzzz", "there is no command 'zzzzzzz'; `tonelift --help` lists the commands"},
        {"check", "check without a name: allowed are one or more scripts; see tonelift --help"},
        {"params a b", "params with 'a', 'b': allowed is one script; see tonelift --help"},
        {"explain", "explain without a name: allowed is one script"},
        {"explain natural --zzzzz", "explain has no option '--zzzzz'; see tonelift --help"},
        {"explain natural --whi", "explain has no option '--whi'; did you mean '--why'? See"},
        {"explain natural --size 9", "--size '9': allowed is WIDTHxHEIGHT, like 1920x1080"},
        {"explain natural --format p011", "there is no pixel format 'p011'; did you mean"},
        {"explain natural --format z", "'z'; `tonelift formats` lists the formats"},
        {"explain natural --with zzzzzzz=1", "'zzzzzzz'; `tonelift options` lists the options"},
        {"map --quality 0 a.png b.png", "--quality '0': allowed is 1 to 100; see tonelift --help"},
        {"map -o '' a.jpg b.jpg", "map: the value after -o is missing; see tonelift --help"},
        {"metadata a --hdr10plus ''", "metadata: the value after --hdr10plus is missing"},
        {"map a b c", "map with 'a', 'b', 'c': allowed are one input and one output"},
        {"presets foo", "presets with 'foo': allowed is only --markdown"},
        {"presets --markdwon", "presets has no option '--markdwon'; did you mean '--markdown'?"},
        {"stats", "stats without a command: allowed are check, join and plot"},
        {"stats chek a",
         "there is no command 'stats chek'; did you mean 'check'? allowed are check"},
        {"stats plot", "stats plot without a name: allowed is one file"},
        {"stats join a b --preset vivid", "stats join has no option '--preset'; it belongs to"},
        {"metadata a --profile c", "--profile 'c': allowed are a and b"},
        {"metadata a --target 5", "--target '5': allowed is 50 to 4000 cd/m2"},
        {"texture a.png b.dds --format bc2", "there is no texture format 'bc2'; did you mean"},
        {"tune x", "tune with 'x': allowed are only options"}};
    for (const auto& [words, message] : cases) {
        const Result result = tonelift(words);
        EXPECT_EQ(result.status, 2) << words;
        EXPECT_EQ(result.text.rfind("tonelift: ", 0), 0U) << result.text;
        EXPECT_TRUE(contains(result, message)) << result.text;
    }
}

TEST(Tool, MissingScriptsAreReportedUnderTheNameOfTheProgram) {
    const Result result = tonelift("check /no/such.tl");
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.text.rfind("tonelift: ", 0), 0U) << result.text;
}

TEST(Tool, FailedOutputNamesTheReason) {
    for (const char* words : {"presets", "--help", "explain natural"}) {
        const Result full =
            shell("'" + std::string(TONELIFT_TOOL) + "' " + words + " 2>&1 > /dev/full");
        EXPECT_EQ(full.status, 1) << words;
        EXPECT_TRUE(contains(full, "cannot be written: No space left on device")) << full.text;
    }
}

TEST(Tool, PrintsHelpForEveryCommand) {
    for (const char* words :
         {"--help", "-h", "help", "map --help", "map in.y4m -h", "check --help"}) {
        const Result help = tonelift(words);
        EXPECT_EQ(help.status, 0) << words;
        EXPECT_EQ(help.text.find("usage: tonelift COMMAND"), 0U) << words;
    }
}

TEST(Tool, HelpOfACommandDescribesOnlyThisCommand) {
    const Result help = tonelift("map --help");
    EXPECT_TRUE(contains(help, "  map [IN [OUT]] ")) << help.text;
    EXPECT_TRUE(contains(help, "--gain-map-quality N")) << help.text;
    for (const char* other : {"  check ", "  tune ", "--psnr"})
        EXPECT_FALSE(contains(help, other)) << help.text;
    const Result stats = tonelift("stats check --help");
    for (const char* part : {"  stats check ", "  stats join ", "  stats plot "})
        EXPECT_TRUE(contains(stats, part)) << stats.text;
    for (const char* command : {"presets", "builtins", "check", "explain"})
        EXPECT_TRUE(contains(tonelift(std::string(command) + " --help"),
                             std::string("\n\n  ") + command + " "));
    EXPECT_EQ(tonelift("--help").text, tonelift("help").text);
}

}  // namespace
}  // namespace tool_test
