// SPDX-License-Identifier: BSD-2-Clause
// Tests that `tonelift map -o FOLDER` maps each of many pictures as if it were the only picture.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "tests/unit/stills_support.h"

namespace tonelift::stills_folder_test {
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

TEST_F(StillFolders, PicturesThatCanOnlyBeReadBecomePng) {
    std::ofstream(path("in/lamp.hdr"), std::ios::binary)
        << "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x80\x80\x81";
    ASSERT_EQ(map("in/lamp.hdr -o out"), 0) << content("said");
    EXPECT_EQ(files("out"), (Names{"lamp.png"}));
}

TEST_F(StillFolders, PicturesEqualThoseOfSingleCommands) {
    ASSERT_EQ(map("in -o out --recursive --format png --preset vivid --jobs 3"), 0);
    for (const auto& [in, out] : {std::pair{"in/a.jpg", "a"}, {"in/b.PNG", "b"}}) {
        ASSERT_EQ(map(std::string(in) + " alone.png --preset vivid"), 0);
        EXPECT_EQ(content("alone.png"), content(std::string("out/") + out + ".png")) << in;
    }
}

TEST_F(StillFolders, ExistingFilesAreKeptWithoutOverwrite) {
    fs::create_directories(path("out"));
    std::ofstream(path("out/a.jpg")) << "precious";
    ASSERT_EQ(map("in -o out"), 0);
    EXPECT_EQ(content("out/a.jpg"), "precious");
    EXPECT_TRUE(says("1 file was there and stays; --overwrite replaces it")) << content("said");
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

TEST_F(StillFolders, DamagedPicturesOfAFolderAreReported) {
    std::ofstream(path("in/zero.jpg")) << std::string(3000, '\0');
    EXPECT_EQ(map("in -o out"), 1);
    EXPECT_TRUE(says("zero.jpg")) << content("said");
    EXPECT_EQ(files("out"), (Names{"a.jpg", "b.PNG"}));
}

TEST_F(StillFolders, OutputsMayGoToTheCurrentFolder) {
    EXPECT_EQ(map("in/a.jpg -o ."), 0) << content("said");
    EXPECT_TRUE(fs::exists(path("a.jpg")));
}

TEST_F(StillFolders, OutputsInTheFolderAreNoInputs) {
    ASSERT_EQ(map("in -o in/out --recursive"), 0);
    ASSERT_EQ(map("in -o in/out --recursive --overwrite"), 0) << content("said");
    EXPECT_EQ(files("in/out"), (Names{"a.jpg", "b.PNG", "below/c.exr"}));
}

TEST_F(StillFolders, FoldersBelowTheOutputAreInputs) {
    ASSERT_EQ(map("in/below -o in"), 0) << content("said");
    EXPECT_EQ(files("in"), (Names{"a.jpg", "b.PNG", "c.exr", "below/c.exr", "list.txt"}));
    ASSERT_EQ(map("in -o in --format jxl"), 0) << content("said");
    EXPECT_TRUE(fs::exists(path("in/a.jxl")));
}

TEST_F(StillFolders, InputsAreNotReplaced) {
    const std::string before = content("in/a.jpg");
    for (const char* arguments :
         {"in/a.jpg -o in --overwrite", "in -o in --overwrite", "in/a.jpg -o ./in/below/.."}) {
        EXPECT_EQ(map(arguments), 2) << arguments;
        EXPECT_TRUE(says("is an input, too; name another folder with -o")) << content("said");
    }
    fs::create_directories(path("in/in"));
    fs::copy_file(path("in/a.jpg"), path("in/in/a.jpg"));
    EXPECT_EQ(map("in/in in/a.jpg -o in --overwrite"), 2);
    EXPECT_EQ(content("in/a.jpg"), before);
}

// Folders of photographers contain files of other programs, and camera cards contain hidden files.
// Both are skipped.
TEST_F(StillFolders, SkippedFilesAreLoggedOncePerKind) {
    for (const char* name : {"in/1.webp", "in/2.webp", "in/below/3.webp"})
        std::ofstream(path(name)) << "RIFF....WEBPVP8 ";
    std::ofstream(path("in/d.psd")) << "8BPS";
    std::ofstream(path("in/._a.jpg")) << "AppleDouble";
    fs::create_directory_symlink(path("in/below"), path("in/link"));
    ASSERT_EQ(map("in -o out --recursive"), 0) << content("said");
    EXPECT_TRUE(says("'in/1.webp' and 2 other files are left out: WebP is not read; dwebp makes"))
        << content("said");
    EXPECT_TRUE(says("'in/d.psd' is left out: PSD is not read")) << content("said");
    EXPECT_TRUE(says("'in/link' is a link to a folder and is left out")) << content("said");
    EXPECT_FALSE(says("AppleDouble")) << content("said");
    EXPECT_EQ(files("out"), (Names{"a.jpg", "b.PNG", "below/c.exr"}));
}

// Root can read every folder, so the test runs the tool without the capabilities that allow this.
TEST_F(StillFolders, UnreadableFoldersAreReported) {
    if (std::system("setpriv --bounding-set=-dac_override,-dac_read_search true") != 0 &&
        geteuid() == 0)
        GTEST_SKIP() << "setpriv is needed";
    const std::string before =
        geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search " : "";
    fs::permissions(path("in/below"), fs::perms::none);
    EXPECT_EQ(map("in -o out --recursive", before), 0) << content("said");
    EXPECT_TRUE(says("'in/below' cannot be read: Permission denied")) << content("said");
    EXPECT_EQ(files("out"), (Names{"a.jpg", "b.PNG"}));
    EXPECT_EQ(map("in/below -o out", before), 1);
    EXPECT_TRUE(says("'in/below' cannot be read: Permission denied")) << content("said");
    fs::permissions(path("in/below"), fs::perms::owner_all);
}

TEST_F(StillFolders, RepeatedMessagesAreLoggedOnce) {
    Still still = picture("rgba", 1, srgb);
    for (const char* name : {"one.png", "two.png", "three.png"})
        kind_called("png").write(path(name), still, {100});
    ASSERT_EQ(map("one.png two.png three.png -o out --format jpg --jobs 2"), 0);
    const std::string said = content("said"), sentence = "JPEG has no alpha; it is dropped";
    EXPECT_NE(said.find(sentence), std::string::npos) << said;
    EXPECT_EQ(said.find("png': " + sentence), said.rfind("png': " + sentence)) << said;
    EXPECT_TRUE(says("2 pictures more: JPEG has no alpha; it is dropped")) << said;
}

TEST_F(StillFolders, MetadataThatIsNotCopiedIsLoggedOnceAtTheEnd) {
    Still still = picture("rgb24", 1, srgb);
    still.metadata.iptc = {0x1C, 2, 105, 0, 1, 'a'};
    for (const char* name : {"one.jpg", "two.jpg", "three.jpg"})
        kind_called("jpg").write(path(name), still, {100});
    const std::string sentence = "not copied: IPTC, which PNG cannot hold";
    ASSERT_EQ(map("one.jpg two.jpg three.jpg -o out --format png"), 0);
    EXPECT_EQ(content("said"), "tonelift: 3 pictures: " + sentence + "\n");
    ASSERT_EQ(map("one.jpg in/a.jpg -o again --format png"), 0);
    EXPECT_EQ(content("said"), "tonelift: 'one.jpg': " + sentence + "\n");
}

TEST_F(StillFolders, AFolderMayHaveTheNameOfAPictureIfItExists) {
    fs::create_directories(path("out.jpg"));
    EXPECT_EQ(map("in -o out.jpg"), 0) << content("said");
    EXPECT_EQ(files("out.jpg"), (Names{"a.jpg", "b.PNG"}));
}

TEST_F(StillFolders, AnUnsupportedOptionStopsOnlyTheKindsWithoutIt) {
    EXPECT_EQ(map("in -o out --with transfer=pq"), 1);
    EXPECT_EQ(files("out"), (Names{"b.PNG"}));
    EXPECT_TRUE(says("1 of 2 pictures failed:")) << content("said");
}

TEST_F(StillFolders, ImpossibleRequestsAreErrorsBeforeAnythingIsWritten) {
    const auto expect = [&](const std::string& arguments, int status, const std::string& part) {
        EXPECT_EQ(map(arguments), status) << arguments;
        EXPECT_TRUE(says(part)) << arguments << content("said");
        EXPECT_FALSE(fs::exists(path("out")));
    };
    expect("-o out", 2, "map -o without a name: allowed are pictures and folders with pictures");
    expect("in -o out --format bmp", 2,
           "--format 'bmp': allowed are png, jpg, tif, exr, avif and jxl");
    expect("in -o out --format .png", 2, "--format '.png': allowed are png, jpg");
    expect("in --recursive", 2, "go with -o FOLDER");
    expect("in nothing -o out", 1, "'nothing' cannot be read");
    fs::create_directories(path("empty"));
    expect("empty -o out", 2, "or search their subfolders with --recursive");
    ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
    expect("fifo -o out", 2, "'fifo' is not a regular file; with -o, map reads only regular files");
    expect("in -o -", 2, "-o - is not a folder");
    expect("in -o in/a.jpg", 2, "-o 'in/a.jpg': this is a file; allowed is a folder");
    expect("in/a.jpg -o out.jpg", 2,
           "-o 'out.jpg': this is the name of a picture, and -o takes a folder; to write one "
           "picture, leave out -o, as in tonelift map photo.jpg 'out.jpg'");
    EXPECT_FALSE(fs::exists(path("out.jpg")));
    expect("in out.png", 2,
           "'in' is a folder; to map the pictures in it, name a folder for the results with -o");
    expect("in -o " + std::string(300, 'x'), 1, "File name too long");
    expect("in -o out --with nonsense=1", 2, "there is no option 'nonsense'");
    expect("in -o out --preset vived", 2, "there is no preset 'vived'");
    expect("in -o out --preset my.tl", 2,
           "--preset 'my.tl' is not the name of a preset; for a script, write --with script=my.tl");
    expect("in -o out --with preset=my.tl", 2,
           "there is no preset 'my.tl'; for a script, set the option script=my.tl");
    expect("in -o out --with script=none.tl", 1, "none.tl");
    expect("in -o out --with transfer=pq --format jpg", 2,
           "JPEG cannot state that a picture is PQ");
    expect("in -o out --with format=yuv420p --format png", 2, "cannot hold the format 'yuv420p'");
    expect("in -o out --gain-map --format png", 2, "a gain map cannot be written into PNG");
    kind_called("png").write(path("in/a.png"), picture("rgb24", 1, srgb), {100});
    expect("in -o out --format avif", 2, "would both become 'out/a.avif'");
}

}  // namespace
}  // namespace tonelift::stills_folder_test
