// SPDX-License-Identifier: BSD-2-Clause
// Tests the table of options and the parser of options, for every option.
#include "core/common/options.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstring>

#include "kernels/error.h"

namespace tonelift::options_test {
namespace {

std::string failure_of(const char* name, const char* value) {
    tonelift_options options = default_options();
    try {
        set_option(&options, name, value);
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::argument);
        return error.what();
    }
    return "";
}

double field(const tonelift_options& options, const Option& option) {
    const auto* at = reinterpret_cast<const char*>(&options) + option.offset;
    if (option.type == OptionType::number) {
        double value = 0;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    int value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
}

TEST(Options, DefaultsAreWithinTheirRanges) {
    const tonelift_options options = default_options();
    EXPECT_EQ(options.struct_size, sizeof options);
    EXPECT_STREQ(options.preset, "natural");
    for (const Option& option : tonelift::options()) {
        EXPECT_FALSE(option.help.empty()) << option.name;
        if (option.type == OptionType::text) continue;
        EXPECT_EQ(field(options, option), option.default_number) << option.name;
        EXPECT_GE(option.default_number, option.minimum) << option.name;
        EXPECT_LE(option.default_number, option.maximum) << option.name;
    }
}

TEST(Options, DefaultTextsAreAccepted) {
    for (const Option& option : options()) {
        EXPECT_EQ(failure_of(option.name.c_str(), option.default_value().c_str()), "");
        for (const std::string& alias : option.aliases)
            EXPECT_EQ(failure_of(alias.c_str(), option.default_value().c_str()), "");
    }
}

TEST(Options, EnumsAcceptEveryNameAndNumber) {
    for (const Option& option : options()) {
        if (option.type == OptionType::choice) {
            EXPECT_FALSE(option.values.empty()) << option.name;
        }
        for (const OptionValue& value : option.values) {
            tonelift_options by_name = default_options();
            set_option(&by_name, option.name.c_str(), value.name.c_str());
            EXPECT_EQ(field(by_name, option), value.number) << option.name << '=' << value.name;
            tonelift_options by_number = default_options();
            set_option(&by_number, option.name.c_str(), std::to_string(value.number).c_str());
            EXPECT_EQ(field(by_number, option), value.number) << option.name;
        }
    }
}

TEST(Options, NumbersOutsideTheirRangeAreRejected) {
    for (const Option& option : options()) {
        if (option.type == OptionType::text || option.type == OptionType::choice) continue;
        const std::string below = std::to_string(option.minimum - 1);
        const std::string above = std::to_string(static_cast<long>(option.maximum) + 1);
        EXPECT_NE(failure_of(option.name.c_str(), below.c_str()), "") << option.name;
        EXPECT_NE(failure_of(option.name.c_str(), above.c_str()), "") << option.name;
        for (const char* text : {"", " ", "1 ", "1x", "nan", "inf", "1e999", "0x1", "--1", "1,5"})
            EXPECT_NE(failure_of(option.name.c_str(), text), "") << option.name << '=' << text;
    }
}

TEST(Options, MinusOneIsTheOnlyNegativeNumber) {
    for (const Option& option : options()) {
        if (option.type != OptionType::number) continue;
        EXPECT_NE(failure_of(option.name.c_str(), "-0.3"), "") << option.name;
    }
    for (const char* name : {"strength", "detail", "shadows", "highlights", "saturation"})
        EXPECT_EQ(failure_of(name, "-1"), "") << name;
    EXPECT_EQ(failure_of("shadows", "-0.3"), "shadows=-0.3: allowed are -1 and 0 to 1");
}

TEST(Options, NumbersInTheStructHaveTheSameRanges) {
    const auto failure_with = [](const auto& change) {
        tonelift_options options = default_options();
        change(options);
        try {
            check_ranges(options);
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::argument);
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(failure_with([](auto&) {}), "");
    EXPECT_EQ(failure_with([](auto& options) { options.detail = 5; }), failure_of("detail", "5"));
    EXPECT_EQ(failure_with([](auto& options) { options.batch = 65; }), failure_of("batch", "65"));
    EXPECT_NE(failure_with([](auto& options) { options.tonemap = 12; }), "");
    EXPECT_NE(failure_with([](auto& options) { options.split = std::nan(""); }), "");
}

TEST(Options, MessagesNameTheAllowedValues) {
    EXPECT_EQ(failure_of("strength", "7"), "strength=7: allowed are -1 and 0 to 1");
    EXPECT_EQ(failure_of("smoothing", "61"), "smoothing=61: allowed are shot and 0 to 60 s");
    EXPECT_EQ(failure_of("batch", "2.5"),
              "batch=2.5: allowed is a whole number from 0 to 64 frames");
    EXPECT_EQ(failure_of("gamut_mode", "perceptal"),
              "gamut_mode=perceptal: did you mean 'perceptual'? allowed are perceptual, relative, "
              "clip and desaturate");
    EXPECT_EQ(failure_of("stats", "7"), "stats=7: allowed are auto, write, read and measure");
    EXPECT_EQ(failure_of("tonemaping", "hable"),
              "there is no option 'tonemaping'; did you mean 'tonemapping'?");
    EXPECT_EQ(failure_of("desat", "0"),
              "there is no option 'desat'; use gamut_mode for the desaturation of bright colors");
    EXPECT_EQ(failure_of("zzzzzzzz", "1"),
              "there is no option 'zzzzzzzz'; `tonelift options` lists the options");
}

TEST(Options, NamesIgnoreCase) {
    tonelift_options options = default_options();
    set_option(&options, "transfer", "ST2084");
    EXPECT_EQ(options.transfer, TONELIFT_TRANSFER_PQ);
    set_option(&options, "primaries", "Display-P3");
    EXPECT_EQ(options.primaries, TONELIFT_PRIMARIES_SMPTE432);
    set_option(&options, "deband", "AUTO");
    EXPECT_EQ(options.deband, TONELIFT_DEBAND_AUTO);
}

TEST(Options, NumbersWithNamesAcceptThem) {
    tonelift_options options = default_options();
    EXPECT_EQ(options.deband, TONELIFT_DEBAND_OFF);
    set_option(&options, "deband", "off");
    EXPECT_EQ(options.deband, 0);
    set_option(&options, "deband", "0.4");
    EXPECT_EQ(options.deband, 0.4);
    set_option(&options, "deband", "auto");
    EXPECT_EQ(options.deband, -1);
    set_option(&options, "deband", "on");
    EXPECT_EQ(options.deband, 1);
    set_option(&options, "deband", "-1");
    EXPECT_EQ(options.deband, TONELIFT_DEBAND_AUTO);
    EXPECT_EQ(failure_of("deband", "2"), "deband=2: allowed are auto, off, on and 0 to 1");
    EXPECT_EQ(failure_of("deband", "-0.5"), "deband=-0.5: allowed are auto, off, on and 0 to 1");
    EXPECT_EQ(failure_of("deband", "yes"), "deband=yes: allowed are auto, off, on and 0 to 1");
}

TEST(Options, SmoothingAndLookaheadAcceptSecondsOrAName) {
    tonelift_options options = default_options();
    EXPECT_EQ(options.lookahead, TONELIFT_LOOKAHEAD_AUTO);
    set_option(&options, "smoothing", "Shot");
    EXPECT_EQ(options.smoothing, TONELIFT_SMOOTHING_SHOT);
    set_option(&options, "smoothing", "2.5");
    EXPECT_EQ(options.smoothing, 2.5);
    set_option(&options, "lookahead", "0");
    EXPECT_EQ(options.lookahead, 0);
    set_option(&options, "lookahead", "auto");
    EXPECT_EQ(options.lookahead, -1);
    EXPECT_EQ(failure_of("smoothing", "-0.5"), "smoothing=-0.5: allowed are shot and 0 to 60 s");
    EXPECT_EQ(failure_of("lookahead", "11"), "lookahead=11: allowed are auto and 0 to 10 s");
}

TEST(Options, InputColorHasTheNamesOfOutputColor) {
    tonelift_options options = default_options();
    set_option(&options, "in_transfer", "hlg");
    EXPECT_EQ(options.in_transfer, 18);
    set_option(&options, "in_range", "pc");
    EXPECT_EQ(options.in_range, 2);
}

TEST(Options, StringsKeepTheCallersPointer) {
    static const char* const name = "vivid";
    tonelift_options options = default_options();
    set_option(&options, "preset", name);
    EXPECT_EQ(options.preset, name);
}

TEST(Options, OlderCallersAreNotWrittenBeyondTheirStruct) {
    tonelift_options options = default_options();
    options.struct_size = offsetof(tonelift_options, threads);
    options.threads = 77;
    EXPECT_THROW(set_option(&options, "threads", "3"), Error);
    EXPECT_EQ(options.threads, 77);
    set_option(&options, "batch", "3");
    EXPECT_EQ(options.batch, 3);
}

TEST(Options, DoNotDependOnTheLocale) {
    const char* const comma = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
    tonelift_options options = default_options();
    set_option(&options, "split", "0.5");
    EXPECT_EQ(options.split, 0.5);
    if (comma != nullptr) std::setlocale(LC_NUMERIC, "C");
}

TEST(Options, NullsAreErrors) {
    tonelift_options options = default_options();
    EXPECT_THROW(set_option(nullptr, "split", "0"), Error);
    EXPECT_THROW(set_option(&options, nullptr, "0"), Error);
    EXPECT_THROW(set_option(&options, "split", nullptr), Error);
}

TEST(Options, NamesAreUnique) {
    std::vector<std::string> names;
    for (const Option& option : options()) {
        names.push_back(option.name);
        names.insert(names.end(), option.aliases.begin(), option.aliases.end());
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

}  // namespace
}  // namespace tonelift::options_test
