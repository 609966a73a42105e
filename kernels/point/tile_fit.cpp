// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/tile_fit.h"

#include <algorithm>
#include <bit>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/point/tile_fit.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/math/simd.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace {

using math::Mask;
using math::Vec;
namespace hn = hwy::HWY_NAMESPACE;
using math::Floats;

HWY_INLINE int lanes() { return static_cast<int>(hn::Lanes(Floats())); }
HWY_INLINE Vec load(const float* from) { return hn::Load(Floats(), from); }
HWY_INLINE void store(Vec v, float* to) { hn::Store(v.v, Floats(), to); }

constexpr float least_reach = 1e-5f;

struct Extremes {
    Vec low, high;
};

HWY_INLINE Extremes extremes_of_lanes(const RunRows& rows, int tile) {
    const float* const first = rows.row(0) + tile * tile_width;
    Extremes of{load(first), load(first)};
    for (int y = 0; y < rows.rows; ++y) {
        for (int x = 0; x < tile_width; x += lanes()) {
            const Vec here = load(first + y * rows.pitch + x);
            of.low = math::min(here, of.low);
            of.high = math::max(here, of.high);
        }
    }
    return of;
}

// Writes the extremes of all lanes of of[i] to lane i of of[0].
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void reduce_lanes(Extremes*) {}
#else
HWY_INLINE void reduce_lanes(Extremes* of) {
    const Floats d;
    for (int count = lanes() / 2; count > 0; count /= 2) {
        for (int i = 0; i < count; ++i) {
            const Extremes a = of[2 * i], b = of[2 * i + 1];
            of[i].low =
                math::min(hn::ConcatEven(d, b.low.v, a.low.v), hn::ConcatOdd(d, b.low.v, a.low.v));
            of[i].high = math::max(hn::ConcatEven(d, b.high.v, a.high.v),
                                   hn::ConcatOdd(d, b.high.v, a.high.v));
        }
    }
}
#endif

void boxes_of_input(const RunRows& rows, int input, int tiles, TileBoxes& boxes) {
    auto& middle = boxes.middle[static_cast<size_t>(input)];
    auto& reach = boxes.reach[static_cast<size_t>(input)];
    const Vec half(0.5f);
    for (int first = 0; first < tiles; first += lanes()) {
        Extremes of[hn::MaxLanes(Floats())];
        for (int i = 0; i < lanes(); ++i)
            of[i] = extremes_of_lanes(rows, std::min(first + i, tiles - 1));
        reduce_lanes(of);
        store(half * (of[0].low + of[0].high), middle.data() + first);
        store(math::max(half * (of[0].high - of[0].low), Vec(least_reach)), reach.data() + first);
    }
}

void copy_from_tile(const RunRows& rows, int tile, float* line) {
    for (int y = 0; y < rows.rows; ++y, line += tile_width) {
        const float* const row = rows.row(y) + tile * tile_width;
        for (int x = 0; x < tile_width; x += lanes()) store(load(row + x), line + x);
    }
}

void copy_to_tile(const float* line, int tile, const RunRows& rows) {
    for (int y = 0; y < rows.rows; ++y, line += tile_width) {
        float* const row = rows.row(y) + tile * tile_width;
        for (int x = 0; x < tile_width; x += lanes()) store(load(line + x), row + x);
    }
}

HWY_INLINE void place_point(const float* middle, const float* reach, int slots, float at,
                            float* to) {
    for (int i = 0; i < slots; i += lanes())
        store(math::multiply_add(load(reach + i), Vec(at), load(middle + i)), to + i);
}

constexpr int first_half = 1 + 2 * fit_inputs, first_check = first_half + 2;
constexpr float check_at = 0.75f;

float coordinate(int point, int input) {
    constexpr int corners = fit_points - fit_corners;
    if (point == 0) return 0;
    if (point >= corners) return ((point - corners) >> input & 1) != 0 ? 1.0f : -1.0f;
    const int axis = point < first_half ? (point - 1) / 2 : 0;
    if (axis != input) return 0;
    const float away = point < first_half ? 1.0f : point < first_check ? 0.5f : check_at;
    return point % 2 == 0 ? away : -away;
}

void points_of_boxes(const TileBoxes& boxes, int slots,
                     std::span<float* const, fit_inputs> inputs) {
    for (int input = 0; input < fit_inputs; ++input) {
        const auto index = static_cast<size_t>(input);
        for (int p = 0; p < fit_points; ++p) {
            place_point(boxes.middle[index].data(), boxes.reach[index].data(), slots,
                        coordinate(p, input), inputs[index] + p * slots);
        }
    }
}

