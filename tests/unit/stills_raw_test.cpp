// SPDX-License-Identifier: BSD-2-Clause
// Tests that raw files of cameras are read as light in the white balance of the camera, including
// light above white.
#include <gtest/gtest.h>

#include <functional>

#include "kernels/error.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/ifd.h"

namespace tonelift::stills_raw_test {
namespace {

constexpr uint32_t columns = 96, lines = 64, white_level = 16000;
constexpr Vector3 neutral{0.5, 1, 0.8};

class Raws : public Stills {
  protected:
    static std::vector<uint8_t> numbers(const std::vector<uint32_t>& values, size_t size) {
        std::vector<uint8_t> bytes;
        for (const uint32_t value : values) IfdWriter(false).put(value, size, &bytes);
        return bytes;
    }
    static std::vector<uint8_t> fractions(const std::vector<double>& values) {
        std::vector<uint32_t> parts;
        for (const double value : values) {
            parts.push_back(static_cast<uint32_t>(static_cast<int32_t>(std::lround(value * 1e6))));
            parts.push_back(1000000);
        }
        return numbers(parts, 4);
    }

    void dng(const std::string& name, const Vector3& sensor,
             const std::function<void(IfdWriter*)>& change) const {
        std::vector<uint8_t> file = {'I', 'I', 42, 0, 0, 0, 0, 0};
        for (uint32_t y = 0; y < lines; ++y)
            for (uint32_t x = 0; x < columns; ++x)
                IfdWriter(false).put(
                    static_cast<uint32_t>(std::lround(white_level * sensor[x % 2 + y % 2])), 2,
                    &file);
        IfdWriter table(false);
        const auto shorts = [&](uint16_t tag, const std::vector<uint32_t>& values) {
            table.add(tag, 3, static_cast<uint32_t>(values.size()), numbers(values, 2));
        };
        table.add(254, 0);
        shorts(256, {columns});
        shorts(257, {lines});
        shorts(258, {16});
        shorts(259, {1});
        shorts(262, {32803});
        table.add(271, 2, 5, numbers({'M', 'a', 'd', 'e', 0}, 1));
        table.add(272, 2, 3, numbers({'U', 'p', 0}, 1));
        table.add(273, 8);
        shorts(274, {1});
        shorts(277, {1});
        shorts(278, {lines});
        table.add(279, 2 * columns * lines);
        shorts(33421, {2, 2});
        table.add(33422, 1, 4, numbers({0, 1, 1, 2}, 1));
        table.add(50706, 1, 4, numbers({1, 4, 0, 0}, 1));
        table.add(50708, 2, 8, numbers({'M', 'a', 'd', 'e', ' ', 'U', 'p', 0}, 1));
        table.add(50717, white_level);
        const Matrix3 matrix = inverse(rgb_to_xyz(h273::primaries_bt709));
        std::vector<double> entries;
        for (size_t i = 0; i < 3; ++i)
            for (size_t j = 0; j < 3; ++j) entries.push_back(matrix[i][j]);
        table.add(50721, 10, 9, fractions(entries));
        table.add(50728, 5, 3, fractions({neutral[0], neutral[1], neutral[2]}));
        shorts(50778, {21});
        change(&table);
        const std::vector<uint8_t> link = numbers({static_cast<uint32_t>(file.size())}, 4);
        std::copy(link.begin(), link.end(), file.begin() + 4);
        const std::vector<uint8_t> fields = table.table(file.size());
        file.insert(file.end(), fields.begin(), fields.end());
        write_bytes(path(name), file);
    }
    Still read(
        const Vector3& sensor,
        const std::function<void(IfdWriter*)>& change = [](IfdWriter*) {}) const {
        dng("a.dng", sensor, change);
        return read_again(path("a.dng"));
    }
    static Vector3 middle(const Still& still) {
        Vector3 light{};
        const std::array<double, 4> pixel = pixel_of(still, still.video.width / 2, 32);
        for (size_t i = 0; i < 3; ++i) light[i] = pixel[i];
        return multiply(convert_primaries(still.video.primaries, h273::primaries_bt709), light);
    }
    static void expect_middle(const Still& still, const Vector3& expected) {
        const Vector3 light = middle(still);
        for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(light[i], expected[i], 0.01) << i;
    }
};

// DNG 1.4: AsShotNeutral contains the sensor values of white, and WhiteLevel is the sample value
// that represents 1.0.
TEST_F(Raws, HaveSceneLightInTheWhiteBalanceOfTheCamera) {
    const Still gray = read({0.25, 0.5, 0.4});
    EXPECT_EQ(gray.video.transfer, linear);
    expect_middle(gray, {0.5, 0.5, 0.5});
    expect_middle(read({0.3, 0.2, 0.08}), {0.6, 0.2, 0.1});
    EXPECT_TRUE(gray.notes.empty()) << gray.notes[0];
}

// In an overexposed sky, red, green and blue must stay close to each other. Otherwise, the sky
// becomes magenta.
TEST_F(Raws, KeepLightAboveWhite) {
    const Vector3 light = middle(read({0.9, 1, 1}));
    const auto [least, most] = std::minmax_element(light.begin(), light.end());
    EXPECT_GT(*least, 1.1);
    EXPECT_LT(*most, 1.3 * *least);
    expect_middle(read({0.49, 0.98, 0.784}), {0.98, 0.98, 0.98});
}

TEST_F(Raws, BaselineExposureIsApplied) {
    const Still still = read({0.125, 0.25, 0.2},
                             [](IfdWriter* table) { table->add(50730, 10, 1, fractions({1})); });
    expect_middle(still, {0.5, 0.5, 0.5});
}

TEST_F(Raws, AreRotatedUprightAndKeepTheirNotes) {
    const Still still =
        read({0.25, 0.5, 0.4}, [](IfdWriter* table) { table->add(274, 3, 1, numbers({6}, 2)); });
    EXPECT_LT(still.video.width, still.video.height);
    const IfdBytes exif(still.metadata.exif);
    ASSERT_TRUE(exif.valid());
    const auto maker = exif.find(exif.first(), 271);
    ASSERT_TRUE(maker);
    EXPECT_EQ(exif.bytes(*maker)[0], 'M');
    EXPECT_FALSE(exif.find(exif.first(), 274)) << "turned already";
}

TEST_F(Raws, AreMappedToPicturesAndGainMaps) {
    dng("a.dng", {0.9, 0.9, 0.7}, [](IfdWriter*) {});
    ASSERT_EQ(map("a.dng out.jpg --gain-map"), 0) << content("said");
    EXPECT_NE(read_again(path("out.jpg")).gain_map, nullptr);
    EXPECT_EQ(read_again(path("out.jpg")).video.transfer, srgb);
}

TEST_F(Raws, DamagedFilesAreErrors) {
    dng("whole.dng", {0.25, 0.5, 0.4}, [](IfdWriter*) {});
    const std::vector<uint8_t> whole = read_bytes(path("whole.dng"));
    for (size_t at = whole.size() - 500; at < whole.size(); at += 13) {
        for (const uint8_t byte : {uint8_t{0xFF}, uint8_t{0x7F}}) {
            std::vector<uint8_t> damaged = whole;
            damaged[at] = byte;
            write_bytes(path("part.dng"), damaged);
            try {
                const StillKind* const kind = kind_of_content(path("part.dng"));
                EXPECT_GE(kind == nullptr ? 1 : kind->read(path("part.dng")).video.width, 1);
            } catch (const Error& error) {
                EXPECT_NE(std::string(error.what()), "");
            }
        }
    }
}

}  // namespace
}  // namespace tonelift::stills_raw_test
