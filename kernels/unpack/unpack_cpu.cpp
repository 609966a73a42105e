// SPDX-License-Identifier: BSD-2-Clause
//
// Converts samples of the input to normalized values on the CPU.
#include "kernels/unpack/unpack.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "kernels/chroma_tap.h"
#include "kernels/code_range.h"
#include "kernels/unpack/source.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unpack/unpack_cpu.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/unpack/samples-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using namespace samples;

template <class T, int step>
void unpack_full(const UnpackSource& source, int x, int y, int n, float* out) {
    const ComponentSamples<T, step> row(source, x, y, n);
    const Scaler scaled(code_range(source.picture, source.component));
    for_vectors(n, [&](int i) HWY_ATTR {
        if constexpr (std::is_same_v<T, float>) {
            hn::StoreU(row.codes(i), Tag(), out + i);
        } else {
            hn::StoreU(scaled(row.codes(i)), Tag(), out + i);
        }
    });
}

// -------------------------------------------------------------------------------------------------
// Functions for chroma at half the width.

constexpr int line_pixels = 512;

struct ChromaLine {
    HWY_ALIGN float codes[line_pixels / 2 + 2 + 2 * max_lanes];
};

HWY_INLINE Numbers between(Numbers a, Numbers b, float weight) {
    const Numbers part = hn::Set(Tag(), weight);
    return weight == 0.5f ? hn::Mul(part, hn::Add(a, b)) : hn::MulAdd(part, hn::Sub(b, a), a);
}

template <class T, int step>
void blend_rows(const UnpackSource& source, int x, int n, const RowPair& rows, float* codes) {
    const ComponentSamples<T, step> above(source, x, rows.above, n);
    if (rows.weight == 0) {
        for_vectors(n, [&](int i) HWY_ATTR { hn::StoreU(above.codes(i), Tag(), codes + i); });
        return;
    }
    const ComponentSamples<T, step> below(source, x, rows.below, n);
    for_vectors(n, [&](int i) HWY_ATTR {
        hn::StoreU(between(above.codes(i), below.codes(i), rows.weight), Tag(), codes + i);
    });
}

template <class T, int step>
void load_line(const UnpackSource& source, const RowPair& rows, int first, int count,
               ChromaLine& line) {
    const Picture& picture = source.picture;
    const int last_column = picture.format->component_width(source.component, picture.width) - 1;
    const int from = std::max(first - 1, 0);
    const int to = std::min(first + count, last_column);
    float* codes = line.codes + (from - (first - 1));
    blend_rows<T, step>(source, from, to - from + 1, rows, codes);
    if (from > first - 1) line.codes[0] = line.codes[1];
    for (int k = to + 1; k <= first + count; ++k)
        line.codes[k - first + 1] = line.codes[to - first + 1];
}

template <class Finish>
void interpolate_line(const ChromaLine& line, Finish finished, float offset, int n, float* out) {
    const Tag tag;
    const Numbers to_left = hn::Set(tag, offset / 2);
    const Numbers to_right = hn::Set(tag, (1 - offset) / 2);
    const auto store = [&](ptrdiff_t k, float* to) HWY_ATTR {
        const Numbers left = hn::LoadU(tag, line.codes + k);
        const Numbers middle = hn::LoadU(tag, line.codes + k + 1);
        const Numbers right = hn::LoadU(tag, line.codes + k + 2);
        const Numbers even = hn::MulAdd(to_left, hn::Sub(left, middle), middle);
        const Numbers odd = hn::MulAdd(to_right, hn::Sub(right, middle), middle);
        hn::StoreInterleaved2(finished(even), finished(odd), tag, to);
    };
    const int whole = n / (2 * lanes()) * lanes();
    ptrdiff_t k = 0;
    for (; k < whole; k += lanes()) store(k, out + 2 * k);
    if (2 * k >= n) return;
    HWY_ALIGN float rest[2 * max_lanes];
    store(k, rest);
    std::memcpy(out + 2 * k, rest, static_cast<size_t>(n - 2 * k) * sizeof(float));
}

template <class T, int step>
void unpack_narrow(const UnpackSource& source, int x, int y, int n, float* out) {
    const Scaler scaled(code_range(source.picture, source.component));
    const ChromaOffset at = chroma_offset(source.picture.chroma_location);
    const float offset = at.x;
    const RowPair rows = source.picture.format->chroma_h ? source.chroma_rows(chroma_tap(y, at.y))
                                                         : RowPair{y, y, 0};
    ChromaLine line;
    if (x & 1) {
        float pair[2];
        load_line<T, step>(source, rows, x / 2, 1, line);
        interpolate_line(line, scaled, offset, 2, pair);
        *out++ = pair[1];
        ++x;
        --n;
    }
    for (int done = 0; done < n; done += line_pixels) {
        const int now = std::min(n - done, line_pixels);
        load_line<T, step>(source, rows, (x + done) / 2, (now + 1) / 2, line);
        interpolate_line(line, scaled, offset, now, out + done);
    }
}