struct Polynomial {
    Vec constant, third, fourth;
    Vec first[fit_inputs], second[fit_inputs];
    Vec product[fit_products];

    template <typename Each>
    HWY_INLINE void each(const Each& f) {
        int term = 0;
        for (Vec* one : {&constant, &third, &fourth}) f(*one, term++);
        for (Vec& one : first) f(one, term++);
        for (Vec& one : second) f(one, term++);
        for (Vec& one : product) f(one, term++);
    }

    template <bool is_short>
    HWY_INLINE Vec at(const Vec (&u)[fit_inputs]) const {
        if constexpr (is_short) {
            const Vec slope = math::multiply_add(second[0], u[0], first[0]);
            Vec rest = constant;
            for (int k = 1; k < fit_inputs; ++k) rest = math::multiply_add(first[k], u[k], rest);
            return math::multiply_add(slope, u[0], rest);
        }
        Vec slope = first[0];
        for (int k = 1; k < fit_inputs; ++k)
            slope = math::multiply_add(product[k - 1], u[k], slope);
        Vec rest = constant;
        for (int k = 1, next = fit_inputs - 1; k < fit_inputs; ++k) {
            Vec own = math::multiply_add(second[k], u[k], first[k]);
            for (int l = k + 1; l < fit_inputs; ++l)
                own = math::multiply_add(product[next++], u[l], own);
            rest = math::multiply_add(own, u[k], rest);
        }
        const Vec bend =
            math::multiply_add(math::multiply_add(fourth, u[0], third), u[0], second[0]);
        return math::multiply_add(math::multiply_add(bend, u[0], slope), u[0], rest);
    }
};

HWY_INLINE void unscale(const TileBoxes& boxes, int box, Polynomial& to) {
    Vec scale[fit_inputs];
    for (size_t k = 0; k < fit_inputs; ++k)
        scale[k] = Vec(1.0f) / load(boxes.reach[k].data() + box);
    int next = 0;
    for (int k = 0; k < fit_inputs; ++k) {
        to.first[k] = to.first[k] * scale[k];
        to.second[k] = to.second[k] * scale[k] * scale[k];
        for (int l = k + 1; l < fit_inputs; ++l, ++next)
            to.product[next] = to.product[next] * scale[k] * scale[l];
    }
    const Vec square = scale[0] * scale[0];
    to.third = to.third * scale[0] * square;
    to.fourth = to.fourth * square * square;
}

// Returns the largest change of a polynomial within its box if it is shortened.
HWY_INLINE Vec change_if_short(const Polynomial& of) {
    Vec change = Vec(0.25f) * math::abs(of.third) + Vec(0.125f) * math::abs(of.fourth);
    for (int k = 1; k < fit_inputs; ++k)
        change = math::multiply_add(Vec(0.5f), math::abs(of.second[k]), change);
    for (const Vec& product : of.product) change = change + math::abs(product);
    return change;
}

// Replaces y^3 by 3/4 y, y^4 by y^2 - 1/8, and the squares of the chroma inputs by 1/2. Among the
// replacements with lower powers, these have the smallest largest error.
HWY_INLINE void shorten(Polynomial& to, Mask is_short) {
    const auto omit = [&](Vec& term) HWY_ATTR {
        const Vec omitted = math::where(is_short, term, Vec(0.0f));
        term = math::where(is_short, Vec(0.0f), term);
        return omitted;
    };
    const Vec third = omit(to.third), fourth = omit(to.fourth);
    to.first[0] = math::multiply_add(Vec(0.75f), third, to.first[0]);
    to.second[0] = to.second[0] + fourth;
    to.constant = math::multiply_add(Vec(-0.125f), fourth, to.constant);
    for (int k = 1; k < fit_inputs; ++k)
        to.constant = math::multiply_add(Vec(0.5f), omit(to.second[k]), to.constant);
    for (Vec& product : to.product) omit(product);
}

HWY_INLINE void transform_corners(Vec (&corner)[fit_corners]) {
    for (int step = 1; step < fit_corners; step *= 2) {
        for (int i = 0; i < fit_corners; ++i) {
            if ((i & step) != 0) continue;
            const Vec low = corner[i], high = corner[i + step];
            corner[i] = Vec(0.5f) * (low + high);
            corner[i + step] = Vec(0.5f) * (high - low);
        }
    }
}

