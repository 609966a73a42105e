// SPDX-License-Identifier: BSD-2-Clause
//
// Frames for tests: of any format, size and pitch, filled with data from a seed, between canaries
// that detect writes outside of samples. Comparisons report the worst sample.
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

// Returns the picture of a format, named as in this library or in a host; throws
// std::invalid_argument for an unknown name.
Picture make_picture(const char* format, int width, int height, bool full_range = false,
                     int chroma_location = 1);

// Returns every format of formats.def.
std::vector<const Format*> all_formats();

// tight: rows are contiguous. padded: room for an odd number of samples after each row. negative:
// the same, bottom up. aligned: planes and rows begin at multiples of 256 bytes in memory(), as
// devices allocate them.
enum class Pitch { tight, padded, negative, aligned };

class TestPicture {
  public:
    explicit TestPicture(const Picture& picture, Pitch pitch = Pitch::padded);

    const Picture& picture() const { return picture_; }
    const Format& format() const { return *picture_.format; }
    FramePlanes planes() const;
    // Returns all bytes, including those between planes.
    std::span<const std::byte> memory() const { return memory_; }
    std::span<std::byte> memory() { return memory_; }

    // Fills each sample with a random legal code. Float samples are in [0, 1].
    void fill_legal(uint32_t seed);
    // Fills every bit of integer samples with random bits, including unused bits. Floats also get
    // NaN, infinities, denormals, negative and huge values.
    void fill_hostile(uint32_t seed);
    // Fills all samples of a component with the same code.
    void fill_constant(int component, double code);
    // Fills with slowly changing light, little noise and colors of screens, as in most films.
    void fill_smooth();

    // Returns a sample of its component's own plane: the code of an integer format, or the float.
    double code(int component, int x, int y) const;
    void set_code(int component, int x, int y, double code);
    // Returns the size of a component's plane; 0 if the format has no such component.
    int width(int component) const;
    int height(int component) const;

    // Returns whether all bytes outside of pixels are unchanged.
    testing::AssertionResult padding_untouched() const;

  private:
    // Returns the first byte of a sample or of the word that it shares; shift() returns its lowest
    // bit in the word.
    std::byte* at(int component, int x, int y) const;
    int shift(int component, int x) const;
    void fill_words(uint32_t seed);

    Picture picture_;
    std::vector<std::byte> memory_;
    std::array<size_t, 4> first_{};  // byte of each plane's first sample
    std::array<ptrdiff_t, 4> pitch_{};
};

// Returns whether all samples agree to `tolerance` codes; reports the number that do not and the
// position of the worst one. NaN equals NaN.
testing::AssertionResult equal(const TestPicture& expected, const TestPicture& actual,
                               double tolerance = 0);

}  // namespace tonelift