// Computes rows of chroma at full size, from an even x on. Each row of chroma samples is
// interpolated along x only once, although several rows are computed from it. Interpolation of
// integer codes is exact, so its order does not change the results.
template <class T, int step>
class ChromaRows {
  public:
    ChromaRows(const UnpackSource& source, int x, int n)
        : source_(source),
          range_(code_range(source.picture, source.component)),
          at_(chroma_offset(source.picture.chroma_location)),
          x_(x),
          n_(n) {}

    void compute(int y, float* out) {
        const RowPair rows = source_.chroma_rows(chroma_tap(y, at_.y));
        const float* near = differences(rows.above);
        const float* far = rows.weight == 0 ? near : differences(rows.below);
        if (rows.weight > 0.5f) std::swap(near, far);
        // The weights of both rows are equal, or one is three times the other. The multiplication
        // by `scale` also divides by their sum, a power of two, so it is the only rounding.
        const float ratio = rows.weight == 0.25f || rows.weight == 0.75f ? 3.0f : 1.0f;
        const Numbers weight = hn::Set(Tag(), ratio);
        const Numbers scale = hn::Set(Tag(), 1.0f / range_.scale / (ratio + 1));
        for_vectors(n_, [&](int i) HWY_ATTR {
            const Numbers a = hn::LoadU(Tag(), near + i), b = hn::LoadU(Tag(), far + i);
            hn::StoreU(hn::Mul(hn::MulAdd(weight, a, b), scale), Tag(), out + i);
        });
    }

  private:
    // Returns the differences between the codes of a row and the code of zero.
    const float* differences(int row) {
        const int place = row & 1;
        float* const to = differences_[place];
        if (row_[place] == row) return to;
        row_[place] = row;
        ChromaLine line;
        load_line<T, step>(source_, {row, row, 0}, x_ / 2, (n_ + 1) / 2, line);
        const Numbers zero = hn::Set(Tag(), range_.zero);
        interpolate_line(
            line, [zero](Numbers codes) HWY_ATTR { return hn::Sub(codes, zero); }, at_.x, n_, to);
        return to;
    }

    const UnpackSource& source_;
    CodeRange range_;
    ChromaOffset at_;
    int x_;
    int n_;
    int row_[2] = {-1, -1};
    HWY_ALIGN float differences_[2][line_pixels];
};

template <class T, int step>
void unpack_narrow_rows(const UnpackSource& source, const UnpackPart& part) {
    for (int done = 0; done < part.n; done += line_pixels) {
        const int now = std::min(part.n - done, line_pixels);
        ChromaRows<T, step> rows(source, part.x + done, now);
        for (int row = 0; row < part.rows; ++row) rows.compute(part.y + row, part.row(row) + done);
    }
}

template <class T, int step>
void unpack_component(const UnpackSource& source, const UnpackPart& part) {
    const bool narrow = source.is_narrow();
    const bool shares_rows = narrow && source.picture.format->chroma_h > 0 && part.x % 2 == 0;
    if (shares_rows && part.rows > 1) return unpack_narrow_rows<T, step>(source, part);
    const auto whole = narrow ? unpack_narrow<T, step> : unpack_full<T, step>;
    for (int row = 0; row < part.rows; ++row)
        whole(source, part.x, part.y + row, part.n, part.row(row));
}

void unpack_target(const UnpackSource& source, const UnpackPart& part) {
    with_samples(source, [&]<class T, int step>() { unpack_component<T, step>(source, part); });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(unpack_target);

namespace {

// unpack_rows() prefetches rows below, because it soon reads them. The next part of a row would be
// read much later, and the last part of a row has no next part.
constexpr int rows_ahead = 2;

void unpack_part(const UnpackSource& source, const UnpackPart& part, const InstructionSet& set) {
    if (part.n <= 0) return;
    if (source.layout().plane >= 0) return TONELIFT_DISPATCH(set, unpack_target)(source, part);
    for (int row = 0; row < part.rows; ++row) fill_missing(source.component, part.n, part.row(row));
}

}  // namespace

void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set) {
    unpack_part({picture, frame, component, 0}, {x, y, n, 1, out, 0}, set);
}

void unpack_rows(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                 int n, int rows, float* out, ptrdiff_t pitch, const InstructionSet& set) {
    unpack_part({picture, frame, component, rows_ahead}, {x, y, n, rows, out, pitch}, set);
}

}  // namespace tonelift
#endif
