// SPDX-License-Identifier: BSD-2-Clause
//
// `tonelift map -o FOLDER`: many pictures at once, each as if it were alone.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"

namespace tonelift {
namespace {

class StillFolders : public Stills {
  protected:
    void SetUp() override {
        Stills::SetUp();
        fs::create_directories(path("in/below"));
        kind_called("jpg").write(path("in/a.jpg"), picture("rgb24", 1, srgb), {100});
        kind_called("png").write(path("in/b.PNG"), picture("rgb48le", 1, srgb), {100});
        kind_called("exr").write(path("in/below/c.exr"), picture("gbrpf32le", 1, linear), {100});
        std::ofstream(path("in/list.txt")) << "no picture";
    }
    std::set<std::string> files(const std::string& folder) const {
        std::set<std::string> names;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path(folder)))
            if (entry.is_regular_file())
                names.insert(entry.path().lexically_relative(path(folder)).string());
        return names;
    }
    using Names = std::set<std::string>;
};

TEST_F(StillFolders, PicturesKeepTheirNamesAndKinds) {
    ASSERT_EQ(map("in -o out"), 0) << content("said");
    EXPECT_EQ(files("out"), (Names{"a.jpg", "b.PNG"}));
    ASSERT_EQ(map("in -o all --recursive"), 0) << content("said");
    EXPECT_EQ(files("all"), (Names{"a.jpg", "b.PNG", "below/c.exr"}));
    ASSERT_EQ(map("in -o jxl --recursive --format jxl"), 0) << content("said");
    EXPECT_EQ(files("jxl"), (Names{"a.jxl", "b.jxl", "below/c.jxl"}));
    ASSERT_EQ(map("in/a.jpg in/below/c.exr -o named"), 0) << content("said");
    EXPECT_EQ(files("named"), (Names{"a.jpg", "c.exr"}));
}

TEST_F(StillFolders, PicturesAreThoseOfTheSingleCommand) {
    ASSERT_EQ(map("in -o out --recursive --format png --preset vivid --jobs 3"), 0);
    for (const auto& [in, out] : {std::pair{"in/a.jpg", "a"}, {"in/b.PNG", "b"}}) {
        ASSERT_EQ(map(std::string(in) + " alone.png --preset vivid"), 0);
        EXPECT_EQ(content("alone.png"), content(std::string("out/") + out + ".png")) << in;
    }
}

TEST_F(StillFolders, FilesThatAreThereStayUnlessTheyMayBeReplaced) {
    fs::create_directories(path("out"));
    std::ofstream(path("out/a.jpg")) << "precious";
    ASSERT_EQ(map("in -o out"), 0);
    EXPECT_EQ(content("out/a.jpg"), "precious");
    EXPECT_TRUE(says("1 files were there and stay")) << content("said");
    ASSERT_EQ(map("in -o out --overwrite"), 0);
    EXPECT_NE(content("out/a.jpg"), "precious");
}

TEST_F(StillFolders, AFailureDoesNotStopTheOthers) {
    const std::string whole = content("in/a.jpg");
    std::ofstream(path("in/0.jpg"), std::ios::binary) << whole.substr(0, whole.size() / 2);
    std::ofstream(path("text.jpg")) << "no picture";
    EXPECT_EQ(map("text.jpg in -o out"), 1);
    EXPECT_EQ(files("out"), (Names{"a.jpg", "b.PNG"}));
    EXPECT_TRUE(says("2 of 4 pictures failed:")) << content("said");
    EXPECT_TRUE(says("  'in/0.jpg' cannot be read as JPEG")) << content("said");
    EXPECT_TRUE(says("  'text.jpg': ")) << content("said");
}

TEST_F(StillFolders, DamagedPicturesOfAFolderAreNamed) {
    std::ofstream(path("in/zero.jpg")) << std::string(3000, '\0');
    EXPECT_EQ(map("in -o out"), 1);
    EXPECT_TRUE(says("zero.jpg")) << content("said");
    EXPECT_EQ(files("out"), (Names{"a.jpg", "b.PNG"}));
}

TEST_F(StillFolders, TheCurrentFolderTakesOutputs) {
    EXPECT_EQ(map("in/a.jpg -o ."), 0) << content("said");
    EXPECT_TRUE(fs::exists(path("a.jpg")));
}

TEST_F(StillFolders, OutputsInTheFolderAreNoInputs) {
    ASSERT_EQ(map("in -o in/out --recursive"), 0);
    ASSERT_EQ(map("in -o in/out --recursive --overwrite"), 0) << content("said");
    EXPECT_EQ(files("in/out"), (Names{"a.jpg", "b.PNG", "below/c.exr"}));
}

TEST_F(StillFolders, AnInputIsNotReplaced) {
    const std::string before = content("in/a.jpg");
    EXPECT_EQ(map("in/a.jpg -o in --overwrite"), 1);
    EXPECT_TRUE(says("is the input, too")) << content("said");
    EXPECT_EQ(content("in/a.jpg"), before);
}

TEST_F(StillFolders, TheSameIsSaidOnce) {
    Still still = picture("rgba", 1, srgb);
    for (const char* name : {"one.png", "two.png", "three.png"})
        kind_called("png").write(path(name), still, {100});
    ASSERT_EQ(map("one.png two.png three.png -o out --format jpg --jobs 2"), 0);
    const std::string said = content("said"), sentence = "JPEG has no alpha; it is dropped";
    EXPECT_NE(said.find(sentence), std::string::npos) << said;
    EXPECT_EQ(said.find(sentence), said.rfind(sentence)) << said;
    EXPECT_TRUE(says("the same was said of other pictures 2 times")) << said;
}

TEST_F(StillFolders, RequestsThatCannotBeDoneAreErrorsBeforeAnythingIsWritten) {
    const auto expect = [&](const std::string& arguments, int status, const std::string& part) {
        EXPECT_EQ(map(arguments), status) << arguments;
        EXPECT_TRUE(says(part)) << arguments << content("said");
        EXPECT_FALSE(fs::exists(path("out")));
    };
    expect("-o out", 2, "needs pictures, or folders with pictures");
    expect("in -o out --format bmp", 2, "is no kind of picture that can be written");
    expect("in --recursive", 2, "go with -o FOLDER");
    expect("in nothing -o out", 1, "'nothing' cannot be read");
    fs::create_directories(path("empty"));
    expect("empty -o out", 2, "--recursive looks into the folders in them");
    kind_called("png").write(path("in/a.png"), picture("rgb24", 1, srgb), {100});
    expect("in -o out --format avif", 2, "would both become 'out/a.avif'");
}

}  // namespace
}  // namespace tonelift
