// SPDX-License-Identifier: BSD-2-Clause
// Tests OpenEXR files with several parts, or with several samples per pixel.
#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfDeepFrameBuffer.h>
#include <ImfDeepScanLineOutputFile.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <gtest/gtest.h>

#include "kernels/error.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/samples.h"

namespace tonelift::stills_exr_test {
namespace {

constexpr int side = 2;
constexpr size_t pixels = side * side;

class StillExrs : public Stills {
  protected:
    static Imf::Header header(const char* name, const std::string& type) {
        Imf::Header header(side, side);
        header.setName(name);
        header.setType(type);
        for (const char* channel : {"R", "G", "B"})
            header.channels().insert(channel, Imf::Channel(Imf::FLOAT));
        return header;
    }

    // Writes a picture whose channels, named by single letters, have the value 0.1, except for one
    // pixel of the color `light`. The value 1.0 is `white` in cd/m2.
    void write_channels(const std::string& names, float light, float white,
                        const Imf::Chromaticities& of) const {
        Imf::Header header(side, side);
        Imf::addWhiteLuminance(header, white);
        Imf::addChromaticities(header, of);
        std::vector<float> color(pixels, 0.1f), alpha(pixels, 1.0f);
        color.back() = light;
        Imf::FrameBuffer buffer;
        for (const char name : names) {
            std::vector<float>& samples = name == 'A' ? alpha : color;
            header.channels().insert(std::string(1, name), Imf::Channel(Imf::FLOAT));
            buffer.insert(std::string(1, name),
                          Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(samples.data()),
                                     sizeof(float), side * sizeof(float)));
        }
        Imf::OutputFile file(path("a.exr").c_str(), header);
        file.setFrameBuffer(buffer);
        file.writePixels(side);
    }
};

// OpenEXR, Technical Introduction, "Multi-Part Files": every part is a separate picture.
TEST_F(StillExrs, TheFirstOfSeveralPartsIsRead) {
    const Imf::Header headers[] = {header("left", Imf::SCANLINEIMAGE),
                                   header("right", Imf::SCANLINEIMAGE)};
    {
        Imf::MultiPartOutputFile file(path("a.exr").c_str(), headers, 2);
        for (const int part : {0, 1}) {
            std::vector<float> samples(pixels, part == 0 ? 0.25f : 0.75f);
            Imf::FrameBuffer buffer;
            for (const char* channel : {"R", "G", "B"})
                buffer.insert(channel,
                              Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(samples.data()),
                                         sizeof(float), side * sizeof(float)));
            Imf::OutputPart output(file, part);
            output.setFrameBuffer(buffer);
            output.writePixels(side);
        }
    }
    const Still still = read_again(path("a.exr"));
    expect_light(still, {0.25, 0.25, 0.25}, 1e-6);
    ASSERT_EQ(still.notes.size(), 1U);
    EXPECT_TRUE(has_note(still, "only the first picture of the file is read"));
}

// OpenEXR, Technical Introduction, "Luminance/Chroma Images": alpha is an additional channel.
TEST_F(StillExrs, LuminanceIsDividedByAlpha) {
    for (const Imf::RgbaChannels channels : {Imf::WRITE_YA, Imf::WRITE_YCA}) {
        const std::vector<Imf::Rgba> stored(pixels, Imf::Rgba(0.25f, 0.25f, 0.25f, 0.5f));
        {
            Imf::RgbaOutputFile file(path("a.exr").c_str(), side, side, channels);
            file.setFrameBuffer(stored.data(), 1, side);
            file.writePixels(side);
        }
        const Still still = straight(read_again(path("a.exr")));
        for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(pixel_of(still, 1, 1)[i], 0.5, 1e-3) << i;
        EXPECT_TRUE(still.notes.empty());
    }
}

// Renderers write infinity where light leaves the range of half floats.
TEST_F(StillExrs, InfiniteLightIsWhite) {
    const Imf::Chromaticities bt709;
    // ACES (SMPTE ST 2065-1)
    const Imf::Chromaticities aces({0.7347f, 0.2653f}, {0, 1}, {0.0001f, -0.077f},
                                   {0.32168f, 0.33767f});
    for (const char* names : {"Y", "YA", "RGB", "RGBA"})
        for (const float white : {203.0f, 80.0f})
            for (const Imf::Chromaticities& of : {bt709, aces}) {
                write_channels(names, INFINITY, white, of);
                ASSERT_EQ(map("a.exr a.png"), 0) << content("said");
                SCOPED_TRACE(testing::Message() << names << ", " << white << ", " << of.red.x);
                expect_light(read_again(path("a.png")), {1, 1, 1}, 0.1);
            }
}

// OpenEXR, "Interpreting OpenEXR Deep Pixels": a pixel can have any number of samples, each at its
// own depth.
TEST_F(StillExrs, DeepSamplesAreAnError) {
    {
        Imf::Header deep = header("deep", Imf::DEEPSCANLINE);
        deep.compression() = Imf::ZIPS_COMPRESSION;
        Imf::DeepScanLineOutputFile file(path("a.exr").c_str(), deep);
        std::vector<unsigned> counts(pixels, 1);
        std::vector<float> samples(pixels, 0.5f);
        std::vector<float*> places;
        for (float& sample : samples) places.push_back(&sample);
        Imf::DeepFrameBuffer buffer;
        buffer.insertSampleCountSlice(Imf::Slice(Imf::UINT, reinterpret_cast<char*>(counts.data()),
                                                 sizeof(unsigned), side * sizeof(unsigned)));
        for (const char* channel : {"R", "G", "B"})
            buffer.insert(channel,
                          Imf::DeepSlice(Imf::FLOAT, reinterpret_cast<char*>(places.data()),
                                         sizeof(float*), side * sizeof(float*), sizeof(float)));
        file.setFrameBuffer(buffer);
        file.writePixels(side);
    }
    ASSERT_EQ(map("a.exr out.png"), 1);
    EXPECT_TRUE(says("a.exr")) << content("said");
    EXPECT_THROW(read_again(path("a.exr")), Error);
}

}  // namespace
}  // namespace tonelift::stills_exr_test
