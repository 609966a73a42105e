// SPDX-License-Identifier: BSD-2-Clause
//
// Frames for tests: of any format, size and pitch, filled with data from a seed, between canaries
// that detect writes outside of samples; and a comparison that names the worst sample.
//
//   TestPicture in(make_picture("p010", 1919, 5), Pitch::padded);
//   in.fill_legal(seed);
//   ... process(in.planes(), out.planes()) ...
//   EXPECT_TRUE(out.padding_untouched());
//   EXPECT_TRUE(equal(in, out)) << "seed " << seed;
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// The picture of a format by this library's or a host's name; throws std::invalid_argument for an
// unknown name.
Picture make_picture(const char* format, int width, int height, bool full_range = false,
                     int chroma_location = 1);

// Every format of formats.def.
std::vector<const Format*> all_formats();

// tight: rows are contiguous; padded: room after each row, an odd number of samples; negative: the
// same, bottom up; aligned: planes and rows begin at multiples of 256 bytes of memory(), as devices
// allocate them.
enum class Pitch { tight, padded, negative, aligned };

class TestPicture {
  public:
    explicit TestPicture(const Picture& picture, Pitch pitch = Pitch::padded);

    const Picture& picture() const { return picture_; }
    const Format& format() const { return *picture_.format; }
    FramePlanes planes() const;
    // All bytes, including those between planes.
    std::span<const std::byte> memory() const { return memory_; }
    std::span<std::byte> memory() { return memory_; }

    // Fills with random codes in the legal range, sample by sample. Float samples lie in [0, 1].
    void fill_legal(uint32_t seed);
    // Fills every bit of integer samples with random bits, including unused bits; floats also with
    // NaN, infinities, denormals, negative and huge values.
    void fill_hostile(uint32_t seed);
    // Fills all samples of a component with the same code.
    void fill_constant(int component, double code);
    // Light that changes slowly, little noise and colors that screens have, as in most films.
    void fill_smooth();

    // One sample in its component's own plane: the code of an integer format, or the float.
    double code(int component, int x, int y) const;
    void set_code(int component, int x, int y, double code);
    // Size of a component's plane; 0 if the format has no such component.
    int width(int component) const;
    int height(int component) const;

    // Whether all bytes outside of pixels are unchanged.
    testing::AssertionResult padding_untouched() const;

  private:
    // The byte of a sample, or of the word that it shares, and how far it sits above bit 0 there.
    std::byte* at(int component, int x, int y) const;
    int shift(int component, int x) const;
    void fill_words(uint32_t seed);

    Picture picture_;
    std::vector<std::byte> memory_;
    std::array<size_t, 4> first_{};  // byte of each plane's first sample
    std::array<ptrdiff_t, 4> pitch_{};
};

// Whether all samples agree to `tolerance` codes; reports how many do not and where the worst one
// is. NaN equals NaN.
testing::AssertionResult equal(const TestPicture& expected, const TestPicture& actual,
                               double tolerance = 0);

}  // namespace tonelift
