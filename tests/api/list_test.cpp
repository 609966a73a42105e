// SPDX-License-Identifier: BSD-2-Clause
// Tests that the functions of tonelift/list.h list exactly the entries of the library's tables.
#include <gtest/gtest.h>
#include <tonelift/list.h>

#include <cstring>
#include <fstream>
#include <set>

#include "core/algorithms/algorithms.h"
#include "core/common/options.h"
#include "tests/support/api_stream.h"
#include "tests/support/guarded_memory.h"

namespace tonelift::list_test {
namespace {

TEST(List, OptionsEqualTheTable) {
    tonelift_option_info info;
    int count = 0;
    for (const Option& option : options()) {
        ASSERT_EQ(tonelift_option_at(count++, &info, sizeof info), TONELIFT_OK);
        EXPECT_EQ(info.name, option.name);
        EXPECT_EQ(info.group, option.group);
        EXPECT_EQ(info.help, option.help);
        EXPECT_EQ(info.unit, option.unit);
        EXPECT_EQ(info.default_text, option.default_value());
        EXPECT_EQ(info.offset, option.offset);
        EXPECT_EQ(info.live != 0, option.live);
        EXPECT_EQ(info.minimum, option.minimum);
        EXPECT_EQ(info.maximum, option.maximum);
        tonelift_options set = default_options();
        EXPECT_EQ(tonelift_options_set(&set, info.name, info.default_text, nullptr), TONELIFT_OK);
    }
    EXPECT_EQ(tonelift_option_at(count, &info, sizeof info), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_option_at(-1, &info, sizeof info), TONELIFT_ERROR_ARGUMENT);
    EXPECT_GT(count, 30);
}

TEST(List, AliasesAreKnownNames) {
    tonelift_option_info info;
    std::string aliases;
    for (int i = 0; tonelift_option_at(i, &info, sizeof info) == TONELIFT_OK; ++i)
        aliases += std::string(info.aliases) + "/";
    EXPECT_NE(aliases.find("/tonemapping/"), std::string::npos) << aliases;
    EXPECT_NE(aliases.find("/t/"), std::string::npos) << aliases;
}

TEST(List, ListsValuesOfAnOption) {
    tonelift_value_info value;
    std::set<std::string> names;
    for (int i = 0; tonelift_option_value_at("tonemapping", i, &value, sizeof value) == TONELIFT_OK;
         ++i) {
        names.insert(value.name);
        EXPECT_EQ(std::strcmp(value.name, "hable") == 0, value.number == TONELIFT_TONEMAP_HABLE);
    }
    EXPECT_TRUE(names.contains("hable") && names.contains("bt.2390"));
    EXPECT_EQ(tonelift_option_value_at("in_transfer", 0, &value, sizeof value), TONELIFT_OK);
    for (const char* without : {"strength", "nosuch", static_cast<const char*>(nullptr)}) {
        EXPECT_EQ(tonelift_option_value_at(without, 0, &value, sizeof value),
                  TONELIFT_ERROR_ARGUMENT);
    }
}

TEST(List, ListsPresetsAndFormats) {
    tonelift_preset_info preset;
    int count = 0;
    for (const Preset& known : presets()) {
        ASSERT_EQ(tonelift_preset_at(count++, &preset, sizeof preset), TONELIFT_OK);
        EXPECT_STREQ(preset.name, known.name);
        EXPECT_STREQ(preset.values, known.values);
    }
    EXPECT_EQ(tonelift_preset_at(count, &preset, sizeof preset), TONELIFT_ERROR_ARGUMENT);

    tonelift_format_info format;
    int i = 0;
    for (; tonelift_format_at(i, &format, sizeof format) == TONELIFT_OK; ++i) {
        EXPECT_EQ(tonelift_format_from_name(format.name), format.format);
        EXPECT_TRUE(format.block_bytes > 0 ? format.sample_bytes == 8
                                           : format.sample_bytes == 1 || format.sample_bytes == 2 ||
                                                 format.sample_bytes == 4);
        EXPECT_TRUE(format.planes >= 1 && format.planes <= 4) << format.name;
    }
    EXPECT_EQ(static_cast<size_t>(i), formats().size());
}

template <typename T, typename Call>
void expect_sizes(const Call& call) {
    T whole;
    std::memset(&whole, 0, sizeof whole);
    ASSERT_EQ(call(&whole, sizeof whole), TONELIFT_OK);
    for (size_t size = 8; size <= sizeof(T) + 32; size += 8) {
        GuardedMemory memory(size);
        ASSERT_EQ(call(reinterpret_cast<T*>(memory.data()), size), TONELIFT_OK);
        EXPECT_TRUE(memory.untouched_in_front());
        EXPECT_EQ(std::memcmp(memory.data(), &whole, std::min(size, sizeof whole)), 0);
        for (size_t i = sizeof whole; i < size; ++i) EXPECT_EQ(memory.data()[i], 0);
    }
    EXPECT_EQ(call(static_cast<T*>(nullptr), sizeof(T)), TONELIFT_ERROR_ARGUMENT);
    for (const size_t size : {size_t{0}, size_t{4}, size_t{13}})
        EXPECT_EQ(call(&whole, size), TONELIFT_ERROR_ARGUMENT);
}

TEST(List, StructsOfOlderCallersAreNotOverrun) {
    expect_sizes<tonelift_option_info>(
        [](auto* info, size_t size) { return tonelift_option_at(3, info, size); });
    expect_sizes<tonelift_value_info>(
        [](auto* info, size_t size) { return tonelift_option_value_at("show", 1, info, size); });
    expect_sizes<tonelift_preset_info>(
        [](auto* info, size_t size) { return tonelift_preset_at(1, info, size); });
    expect_sizes<tonelift_format_info>(
        [](auto* info, size_t size) { return tonelift_format_at(1, info, size); });
    const tonelift_options options = default_options();
    tonelift_params* params = nullptr;
    ASSERT_EQ(tonelift_params_create(&params, &options, nullptr), TONELIFT_OK);
    expect_sizes<tonelift_param_info>(
        [&](auto* info, size_t size) { return tonelift_param_at(params, 0, info, size); });
    tonelift_params_destroy(&params);
}

constexpr const char* script =
    "param float gain = 0.5 in [0, 2] \"how bright\";\n"
    "param int steps = 3 in [1, 8] \"how many\";\n"
    "param bool warm = true \"toward red\";\n"
    "output input * gain;\n";

TEST(List, ListsParamsOfAScript) {
    tonelift_options options = default_options();
    options.script_text = script;
    options.set = "gain=1.25";
    tonelift_params* params = nullptr;
    Messages messages;
    const tonelift_log log = messages.log();
    ASSERT_EQ(tonelift_params_create(&params, &options, &log), TONELIFT_OK) << messages.errors;
    tonelift_param_info info;
    ASSERT_EQ(tonelift_param_at(params, 0, &info, sizeof info), TONELIFT_OK);
    EXPECT_STREQ(info.name, "gain");
    EXPECT_STREQ(info.help, "how bright");
    EXPECT_EQ(info.type, TONELIFT_TYPE_FLOAT);
    EXPECT_EQ(info.default_value, 0.5);
    EXPECT_EQ(info.value, 1.25);
    EXPECT_EQ(info.minimum, 0);
    EXPECT_EQ(info.maximum, 2);
    ASSERT_EQ(tonelift_param_at(params, 1, &info, sizeof info), TONELIFT_OK);
    EXPECT_EQ(info.type, TONELIFT_TYPE_INT);
    ASSERT_EQ(tonelift_param_at(params, 2, &info, sizeof info), TONELIFT_OK);
    EXPECT_EQ(info.type, TONELIFT_TYPE_BOOL);
    EXPECT_EQ(info.value, 1);
    EXPECT_EQ(tonelift_param_at(params, 3, &info, sizeof info), TONELIFT_ERROR_ARGUMENT);
    tonelift_params_destroy(&params);
    EXPECT_EQ(params, nullptr);
    tonelift_params_destroy(&params);
    tonelift_params_destroy(nullptr);
    EXPECT_EQ(tonelift_param_at(nullptr, 0, &info, sizeof info), TONELIFT_ERROR_ARGUMENT);
}

TEST(List, ListsParamsOfAPresetWithItsValues) {
    tonelift_options options = default_options();
    options.preset = "vivid";
    tonelift_params* params = nullptr;
    ASSERT_EQ(tonelift_params_create(&params, &options, nullptr), TONELIFT_OK);
    tonelift_param_info info;
    bool differs = false;
    for (int i = 0; tonelift_param_at(params, i, &info, sizeof info) == TONELIFT_OK; ++i) {
        EXPECT_TRUE(info.value >= info.minimum && info.value <= info.maximum) << info.name;
        differs = differs || info.value != info.default_value;
    }
    EXPECT_TRUE(differs);
    tonelift_params_destroy(&params);
}

TEST(ScriptOfTheUser, IgnoresPresets) {
    tonelift_options options = default_options();
    options.script_text = "output input;";
    const auto warnings = [&] {
        const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
        Messages messages;
        EXPECT_NE(make_filter(options, in, output_of(options, in), &messages), nullptr);
        return messages.warnings;
    };
    EXPECT_EQ(warnings(), "");
    options.preset = "vivid";
    EXPECT_NE(warnings().find("preset and algorithm have no effect if a script is given"),
              std::string::npos);
}

TEST(List, RefusesScriptsThatDoNotCompile) {
    tonelift_options options = default_options();
    options.script_text = "output inpt;";
    auto* params = reinterpret_cast<tonelift_params*>(&options);
    Messages messages;
    const tonelift_log log = messages.log();
    EXPECT_EQ(tonelift_params_create(&params, &options, &log), TONELIFT_ERROR_SCRIPT);
    EXPECT_EQ(params, nullptr);
    EXPECT_NE(messages.errors.find("script_text:1:8: error:"), std::string::npos)
        << messages.errors;
    EXPECT_EQ(tonelift_params_create(nullptr, &options, nullptr), TONELIFT_ERROR_ARGUMENT);
}

class ScriptText : public testing::Test {
  protected:
    TestPicture map(tonelift_filter* filter, const tonelift_video& out) {
        TestPicture from = picture_for(in_), to = picture_for(out);
        from.fill_legal(5);
        const tonelift_frame in_frame = frame_of(from, 0);
        tonelift_frame out_frame = frame_of(to, 0);
        EXPECT_EQ(tonelift_filter_process(filter, &in_frame, &out_frame, 1), TONELIFT_OK);
        return to;
    }
    TestPicture map(const tonelift_options& options) {
        const tonelift_video out = output_of(options, in_);
        Messages messages;
        const FilterHandle filter = make_filter(options, in_, out, &messages);
        EXPECT_NE(filter, nullptr) << messages.errors;
        return map(filter.get(), out);
    }
    const tonelift_video in_ = sdr_video(TONELIFT_FORMAT_YUV444P, 33, 17);
};

TEST_F(ScriptText, EqualsTheScriptInAFile) {
    const std::string path = testing::TempDir() + "tonelift_list_test.tl";
    std::ofstream(path) << script;
    tonelift_options file = default_options(), text = default_options();
    file.script = path.c_str();
    text.script_text = script;
    EXPECT_TRUE(equal(map(file), map(text)));
    EXPECT_FALSE(equal(map(default_options()), map(text)));
}

TEST_F(ScriptText, TextAndFileTogetherAreAnError) {
    tonelift_options both = default_options();
    both.script = "look.tl";
    both.script_text = script;
    Messages messages;
    const tonelift_log log = messages.log();
    tonelift_filter* filter = nullptr;
    const tonelift_video out = output_of(default_options(), in_);
    EXPECT_EQ(tonelift_filter_create(&filter, &both, &in_, &out, nullptr, &log),
              TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(messages.errors.find("script_text"), std::string::npos) << messages.errors;
}

TEST_F(ScriptText, ChangesWhileTheStreamRuns) {
    tonelift_options options = default_options();
    options.script_text = "output input;";
    const tonelift_video out = output_of(options, in_);
    const FilterHandle filter = make_filter(options, in_, out);
    ASSERT_NE(filter, nullptr);
    const TestPicture before = map(filter.get(), out);
    options.script_text = "output input * 0.25;";
    ASSERT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_OK);
    EXPECT_FALSE(equal(before, map(filter.get(), out)));
    options.script_text = "output nothing;";
    EXPECT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_ERROR_SCRIPT);
    map(filter.get(), out);
}

TEST_F(ScriptText, IsNotCopiedWhenSetByName) {
    tonelift_options options = default_options();
    std::string text = "output input * 0.25;";
    ASSERT_EQ(tonelift_options_set(&options, "script_text", text.c_str(), nullptr), TONELIFT_OK);
    EXPECT_EQ(options.script_text, text.c_str());
    const tonelift_video out = output_of(options, in_);
    const FilterHandle filter = make_filter(options, in_, out);
    const TestPicture expected = map(options);
    text.assign(text.size(), 'x');
    EXPECT_TRUE(equal(expected, map(filter.get(), out)));
}

}  // namespace
}  // namespace tonelift::list_test
