// SPDX-License-Identifier: BSD-2-Clause
//
// The SIMD loops of the operations in operations.def. The build compiles this file for each
// instruction set.
#include <utility>

#include "kernels/point/point.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/point/loops.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "kernels/math/simd.h"
#include "kernels/point/gamut-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

using math::Floats;
using math::Vec;
namespace hn = hwy::HWY_NAMESPACE;

enum class Known { row, block, neither };

template <Known known>
struct Source {
    const float* from;
    size_t varies;
    HWY_INLINE Source(const PointStep& step, const PixelStrip& strip, size_t k)
        : from(static_cast<const float*>(strip.at[step.in[k]])),
          varies(static_cast<size_t>(static_cast<int32_t>(step.varies[k]))) {}
    HWY_INLINE Vec at(size_t i) const { return hn::Load(Floats(), from + (i & varies)); }
};

template <>
struct Source<Known::row> {
    const float* from;
    HWY_INLINE Source(const PointStep& step, const PixelStrip& strip, size_t k)
        : from(static_cast<const float*>(strip.at[step.in[k]])) {}
    HWY_INLINE Vec at(size_t i) const { return hn::Load(Floats(), from + i); }
};

template <>
struct Source<Known::block> {
    Vec value;
    HWY_INLINE Source(const PointStep& step, const PixelStrip& strip, size_t k)
        : value(hn::Load(Floats(), static_cast<const float*>(strip.at[step.in[k]]))) {}
    HWY_INLINE Vec at(size_t) const { return value; }
};

template <int outputs>
struct Sink {
    float* to[outputs];
    HWY_INLINE Sink(const PointStep& step, const PixelStrip& strip) {
        for (int k = 0; k < outputs; ++k) to[k] = static_cast<float*>(strip.at[step.out[k]]);
    }
    template <class Result>
    HWY_INLINE void put(const Result& result, size_t i) const {
        if constexpr (outputs == 1) {
            hn::Store(result.v, Floats(), to[0] + i);
        } else {
            hn::Store(result.x.v, Floats(), to[0] + i);
            hn::Store(result.y.v, Floats(), to[1] + i);
            hn::Store(result.z.v, Floats(), to[2] + i);
        }
    }
};

// Maximum cost of an operation whose loop is unrolled. In a short loop, address and counter
// arithmetic would otherwise dominate.
constexpr int short_loop = 6;

template <class F, class... Sources>
HWY_INLINE void over_strip(const PointStep& step, const PixelStrip& strip, F f,
                           const Sources&... in) {
    const Sink<F::outputs> sink(step, strip);
    const size_t n = static_cast<size_t>(strip.pixels);
    size_t i = 0;
    if constexpr (F::cost <= short_loop) {
        const size_t four = 4 * hn::Lanes(Floats());
        for (; i + four <= n; i += four) {
            for (size_t k = 0; k < four; k += hn::Lanes(Floats()))
                sink.put(f(in.at(i + k)...), i + k);
        }
    }
    for (; i < n; i += hn::Lanes(Floats())) sink.put(f(in.at(i)...), i);
}

template <class F, unsigned blocks, bool exact, size_t... k>
HWY_INLINE void with_sources(const PointStep& step, const PixelStrip& strip,
                             std::index_sequence<k...>) {
    constexpr Known other = exact ? Known::row : Known::neither;
    over_strip(step, strip, F(),
               Source < ((blocks >> k) & 1) != 0 ? Known::block : other > (step, strip, k)...);
}

template <class F, unsigned blocks, bool exact>
void run_operation(const PointStep& step, const PixelStrip& strip) {
    with_sources<F, blocks, exact>(step, strip, std::make_index_sequence<F::inputs>());
}

template <class F, unsigned... blocks>
PointLoop choose(unsigned uniform, std::integer_sequence<unsigned, blocks...>) {
    PointLoop found = &run_operation<F, 0, false>;
    ((found = uniform == blocks ? &run_operation<F, blocks, true> : found), ...);
    return found;
}

