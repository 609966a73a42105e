// SPDX-License-Identifier: BSD-2-Clause
// Tests texture files: the fields that readers need, and the command that writes the files.
#include "tools/texture/texture_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "kernels/error.h"
#include "kernels/texture/decode.h"
#include "tests/support/text_file.h"
#include "tools/pictures/still.h"
#include "tools/texture/texture.h"
#include "tools/whole_file.h"

namespace tonelift::texture_file_test {
namespace {

class TextureFile : public testing::Test {
  protected:
    TextureFile() : folder_(testing::TempDir() + "tonelift_texture_file") {
        std::filesystem::create_directories(folder_);
    }
    ~TextureFile() override { std::filesystem::remove_all(folder_); }

    std::string written(const std::string& name, const Texture& texture) const {
        const std::string file = folder_ + "/" + name;
        write_texture(file, texture_ending(file), texture);
        return content(name);
    }
    std::string content(const std::string& name) const {
        return text_of_file(folder_ + "/" + name);
    }

    std::string folder_;
};

template <typename Work>
std::string error_of(const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

template <typename T>
T number_at(const std::string& bytes, size_t place) {
    T number;
    std::memcpy(&number, bytes.data() + place, sizeof number);
    return number;
}

Texture texture_of(BlockFormat format, int width, int height) {
    const auto blocks = static_cast<size_t>(blocks_of(width) * blocks_of(height));
    Texture texture = {format, width, height, TONELIFT_PRIMARIES_BT709, TONELIFT_TRANSFER_SRGB, {}};
    for (size_t i = 0; i < blocks * static_cast<size_t>(block_bytes(format)); ++i)
        texture.blocks.push_back(static_cast<std::byte>(i * 7));
    return texture;
}

std::string_view text_of(const Texture& texture) {
    return {reinterpret_cast<const char*>(texture.blocks.data()), texture.blocks.size()};
}

TEST_F(TextureFile, DdsHasTheDirectDrawHeader) {
    const Texture texture = texture_of(BlockFormat::bc3, 13, 6);
    const std::string file = written("a.dds", texture);
    ASSERT_EQ(file.size(), 128 + texture.blocks.size());
    EXPECT_EQ(file.substr(0, 4), "DDS ");
    EXPECT_EQ(number_at<uint32_t>(file, 12), 6u);
    EXPECT_EQ(number_at<uint32_t>(file, 16), 13u);
    EXPECT_EQ(number_at<uint32_t>(file, 20), texture.blocks.size());
    EXPECT_EQ(file.substr(84, 4), "DXT5");
    EXPECT_EQ(file.substr(128), text_of(texture));
}

TEST_F(TextureFile, IsKtx2) {
    for (const auto& [format, vulkan, samples] :
         {std::tuple(BlockFormat::bc1, 132u, 1u), std::tuple(BlockFormat::bc3, 138u, 2u),
          std::tuple(BlockFormat::bc3_ycocg, 137u, 2u), std::tuple(BlockFormat::bc4, 139u, 1u)}) {
        const Texture texture = texture_of(format, 9, 17);
        const std::string file = written("a.ktx2", texture);
        EXPECT_EQ(file.substr(1, 6), "KTX 20");
        EXPECT_EQ(number_at<uint32_t>(file, 12), vulkan);
        EXPECT_EQ(number_at<uint32_t>(file, 20), 9u);
        EXPECT_EQ(number_at<uint32_t>(file, 24), 17u);
        const auto descriptor = number_at<uint32_t>(file, 48);
        EXPECT_EQ(number_at<uint32_t>(file, 52), 28 + 16 * samples);
        EXPECT_EQ(number_at<uint32_t>(file, descriptor), 28 + 16 * samples);
        const auto first = number_at<uint64_t>(file, 80), bytes = number_at<uint64_t>(file, 88);
        EXPECT_EQ(first % 16, 0u);
        EXPECT_EQ(bytes, texture.blocks.size());
        EXPECT_EQ(file.substr(first), text_of(texture));
    }
}

// The numbers of color models, primaries and transfer functions come from the Khronos Data Format
// Specification 1.3, chapter 5.
TEST_F(TextureFile, Ktx2HasItsColorSpace) {
    constexpr int bt709 = TONELIFT_PRIMARIES_BT709, bt2020 = TONELIFT_PRIMARIES_BT2020;
    const auto written_as = [&](BlockFormat format, int primaries, int transfer) {
        Texture texture = texture_of(format, 8, 8);
        texture.primaries = primaries;
        texture.transfer = transfer;
        const std::string file = written("a.ktx2", texture);
        const auto colors = number_at<uint32_t>(file, 48) + 4 + 8;
        return std::tuple(number_at<uint32_t>(file, 12), int{number_at<uint8_t>(file, colors + 1)},
                          int{number_at<uint8_t>(file, colors + 2)});
    };
    using Told = std::tuple<uint32_t, int, int>;
    EXPECT_EQ(written_as(BlockFormat::bc1, bt709, TONELIFT_TRANSFER_SRGB), Told(132, 1, 2));
    EXPECT_EQ(written_as(BlockFormat::bc1, bt709, TONELIFT_TRANSFER_LINEAR), Told(131, 1, 1));
    EXPECT_EQ(written_as(BlockFormat::bc3, bt2020, TONELIFT_TRANSFER_PQ), Told(137, 4, 10));
    EXPECT_EQ(written_as(BlockFormat::bc3, bt2020, TONELIFT_TRANSFER_HLG), Told(137, 4, 8));
    EXPECT_EQ(written_as(BlockFormat::bc1, 12, TONELIFT_TRANSFER_BT709), Told(131, 10, 7));
    EXPECT_EQ(written_as(BlockFormat::bc1, 4, 4), Told(131, 0, 0)) << "without a number there";
    EXPECT_EQ(written_as(BlockFormat::bc3_ycocg, bt2020, TONELIFT_TRANSFER_PQ), Told(137, 1, 1));
}

// KHR_DF_SAMPLE_DATATYPE_LINEAR, 0x10, excludes a channel from the transfer function (Khronos Data
// Format Specification 1.3, 5.6).
TEST_F(TextureFile, Ktx2HasLinearAlpha) {
    const auto alpha_as = [&](BlockFormat format, int transfer) {
        Texture texture = texture_of(format, 8, 8);
        texture.transfer = transfer;
        const std::string file = written("a.ktx2", texture);
        return int{number_at<uint8_t>(file, number_at<uint32_t>(file, 48) + 28 + 3)};
    };
    EXPECT_EQ(alpha_as(BlockFormat::bc3, TONELIFT_TRANSFER_SRGB), 0x1F);
    EXPECT_EQ(alpha_as(BlockFormat::bc3, TONELIFT_TRANSFER_PQ), 0x1F);
    EXPECT_EQ(alpha_as(BlockFormat::bc3, TONELIFT_TRANSFER_LINEAR), 0x0F);
    EXPECT_EQ(alpha_as(BlockFormat::bc3_ycocg, TONELIFT_TRANSFER_SRGB), 0x0F);
}

TEST_F(TextureFile, RefusalsNameTheReason) {
    const Texture texture = texture_of(BlockFormat::bc1, 4, 4);
    EXPECT_THROW(texture_ending("a.png"), Error);
    EXPECT_EQ(texture_ending("A.DDS"), ".dds");
    EXPECT_EQ(error_of([&] { write_texture(folder_ + "/none/a.dds", ".dds", texture); }),
              "'" + folder_ + "/none/a.dds' cannot be written: No such file or directory");
    EXPECT_EQ(block_format_called("BC3_YCoCg"), BlockFormat::bc3_ycocg);
    EXPECT_EQ(block_quality_called("best"), BlockQuality::best);
    EXPECT_THROW(block_format_called("bc7"), Error);
    EXPECT_THROW(block_quality_called("slow"), Error);
}

TEST_F(TextureFile, RefusesOptionsThatTheCommandSets) {
    TextureRequest request;
    request.input = folder_ + "/none.png";
    request.output = folder_ + "/a.dds";
    for (const char* name : {"format", "texture_quality", "range"}) {
        request.options = {{name, "best"}};
        try {
            make_texture(request);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(std::string("--with ") + name),
                      std::string::npos)
                << error.what();
        }
    }
}

TEST_F(TextureFile, ImpossibleOutputsAreRefusedBeforeTheInputIsRead) {
    TextureRequest request;
    request.input = folder_ + "/a.dds";
    std::ofstream(request.input) << "precious";
    request.output = folder_ + "/a.png";
    EXPECT_EQ(error_of([&] { make_texture(request); }),
              "'" + request.output +
                  "': no texture is written with this file name extension; allowed are .dds and "
                  ".ktx2");
    request.output = folder_ + "/../tonelift_texture_file/a.dds";
    EXPECT_EQ(error_of([&] { make_texture(request); }),
              "'" + request.output + "' is the input, too; name another output");
    EXPECT_EQ(content("a.dds"), "precious");
}

// Returns whether a pixel of a BC1 block uses the fourth color. Programs that support alpha show
// this color as transparent.
bool has_hole(const std::string& file, size_t block) {
    const auto numbers = number_at<uint32_t>(file, block + 4);
    return number_at<uint16_t>(file, block) <= number_at<uint16_t>(file, block + 2) &&
           (numbers & numbers >> 1 & 0x55555555) != 0;
}

TEST_F(TextureFile, OpaqueBc1UsesTheTransparentColorAsBlack) {
    const StillKind* const png = kind_of_name("a.png");
    if (png == nullptr) GTEST_SKIP() << readable_stills();
    tonelift_video video = still_video("rgb24", 4, 4);
    video.primaries = TONELIFT_PRIMARIES_BT709;
    video.transfer = TONELIFT_TRANSFER_SRGB;
    Still still(video);
    for (int i = 0; i < 16; ++i) {
        constexpr uint8_t colors[3][3] = {{0, 0, 0}, {255, 0, 132}, {0, 255, 66}};
        std::memcpy(still.frame.row(0, i / 4) + 3 * (i % 4), colors[i % 3], 3);
    }
    TextureRequest request;
    request.quality = BlockQuality::best;
    request.input = folder_ + "/a.png";
    png->write(request.input, still, {});
    for (const char* name : {"a.dds", "a.ktx2"}) {
        request.output = folder_ + "/" + name;
        make_texture(request);
    }
    const std::string dds = content("a.dds"), ktx2 = content("a.ktx2");
    EXPECT_FALSE(has_hole(dds, dds.size() - 8));
    EXPECT_TRUE(has_hole(ktx2, ktx2.size() - 8));
}

// ITU-R BT.709: the luma of red is 0.2126, and that of blue is 0.0722.
TEST_F(TextureFile, Bc4OfColorsIsGray) {
    const StillKind* const png = kind_of_name("a.png");
    if (png == nullptr) GTEST_SKIP() << readable_stills();
    constexpr std::pair<int, double> colors[] = {{0, 0.2126 * 255}, {2, 0.0722 * 255}};
    for (const auto& [color, luma] : colors) {
        tonelift_video video = still_video("rgb24", 4, 4);
        video.primaries = TONELIFT_PRIMARIES_BT709;
        video.transfer = TONELIFT_TRANSFER_SRGB;
        Still still(video);
        for (int i = 0; i < 16; ++i) still.frame.row(0, i / 4)[3 * (i % 4) + color] = 255;
        TextureRequest request;
        request.format = BlockFormat::bc4;
        request.input = folder_ + "/a.png";
        request.output = folder_ + "/a.dds";
        png->write(request.input, still, {});
        make_texture(request);
        const std::string file = content("a.dds");
        const auto* const block = reinterpret_cast<const std::byte*>(file.data()) + file.size() - 8;
        EXPECT_NEAR(decode_block(BlockFormat::bc4, block)[5][3], luma, 1) << color;
    }
}

TEST_F(TextureFile, KeepsAnOldFileUntilTheNewOneIsComplete) {
    const std::string file = folder_ + "/a.dds";
    const auto write = [](const std::string& text, bool fails) {
        return [=](const std::string& part) {
            std::ofstream(part) << text;
            if (fails) throw Error(Failure::io, "the disk is full");
        };
    };
    write_whole(file, write("old", false));
    EXPECT_EQ(error_of([&] { write_whole(file, write("new", true)); }), "the disk is full");
    EXPECT_EQ(content("a.dds"), "old");
    write_whole(file, write("new", false));
    EXPECT_EQ(content("a.dds"), "new");
    EXPECT_FALSE(std::filesystem::exists(file + ".part"));
}

TEST_F(TextureFile, FollowsLinksOnlyForTheOutput) {
    namespace fs = std::filesystem;
    const std::string file = folder_ + "/a.dds", other = folder_ + "/other";
    const auto write = [](const std::string& part) { std::ofstream(part) << "new"; };
    std::ofstream(other) << "precious";
    fs::create_symlink("other", file + ".part");
    write_whole(file, write);
    EXPECT_EQ(content("other"), "precious") << "a link that lies in wait";
    EXPECT_EQ(content("a.dds"), "new");
    fs::remove(file);
    fs::create_symlink("other", file);
    write_whole(file, write);
    EXPECT_TRUE(fs::is_symlink(file));
    EXPECT_EQ(content("other"), "new") << "the link of the user";
    fs::create_directories(folder_ + "/b.dds");
    EXPECT_EQ(error_of([&] { write_whole(folder_ + "/b.dds", write); }),
              "the output '" + folder_ + "/b.dds' is a directory; allowed is a regular file");
    EXPECT_FALSE(fs::exists(folder_ + "/b.dds.part"));
}

}  // namespace
}  // namespace tonelift::texture_file_test
