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

struct RowPair {
    int above;
    int below;
    float weight;
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

RowPair chroma_rows(const UnpackSource& source, const ChromaTap& tap) {
    const Picture& picture = source.picture;
    const int last = picture.format->plane_height(source.layout().plane, picture.height) - 1;
    return {std::clamp(tap.first, 0, last), std::clamp(tap.first + 1, 0, last), tap.weight};
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
    const RowPair rows = source.picture.format->chroma_h ? chroma_rows(source, chroma_tap(y, at.y))
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
        const RowPair rows = chroma_rows(source_, chroma_tap(y, at_.y));
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

bool is_chroma(const UnpackSource& source) {
    return source.picture.format->subsampled() && (source.component == 1 || source.component == 2);
}

RowPair halved_rows(const UnpackSource& source, int y) {
    const Picture& picture = source.picture;
    if (!is_chroma(source) || picture.format->chroma_h == 0) return {2 * y, 2 * y + 1, 0.5f};
    const float offset = chroma_offset(picture.chroma_location).y;
    return chroma_rows(source, halved_chroma_tap(y, offset));
}

template <class T>
void halve_pairs(const UnpackSource& source, int x, const RowPair& rows, int n, float* out) {
    const Scaler scaled(code_range(source.picture, source.component));
    const ComponentSamples<T, 1> above(source, 2 * x, rows.above, 2 * n);
    const ComponentSamples<T, 1> below(source, 2 * x, rows.below, 2 * n);
    const hn::RebindToSigned<Words> integers;
    for_vectors(n, [&](int i) HWY_ATTR {
        const auto sum = hn::Add(above.sums_of_pairs(2 * i), below.sums_of_pairs(2 * i));
        const Numbers four = hn::ConvertTo(Tag(), hn::BitCast(integers, sum));
        hn::StoreU(scaled(hn::Mul(hn::Set(Tag(), 0.25f), four)), Tag(), out + i);
    });
}

template <class T, int step>
void halve_full(const UnpackSource& source, int x, int y, int n, float* out) {
    const RowPair rows = halved_rows(source, y);
    if constexpr (has_pairs<T, step>) {
        if (n >= lanes() && rows.weight == 0.5f) return halve_pairs<T>(source, x, rows, n, out);
    }
    const Tag tag;
    const Scaler scaled(code_range(source.picture, source.component));
    HWY_ALIGN float codes[line_pixels + 2 * max_lanes];
    for (int done = 0; done < n; done += line_pixels / 2) {
        const int now = std::min(n - done, line_pixels / 2);
        blend_rows<T, step>(source, 2 * (x + done), 2 * now, rows, codes);
        for (int k = 0; k < now; k += lanes()) {
            Numbers even, odd;
            hn::LoadInterleaved2(tag, codes + 2 * k, even, odd);
            hn::StoreU(scaled(between(even, odd, 0.5f)), tag, out + done + k);
        }
    }
}

template <class T, int step>
void halve_narrow(const UnpackSource& source, int x, int y, int n, float* out) {
    const Tag tag;
    const Scaler scaled(code_range(source.picture, source.component));
    const RowPair rows = halved_rows(source, y);
    const ChromaTap tap = halved_chroma_tap(0, chroma_offset(source.picture.chroma_location).x);
    ChromaLine line;
    const float* const first = line.codes + 1 + tap.first;
    for (int done = 0; done < n; done += line_pixels / 2) {
        const int now = std::min(n - done, line_pixels / 2);
        load_line<T, step>(source, rows, x + done, now, line);
        for (int k = 0; k < now; k += lanes()) {
            const Numbers left = hn::LoadU(tag, first + k), right = hn::LoadU(tag, first + k + 1);
            hn::StoreU(scaled(between(left, right, tap.weight)), tag, out + done + k);
        }
    }
}

#if HWY_TARGET != HWY_SCALAR
template <class T>
void quarter_pairs(const UnpackSource& source, int x, int y, int n, float* out) {
    const Scaler scaled(code_range(source.picture, source.component));
    const auto row = [&](int k) { return ComponentSamples<T, 1>(source, 4 * x, 4 * y + k, 4 * n); };
    const ComponentSamples<T, 1> a = row(0), b = row(1), c = row(2), d = row(3);
    const hn::RebindToSigned<Words> integers;
    for_vectors(n, [&](int i) HWY_ATTR {
        const auto sum = [&](int at) HWY_ATTR {
            return hn::Add(hn::Add(a.sums_of_pairs(at), b.sums_of_pairs(at)),
                           hn::Add(c.sums_of_pairs(at), d.sums_of_pairs(at)));
        };
        const auto left = sum(4 * i), right = sum(4 * i + 2 * lanes());
        const auto sixteen =
            hn::Add(hn::ConcatEven(Words(), right, left), hn::ConcatOdd(Words(), right, left));
        const Numbers codes = hn::ConvertTo(Tag(), hn::BitCast(integers, sixteen));
        hn::StoreU(scaled(hn::Mul(hn::Set(Tag(), 1.0f / 16), codes)), Tag(), out + i);
    });
}
#endif

// Computes means of 2x2 results of `halve`.
template <class Halve>
void quarter(const UnpackSource& source, const UnpackPart& part, int y, Halve halve, float* out) {
    const Tag tag;
    HWY_ALIGN float above[line_pixels + 2 * max_lanes], below[line_pixels + 2 * max_lanes];
    for (int done = 0; done < part.n; done += line_pixels / 2) {
        const int now = std::min(part.n - done, line_pixels / 2), x = 2 * (part.x + done);
        halve(source, x, 2 * y, 2 * now, above);
        halve(source, x, 2 * y + 1, 2 * now, below);
        for (int k = 0; k < now; k += lanes()) {
            Numbers a, b, c, d;
            hn::LoadInterleaved2(tag, above + 2 * k, a, b);
            hn::LoadInterleaved2(tag, below + 2 * k, c, d);
            const Numbers sum = hn::Add(hn::Add(a, b), hn::Add(c, d));
            hn::StoreU(hn::Mul(hn::Set(tag, 0.25f), sum), tag, out + done + k);
        }
    }
}

// -------------------------------------------------------------------------------------------------

template <class T, int step, class Halve>
void quarter_row(const UnpackSource& source, const UnpackPart& part, int row, Halve halve) {
    const int y = part.y + row;
#if HWY_TARGET != HWY_SCALAR
    if constexpr (has_pairs<T, step>) {
        if (part.n >= lanes() && !is_chroma(source))
            return quarter_pairs<T>(source, part.x, y, part.n, part.row(row));
    }
#endif
    quarter(source, part, y, halve, part.row(row));
}

template <class T, int step>
void unpack_component(const UnpackSource& source, const UnpackPart& part) {
    const Format& format = *source.picture.format;
    const bool narrow = is_chroma(source) && format.chroma_w > 0;
    const bool shares_rows = narrow && format.chroma_h > 0 && part.x % 2 == 0;
    if (shares_rows && part.rows > 1 && part.factor == 1)
        return unpack_narrow_rows<T, step>(source, part);
    const auto halve = narrow ? halve_narrow<T, step> : halve_full<T, step>;
    const auto whole = narrow ? unpack_narrow<T, step> : unpack_full<T, step>;
    for (int row = 0; row < part.rows; ++row) {
        if (part.factor == 4)
            quarter_row<T, step>(source, part, row, halve);
        else
            (part.factor == 2 ? halve : whole)(source, part.x, part.y + row, part.n, part.row(row));
    }
}

template <class T>
void unpack_samples(const UnpackSource& source, const UnpackPart& part) {
    switch (source.layout().step) {
        case 1:
            return unpack_component<T, 1>(source, part);
        case 2:
            return unpack_component<T, 2>(source, part);
        case 3:
            return unpack_component<T, 3>(source, part);
        default:
            return unpack_component<T, 4>(source, part);
    }
}

void unpack_target(const UnpackSource& source, const UnpackPart& part) {
    switch (source.picture.format->sample) {
        case Sample::U8:
            return unpack_samples<uint8_t>(source, part);
        case Sample::U16:
            return unpack_samples<uint16_t>(source, part);
        case Sample::F32:
            return unpack_component<float, 1>(source, part);
        case Sample::U10X3:
            return source.component == 0 ? unpack_component<SharedWord, 2>(source, part)
                                         : unpack_component<SharedWord, 4>(source, part);
    }
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
    const float missing = source.component == 3 ? 1.0f : 0.0f;
    for (int row = 0; row < part.rows; ++row) std::fill_n(part.row(row), part.n, missing);
}

}  // namespace

void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set) {
    unpack_part({picture, frame, component, 0}, {x, y, n, 1, out, 0, 1}, set);
}

void unpack_rows(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                 int n, int rows, float* out, ptrdiff_t pitch, const InstructionSet& set) {
    unpack_part({picture, frame, component, rows_ahead}, {x, y, n, rows, out, pitch, 1}, set);
}

void unpack_reduced(const Picture& picture, const FramePlanes& frame, int component, int factor,
                    int x, int y, int n, float* out, const InstructionSet& set) {
    unpack_part({picture, frame, component, 0}, {x, y, n, 1, out, 0, factor}, set);
}

}  // namespace tonelift
#endif