template <class F>
PointLoop choose(unsigned uniform) {
    if constexpr (HWY_TARGET == HWY_SCALAR) {
        return &run_operation<F, 0, false>;
    } else if constexpr (F::inputs > 3) {
        constexpr unsigned numbers = (1u << F::inputs) - 8u;
        return choose<F>(uniform, std::integer_sequence<unsigned, numbers>());
    } else if constexpr (F::cost <= short_loop) {
        return choose<F>(uniform, std::make_integer_sequence<unsigned, (1u << F::inputs) - 1u>());
    } else {
        return choose<F>(uniform, std::integer_sequence<unsigned, 0u>());
    }
}

#define TONELIFT_ACCESS(name, in, out, range, cost)
#define TONELIFT_OPERATION(name, in, out, range, the_cost)                \
    struct name##_operation {                                             \
        static constexpr int inputs = in, outputs = out, cost = the_cost; \
        template <class... V>                                             \
        HWY_INLINE auto operator()(V... v) const {                        \
            return math::name(v...);                                      \
        }                                                                 \
    };
#include "kernels/operations.def"

#if TONELIFT_SEGMENTS
template <int count>
struct ToOneNumber {
    static constexpr int inputs = count, outputs = 1, cost = 8;
};

struct RootOfLight : ToOneNumber<1> {
    HWY_INLINE Vec operator()(Vec light) const { return math::pq_root(light); }
};

struct RootOfColor : ToOneNumber<3> {
    HWY_INLINE Vec operator()(Vec r, Vec g, Vec b) const {
        return math::pq_root(math::luminance(r, g, b));
    }
};

struct PqEncodeOfRoot : ToOneNumber<1> {
    HWY_INLINE Vec operator()(Vec root) const { return math::pq_encode_of_root(root); }
};

// Computes the root and the polynomial of an encoding in two loops, because a processor cannot
// overlap the iterations of one long loop.
template <class Root>
void encode_strip(const PointStep& step, const PixelStrip& strip) {
    run_operation<Root, 0, true>(step, strip);
    PointStep second = step;
    second.in[0] = step.out[0];
    run_operation<PqEncodeOfRoot, 0, true>(second, strip);
}

template <class Root>
struct EncodeInOneLoop : ToOneNumber<Root::inputs> {
    template <class... V>
    HWY_INLINE Vec operator()(V... light) const {
        return math::pq_encode_of_root(Root()(light...));
    }
};

template <class Root>
constexpr PointLoop loop_of_encoding =
    math::segment_count == 8 ? &encode_strip<Root> : &run_operation<EncodeInOneLoop<Root>, 0, true>;

PointLoop full_loop(Op op, unsigned uniform) {
    if (uniform != 0) return nullptr;
    if (op == Op::pq_encode) return loop_of_encoding<RootOfLight>;
    if (op == Op::lightness) return loop_of_encoding<RootOfColor>;
    return nullptr;
}

struct QuickPqDecode : ToOneNumber<1> {
    HWY_INLINE Vec operator()(Vec code) const { return math::quick_pq_decode(code); }
};

struct QuickBt1886Encode : ToOneNumber<1> {
    HWY_INLINE Vec operator()(Vec light) const { return math::quick_bt1886_encode(light); }
};

// For light in [0,1].
struct QuickBt1886EncodeOfShare : ToOneNumber<1> {
    HWY_INLINE Vec operator()(Vec light) const { return math::quick_bt1886_encode_of_share(light); }
};

// Decodes vectors of HLG codes. One test for all of them finds codes that have no segment.
template <size_t vectors>
HWY_INLINE void quick_hlg_decode(const float* from, float* to) {
    Vec code[vectors], place[vectors];
    auto bits = hn::Zero(math::Ints());
    for (size_t k = 0; k < vectors; ++k) {
        code[k] = math::max(hn::Load(Floats(), from + k * hn::Lanes(Floats())), Vec(0.0f));
        place[k] = math::quick_hlg_place(code[k]);
        bits = hn::Or(bits, hn::BitCast(math::Ints(), place[k].v));
    }
    const Vec highest(hn::BitCast(Floats(), bits)), end(math::end_of_hlg_places);
    if (HWY_LIKELY(math::all(highest < end))) {
        for (size_t k = 0; k < vectors; ++k)
            hn::Store(math::quick_hlg_decode_at(code[k], place[k]).v, Floats(),
                      to + k * hn::Lanes(Floats()));
        return;
    }
    for (size_t k = 0; k < vectors; ++k) {
        const Vec quick = math::quick_hlg_decode_at(code[k], place[k]);
        const Vec light = math::where(place[k] < end, quick, math::hlg_decode(code[k]));
        hn::Store(light.v, Floats(), to + k * hn::Lanes(Floats()));
    }
}

