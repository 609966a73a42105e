// SPDX-License-Identifier: BSD-2-Clause
//
// Frames for tests, in any format, size and pitch. They are filled with data from a seed. Canaries
// around the samples detect wrong writes. Comparisons report the worst sample.
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

// Returns a picture with this format. The name may be that of this library or of a host. Throws
// std::invalid_argument for an unknown name.
Picture make_picture(const char* format, int width, int height, bool full_range = false,
                     int chroma_location = 1);

// Returns every format of formats.def.
std::vector<const Format*> all_formats();

// How rows are stored. tight: without gaps. padded: with a gap for an odd number of samples.
// negative: with the gap and bottom up. aligned: planes and rows begin at multiples of 256 bytes in
// memory(), as on devices.
enum class Pitch { tight, padded, negative, aligned };

class TestPicture {
  public:
    explicit TestPicture(const Picture& picture, Pitch pitch = Pitch::padded);

    const Picture& picture() const { return picture_; }
    const Format& format() const { return *picture_.format; }
    FramePlanes planes() const;
    // Returns the whole memory, including the bytes between planes.
    std::span<const std::byte> memory() const { return memory_; }
    std::span<std::byte> memory() { return memory_; }

    // Fills each sample with a random legal code. Float samples are in [0, 1].
    void fill_legal(uint32_t seed);
    // Fills the picture with random bits, also those that no sample uses. Floats include NaN,
    // infinities, denormals, negative and huge values.
    void fill_hostile(uint32_t seed);
    // Fills all samples of a component with the same code.
    void fill_constant(int component, double code);
    // Fills the picture like most films: light that changes slowly, little noise, and colors that
    // screens show.
    void fill_smooth();

    // Returns a sample in the plane of its component: its code, or the float.
    double code(int component, int x, int y) const;
    void set_code(int component, int x, int y, double code);
    // Returns the size of the plane of a component. It is 0 if the format does not have this
    // component.
    int width(int component) const;
    int height(int component) const;

    // Returns whether all bytes that belong to no sample are unchanged.
    testing::AssertionResult padding_untouched() const;

  private:
    // Returns the first byte of a sample, or of the word that contains it. shift() returns the
    // lowest bit of the sample in this word.
    std::byte* at(int component, int x, int y) const;
    int shift(int component, int x) const;
    void fill_words(uint32_t seed);

    Picture picture_;
    std::vector<std::byte> memory_;
    std::array<size_t, 4> first_{};  // byte of each plane's first sample
    std::array<ptrdiff_t, 4> pitch_{};
};

// Returns whether all samples differ by at most `tolerance` codes. Reports how many do not, and
// where the worst one is. NaN equals NaN.
testing::AssertionResult equal(const TestPicture& expected, const TestPicture& actual,
                               double tolerance = 0);

}  // namespace tonelift
