// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/host_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/support/targets.h"

namespace tonelift::cuda::host_copy_test {
namespace {

constexpr std::byte untouched{0xA5};

struct Shape {
    size_t bytes;
    size_t rows;
    ptrdiff_t from_pitch;
    ptrdiff_t to_pitch;
};

struct Buffer {
    Buffer(const Shape& shape, ptrdiff_t pitch, size_t shift)
        : memory(shift + shape.rows * static_cast<size_t>(std::abs(pitch)) + 64, untouched) {
        const auto last = static_cast<ptrdiff_t>(shape.rows - 1) * pitch;
        planes.data[0] = memory.data() + shift - std::min<ptrdiff_t>(last, 0);
        planes.pitch[0] = pitch;
    }
    std::byte* row(size_t y) const {
        return planes.data[0] + static_cast<ptrdiff_t>(y) * planes.pitch[0];
    }
    std::vector<std::byte> memory;
    FramePlanes planes;
};

PackedPicture packed(const Shape& shape) {
    const int width = static_cast<int>(shape.bytes), height = static_cast<int>(shape.rows);
    return PackedPicture({find_format("gray"), width, height, false, 0});
}

void check(const Shape& shape, size_t shift, CopyReader reader) {
    const Buffer from(shape, shape.from_pitch, shift);
    for (size_t y = 0; y < shape.rows; ++y) {
        for (size_t x = 0; x < shape.bytes; ++x)
            from.row(y)[x] = static_cast<std::byte>(x * 7 + y * 13 + x / 256);
    }
    const Buffer to(shape, shape.to_pitch, 3 * shift);
    std::vector<std::byte> expected = to.memory;
    for (size_t y = 0; y < shape.rows; ++y)
        std::copy_n(from.row(y), shape.bytes, expected.data() + (to.row(y) - to.memory.data()));
    HostCopies copies;
    copies.add(from.planes, to.planes, 0, packed(shape), reader);
    for (size_t item = 0; item < copies.items(); ++item) copies.copy(item);
    EXPECT_EQ(to.memory, expected)
        << shape.bytes << "x" << shape.rows << " pitches " << shape.from_pitch << " "
        << shape.to_pitch << " shift " << shift;
}

TEST(HostCopies, CopyExactlyTheRows) {
    for_each_target([] {
        for (const CopyReader reader : {CopyReader::device, CopyReader::caller}) {
            for (const size_t shift : {0u, 1u, 16u, 37u}) {
                for (const size_t bytes : {1u, 15u, 64u, 65u, 127u, 1000u}) {
                    const auto n = static_cast<ptrdiff_t>(bytes);
                    check({bytes, 5, n, n}, shift, reader);
                    check({bytes, 5, n + 3, n}, shift, reader);
                    check({bytes, 5, n, -n - 9}, shift, reader);
                    check({bytes, 1, -n, n + 64}, shift, reader);
                }
                check({3840, 200, 3840, 4096}, shift, reader);
            }
        }
    });
}

TEST(HostCopies, LargePlaneIsDividedIntoItems) {
    const Shape shape{7680, 2160, 7680, 7680};
    const Buffer buffer(shape, 7680, 0);
    HostCopies copies;
    copies.add(buffer.planes, buffer.planes, 0, packed(shape), CopyReader::device);
    EXPECT_GE(copies.items(), 32u);
    copies.clear();
    EXPECT_EQ(copies.items(), 0u);
}

}  // namespace
}  // namespace tonelift::cuda::host_copy_test