void quick_hlg_decode_strip(const PointStep& step, const PixelStrip& strip) {
    constexpr size_t vectors = 4;
    const float* from = static_cast<const float*>(strip.at[step.in[0]]);
    float* to = static_cast<float*>(strip.at[step.out[0]]);
    const size_t n = static_cast<size_t>(strip.pixels), several = vectors * hn::Lanes(Floats());
    size_t i = 0;
    for (; i + several <= n; i += several) quick_hlg_decode<vectors>(from + i, to + i);
    for (; i < n; i += hn::Lanes(Floats())) quick_hlg_decode<1>(from + i, to + i);
}

struct QuickColorfulCones {
    static constexpr int inputs = 4, outputs = 3, cost = 8;
    HWY_INLINE auto operator()(Vec r, Vec g, Vec b, Vec factor) const {
        return math::colorful_cones(r, g, b, factor, &math::quick_cube_root);
    }
};

PointLoop quick_loop(Op op, unsigned uniform, bool shares) {
    if (uniform != 0) return nullptr;
    if (op == Op::pq_decode) return &run_operation<QuickPqDecode, 0, true>;
    if (op == Op::colorful_cones) return &run_operation<QuickColorfulCones, 0, true>;
    if (op == Op::hlg_decode) return &quick_hlg_decode_strip;
    if (op == Op::bt1886_encode)
        return shares ? &run_operation<QuickBt1886EncodeOfShare, 0, true>
                      : &run_operation<QuickBt1886Encode, 0, true>;
    return nullptr;
}
#else
PointLoop full_loop(Op, unsigned) { return nullptr; }
PointLoop quick_loop(Op, unsigned, bool) { return nullptr; }
#endif

PointLoop operation_loop(Op op, unsigned uniform) {
    if (op == Op::gamut_map && uniform == gamut_limits) return &gamut_map_strip;
    if (PointLoop loop = full_loop(op, uniform)) return loop;
    switch (op) {
#define TONELIFT_ACCESS(name, in, out, range, cost)
#define TONELIFT_OPERATION(name, in, out, range, cost) \
    case Op::name:                                     \
        return choose<name##_operation>(uniform);
#include "kernels/operations.def"
        default:
            return nullptr;
    }
}

PointLoop quick_operation_loop(Op op, unsigned uniform, bool shares) {
    if (PointLoop loop = quick_loop(op, uniform, shares)) return loop;
    return operation_loop(op, uniform);
}

Body target_math_body() {
    const bool formula = static_cast<Vec (*)(Vec)>(&math::pq_encode) == &math::pq_encode<Vec>;
    if (formula) return {"pq_encode", "formula"};
    return {"pq_encode", TONELIFT_SEGMENTS == 32 ? "32 segments" : "8 segments"};
}

bool target_has_fits() {
    using Function = Vec (*)(Vec);
    return static_cast<Function>(&math::pq_decode) != &math::pq_decode<Vec> &&
           static_cast<Function>(&math::bt1886_encode) != &math::bt1886_encode<Vec> &&
           static_cast<Function>(&math::bt1886_decode) != &math::bt1886_decode<Vec> &&
           static_cast<Function>(&math::cube_root) != &math::cube_root<Vec>;
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {

HWY_EXPORT(operation_loop);
HWY_EXPORT(quick_operation_loop);
HWY_EXPORT(target_math_body);
HWY_EXPORT(target_has_fits);

PointLoop find_loop(Op op, unsigned uniform, const InstructionSet& set, Precision precision,
                    bool shares) {
    if (precision == Precision::of_8_bits)
        return TONELIFT_DISPATCH(set, quick_operation_loop)(op, uniform, shares);
    return TONELIFT_DISPATCH(set, operation_loop)(op, uniform);
}

bool has_fits() { return TONELIFT_DISPATCH(InstructionSet(), target_has_fits)(); }

Body math_body() { return TONELIFT_DISPATCH(InstructionSet(), target_math_body)(); }

}  // namespace tonelift
#endif