HWY_INLINE void fit_axes(const float* values, int slots, Polynomial& to) {
    const auto value = [&](int point) HWY_ATTR { return load(values + point * slots); };
    const Vec half(0.5f);
    to.constant = value(0);
    for (int k = 0; k < fit_inputs; ++k) {
        const Vec low = value(2 * k + 1), high = value(2 * k + 2);
        to.first[k] = half * (high - low);
        to.second[k] = half * (high + low) - to.constant;
    }
    const Vec low = value(first_half), high = value(first_half + 1);
    const Vec odd = to.first[0] - (high - low);
    const Vec even = to.second[0] - Vec(4.0f) * (half * (high + low) - to.constant);
    to.third = Vec(4.0f / 3.0f) * odd;
    to.fourth = Vec(4.0f / 3.0f) * even;
}

// Returns the largest error of the polynomial at two points on the axis of input 0. Call this
// function before fit_products_of(), which changes `first[0]` and `second[0]`.
HWY_INLINE Vec error_on_axis(const float* values, int slots, const Polynomial& of) {
    constexpr float at = check_at, square = at * at;
    const Vec even = of.constant + Vec(square) * (of.second[0] - Vec(1 - square) * of.fourth);
    const Vec odd = Vec(at) * (of.first[0] - Vec(1 - square) * of.third);
    const Vec low = load(values + first_check * slots) - (even - odd);
    const Vec high = load(values + (first_check + 1) * slots) - (even + odd);
    return math::max(math::abs(low), math::abs(high));
}

HWY_INLINE Vec fit_products_of(const float* values, int slots, Polynomial& to) {
    Vec corner[fit_corners];
    for (int i = 0; i < fit_corners; ++i)
        corner[i] = load(values + (fit_points - fit_corners + i) * slots);
    transform_corners(corner);
    Vec constant = to.constant;
    for (int k = 0; k < fit_inputs; ++k) constant = constant + to.second[k];
    Vec error = math::abs(corner[0] - constant);
    int next = 0;
    for (int k = 0; k < fit_inputs; ++k) {
        error = error + math::abs(corner[1 << k] - to.first[k]);
        for (int l = k + 1; l < fit_inputs; ++l) to.product[next++] = corner[1 << k | 1 << l];
    }
    for (int i = 0; i < fit_corners; ++i) {
        if (std::popcount(static_cast<unsigned>(i)) > 2) error = error + math::abs(corner[i]);
    }
    to.first[0] = to.first[0] - to.third;
    to.second[0] = to.second[0] - to.fourth;
    return error;
}

// The inputs b and r of a short polynomial are not relative to the middle of the box.
HWY_INLINE void move_origin(const TileBoxes& boxes, int box, Mask is_short, Polynomial& to) {
    Vec constant = to.constant;
    for (size_t k = 1; k < fit_inputs; ++k)
        constant = constant - to.first[k] * load(boxes.middle[k].data() + box);
    to.constant = math::where(is_short, constant, to.constant);
}

void fit_output(const TileBoxes& boxes, int slots, const float* values, int output,
                float short_error, TileFits& fits) {
    const auto of = static_cast<size_t>(output);
    for (int box = 0; box < slots; box += lanes()) {
        Polynomial polynomial;
        fit_axes(values + box, slots, polynomial);
        const Vec on_axis = error_on_axis(values + box, slots, polynomial);
        const Vec whole = on_axis + fit_products_of(values + box, slots, polynomial);
        const Vec if_short = whole + change_if_short(polynomial);
        const Mask is_short = if_short <= Vec(short_error);
        shorten(polynomial, is_short);
        store(math::where(is_short, if_short, whole), fits.error[of].data() + box);
        store(math::where(is_short, Vec(1.0f), Vec(0.0f)), fits.is_short[of].data() + box);
        unscale(boxes, box, polynomial);
        move_origin(boxes, box, is_short, polynomial);
        polynomial.each([&](const Vec& term, int index) HWY_ATTR {
            store(term, fits.terms[of][static_cast<size_t>(index)].data() + box);
        });
    }
}

// The inputs of a polynomial: a short one has only input 0 relative to the middle of the box.
template <bool is_short>
HWY_INLINE Vec value_of(const Polynomial& of, const Vec (&input)[fit_inputs],
                        const Vec (&moved)[fit_inputs]) {
    if constexpr (!is_short) return of.at<false>(moved);
    const Vec inputs[] = {moved[0], input[1], input[2]};
    return of.at<true>(inputs);
}

