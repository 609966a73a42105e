// SPDX-License-Identifier: BSD-2-Clause
// Tests a `tonelift` that was built without the option `stills`: it maps video as usual, and
// refuses a still picture with a message that states the reason.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/text_file.h"

namespace no_stills_test {
namespace {

class NoStills : public testing::Test {
  protected:
    NoStills() : folder_(testing::TempDir() + "tonelift_no_stills") {
        std::filesystem::create_directories(folder_);
    }
    ~NoStills() override { std::filesystem::remove_all(folder_); }

    int run(const std::string& arguments) const {
        return WEXITSTATUS(
            std::system(("cd '" + folder_ + "' && '" TONELIFT_TOOL_WITHOUT_STILLS "' " + arguments +
                         " > made 2> said")
                            .c_str()));
    }
    std::string content(const std::string& name) const {
        return tonelift::text_of_file(folder_ + "/" + name);
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
    }

  private:
    std::string folder_;
};

TEST_F(NoStills, PictureIsRefusedWithTheReason) {
    write("in.png", "\x89PNG\r\n\x1a\n" + std::string(64, '\0'));
    for (const char* command : {"map in.png out.png", "map in.png", "texture in.png out.dds"}) {
        EXPECT_EQ(run(command), 1) << command;
        EXPECT_NE(content("said").find("built without the option stills"), std::string::npos)
            << command << ": " << content("said");
        EXPECT_EQ(content("made"), "") << command;
    }
}

TEST_F(NoStills, VideoIsMapped) {
    const std::string header = "YUV4MPEG2 W4 H2 F25:1 C420jpeg\n", frame = std::string(12, 'x');
    write("in.y4m", header + "FRAME\n" + frame);
    EXPECT_EQ(run("map in.y4m --with preset=faithful"), 0) << content("said");
    EXPECT_TRUE(content("made").starts_with("YUV4MPEG2 W4 H2 F25:1"));
    EXPECT_TRUE(content("made").ends_with("FRAME\n" + frame));
}

}  // namespace
}  // namespace no_stills_test
