// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>
#include <tonelift/tonelift.h>

#include <string>

namespace explain_test {
namespace {

struct Heard {
    std::string info;
    std::string error;
};

void hear(void* user, tonelift_log_level level, const char* message) {
    auto* heard = static_cast<Heard*>(user);
    if (level == TONELIFT_LOG_INFO) heard->info += message;
    if (level == TONELIFT_LOG_ERROR) heard->error += message;
}

class Explain : public testing::Test {
  protected:
    Explain() {
        tonelift_options_default(&options);
        tonelift_video_default(&video);
        video.format = TONELIFT_FORMAT_P010;
        video.width = 1920;
        video.height = 1080;
        video.transfer = TONELIFT_TRANSFER_PQ;
    }

    tonelift_status explain(int reasons) {
        return tonelift_explain(&options, &video, reasons, &log);
    }

    Heard heard;
    tonelift_log log{sizeof(tonelift_log), &heard, hear};
    tonelift_options options;
    tonelift_video video;
};

TEST_F(Explain, LogsThePassesInOneMessageWithoutFinalNewline) {
    ASSERT_EQ(explain(0), TONELIFT_OK) << heard.error;
    EXPECT_TRUE(heard.info.starts_with("p010le 1920x1080 -> nv12\n")) << heard.info;
    EXPECT_NE(heard.info.find("\nstep  pass"), std::string::npos) << heard.info;
    EXPECT_FALSE(heard.info.ends_with('\n'));
}

TEST_F(Explain, LogsTheReasonsOnRequest) {
    ASSERT_EQ(explain(1), TONELIFT_OK) << heard.error;
    EXPECT_NE(heard.info.find("output: makes the output picture"), std::string::npos);
}

TEST_F(Explain, ReportsTheErrorsOfAFilter) {
    options.script_text = "output nonsense;";
    EXPECT_EQ(explain(0), TONELIFT_ERROR_SCRIPT);
    EXPECT_NE(heard.error.find("nonsense"), std::string::npos) << heard.error;
    video.format = TONELIFT_FORMAT_NONE;
    options.script_text = nullptr;
    EXPECT_EQ(explain(0), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_explain(nullptr, &video, 0, nullptr), TONELIFT_ERROR_ARGUMENT);
    EXPECT_EQ(tonelift_explain(&options, nullptr, 0, nullptr), TONELIFT_ERROR_ARGUMENT);
}

}  // namespace
}  // namespace explain_test
