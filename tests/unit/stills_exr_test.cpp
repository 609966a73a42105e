// SPDX-License-Identifier: BSD-2-Clause
// Tests OpenEXR files with several parts, or with several samples per pixel.
#include <ImfChannelList.h>
#include <ImfDeepFrameBuffer.h>
#include <ImfDeepScanLineOutputFile.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
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
