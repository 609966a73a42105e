// SPDX-License-Identifier: BSD-2-Clause
// Tests the messages of a stream: each warning is logged only once, and every error is logged.
#include <gtest/gtest.h>

#include <map>

#include "core/common/log.h"
#include "tests/support/api_stream.h"
#include "tests/support/repeats.h"

namespace tonelift::log_test {
namespace {

struct Counted {
    std::map<std::string, int> texts;

    tonelift_log log() {
        return {sizeof(tonelift_log), this,
                [](void* user, tonelift_log_level, const char* message) {
                    ++static_cast<Counted*>(user)->texts[message];
                }};
    }
};

TEST(StreamLog, LogsEachTextOnce) {
    Counted counted;
    const tonelift_log given = counted.log();
    const Log log = Log(&given).for_stream(), copy = log;
    for (int i = 0; i < 100; ++i) {
        (i % 2 == 0 ? log : copy).warning("assumed bt709");
        log.info("assumed bt2020");
        log.error("refused");
    }
    EXPECT_EQ(counted.texts, (std::map<std::string, int>{
                                 {"assumed bt709", 1}, {"assumed bt2020", 1}, {"refused", 100}}));
    Log(&given).for_stream().warning("assumed bt709");
    EXPECT_EQ(counted.texts["assumed bt709"], 2) << "of another stream";
}

TEST(StreamLog, LogsAtMostTenTextsThatDifferOnlyInNumbers) {
    Counted counted;
    const tonelift_log given = counted.log();
    const Log log = Log(&given).for_stream();
    for (int i = 0; i < 1000; ++i) log.warning("frame " + std::to_string(i) + " is late");
    EXPECT_EQ(counted.texts.size(), 10u);
    EXPECT_EQ(counted.texts.count("frame 9 is late (more messages of this kind are not logged)"),
              1u);
    log.warning("another text");
    EXPECT_EQ(counted.texts.count("another text"), 1u);
}

TEST(StreamLog, IsBoundedForConstantlyChangingInput) {
    Counted counted;
    const tonelift_log given = counted.log();
    tonelift_options options = default_options();
    options.device = "cpu";
    const tonelift_video hdr = hdr10_video(TONELIFT_FORMAT_P010, 64, 36);
    tonelift_filter* made = nullptr;
    const tonelift_video out = output_of(options, hdr);
    ASSERT_EQ(tonelift_filter_create(&made, &options, &hdr, &out, nullptr, &given), TONELIFT_OK);
    const FilterHandle filter(made);
    tonelift_video half = hdr, untagged = make_video(TONELIFT_FORMAT_P010, 64, 36);
    half.transfer = TONELIFT_TRANSFER_UNSPECIFIED;
    for (int i = 0; i < repeats(60); ++i) {
        for (const tonelift_video& in : {half, untagged, hdr})
            EXPECT_EQ(tonelift_filter_set_input(filter.get(), &in), TONELIFT_OK);
    }
    int assumptions = 0;
    for (const auto& [text, count] : counted.texts) {
        EXPECT_EQ(count, 1) << text;
        assumptions += text.find("assumed") != std::string::npos;
    }
    EXPECT_EQ(assumptions, 2);
}

}  // namespace
}  // namespace tonelift::log_test