HWY_INLINE Polynomial polynomial_of(const TileFits& fits, size_t output, size_t box) {
    Polynomial polynomial;
    polynomial.each([&](Vec& term, int index) HWY_ATTR {
        term = Vec(fits.terms[output][static_cast<size_t>(index)][box]);
    });
    return polynomial;
}

// Evaluates the polynomials of all outputs in one loop. Bit i of `shorts` is 1 if the polynomial of
// output i is short. Each polynomial is a variable, because compilers keep the terms of an array of
// polynomials in memory instead of registers.
template <int shorts>
void evaluate_outputs(const TileBoxes& boxes, const TileFits& fits, size_t box, int tile,
                      std::span<const RunRows, fit_inputs> from,
                      std::span<const RunRows, fit_outputs> to) {
    static_assert(fit_inputs == 3 && fit_outputs == 3);
    const Polynomial first = polynomial_of(fits, 0, box);
    const Polynomial second = polynomial_of(fits, 1, box);
    const Polynomial third = polynomial_of(fits, 2, box);
    Vec middle[fit_inputs];
    for (size_t k = 0; k < fit_inputs; ++k) middle[k] = Vec(boxes.middle[k][box]);
    for (int y = 0; y < to[0].rows; ++y) {
        for (int x = 0; x < tile_width; x += lanes()) {
            const int at = tile * tile_width + x;
            Vec input[fit_inputs], moved[fit_inputs];
            for (size_t k = 0; k < fit_inputs; ++k) {
                input[k] = load(from[k].row(y) + at);
                moved[k] = input[k] - middle[k];
            }
            store(value_of<(shorts & 1) != 0>(first, input, moved), to[0].row(y) + at);
            store(value_of<(shorts & 2) != 0>(second, input, moved), to[1].row(y) + at);
            store(value_of<(shorts & 4) != 0>(third, input, moved), to[2].row(y) + at);
        }
    }
}

template <int... shorts>
constexpr auto loops_for(std::integer_sequence<int, shorts...>) {
    return std::array{&evaluate_outputs<shorts>...};
}

void evaluate_tile(const TileBoxes& boxes, const TileFits& fits, int box, int tile,
                   std::span<const RunRows, fit_inputs> from,
                   std::span<const RunRows, fit_outputs> to) {
    static constexpr auto loops = loops_for(std::make_integer_sequence<int, 1 << fit_outputs>());
    const auto at = static_cast<size_t>(box);
    size_t shorts = 0;
    for (size_t i = 0; i < fit_outputs; ++i)
        shorts |= static_cast<size_t>(fits.is_short[i][at] != 0) << i;
    loops[shorts](boxes, fits, at, tile, from, to);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(boxes_of_input);
HWY_EXPORT(copy_from_tile);
HWY_EXPORT(copy_to_tile);
HWY_EXPORT(points_of_boxes);
HWY_EXPORT(fit_output);
HWY_EXPORT(evaluate_tile);

void find_boxes(const RunRows& rows, int input, int tiles, TileBoxes& boxes,
                const InstructionSet& set) {
    TONELIFT_DISPATCH(set, boxes_of_input)(rows, input, tiles, boxes);
}

void gather_tile(const RunRows& rows, int tile, float* line, const InstructionSet& set) {
    TONELIFT_DISPATCH(set, copy_from_tile)(rows, tile, line);
}

void scatter_tile(const float* line, int tile, const RunRows& rows, const InstructionSet& set) {
    TONELIFT_DISPATCH(set, copy_to_tile)(line, tile, rows);
}

void place_points(const TileBoxes& boxes, int slots, std::span<float* const, fit_inputs> inputs,
                  const InstructionSet& set) {
    TONELIFT_DISPATCH(set, points_of_boxes)(boxes, slots, inputs);
}

void fit_tiles(const TileBoxes& boxes, int slots, const float* values, int output,
               float short_error, TileFits& fits, const InstructionSet& set) {
    TONELIFT_DISPATCH(set, fit_output)(boxes, slots, values, output, short_error, fits);
}

void evaluate_fit(const TileBoxes& boxes, const TileFits& fits, int box, int tile,
                  std::span<const RunRows, fit_inputs> inputs,
                  std::span<const RunRows, fit_outputs> outputs, const InstructionSet& set) {
    TONELIFT_DISPATCH(set, evaluate_tile)(boxes, fits, box, tile, inputs, outputs);
}

}  // namespace tonelift
#endif
