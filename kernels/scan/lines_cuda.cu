// SPDX-License-Identifier: BSD-2-Clause
//
// Recursive Gaussian, fast global smoother and cumulative sum on CUDA.
#include "kernels/device/fast_math.cuh"
#include "kernels/scan/lines.cuh"

namespace tonelift::cuda {
namespace {

template <typename T>
__device__ __forceinline__ T* shared_memory() {
    extern __shared__ float4 shared[];
    return reinterpret_cast<T*>(shared);
}

struct GaussState {
    double u, first, second;
};

__device__ __forceinline__ GaussState operator*(const double (&m)[3][3], const GaussState& s) {
    return {fma(m[0][0], s.u, fma(m[0][1], s.first, m[0][2] * s.second)),
            fma(m[1][0], s.u, fma(m[1][1], s.first, m[1][2] * s.second)),
            fma(m[2][0], s.u, fma(m[2][1], s.first, m[2][2] * s.second))};
}

__device__ __forceinline__ void gauss_step(const GaussParameters& p, GaussState& s, double input) {
    const double pull = fma(p.second, s.second, p.gain * (input - s.u));
    s.second = fma(p.first, s.first, pull);
    s.first += s.second;
    s.u += s.first;
}

template <bool back, bool keep>
__device__ __forceinline__ void gauss_recurrence(const GaussParameters& p, const Segment& segment,
                                                 float* line, GaussState& s) {
    const int count = segment.end - segment.begin;
    const int step = back ? -p.cut.lines : p.cut.lines;
    float* at = line + (back ? segment.end - 1 : segment.begin) * p.cut.lines;
#pragma unroll 4
    for (int i = 0; i < count; ++i, at += step) {
        gauss_step(p, s, *at);
        if (keep) *at = static_cast<float>(s.u);
    }
}

template <bool back>
__device__ __forceinline__ GaussState gauss_carry(const GaussParameters& p, const Segment& segment,
                                                  const GaussState& state, GaussState* exchange,
                                                  const GaussState& start) {
    return carry_in<back>(segment, p.cut, state, exchange, start,
                          [&](int k, const GaussState& earlier, const GaussState& later) {
                              const GaussState moved = p.power[k] * earlier;
                              return GaussState{moved.u + later.u, moved.first + later.first,
                                                moved.second + later.second};
                          });
}

__device__ __forceinline__ void gauss_lines(const GaussParameters& p, GaussState* exchange,
                                            float* kept) {
    const Segment segment(p.cut);
    float* line = kept + segment.line;
    const double last = line[(p.cut.length - 1) * p.cut.lines];
    const GaussState nothing = {0, 0, 0};
    const GaussState start = {line[0], 0, 0};
    GaussState s = segment.index == 0 ? start : nothing;
    gauss_recurrence<false, false>(p, segment, line, s);
    s = gauss_carry<false>(p, segment, s, exchange, start);
    gauss_recurrence<false, true>(p, segment, line, s);
    // The backward pass needs the forward state at the end of the line. Only the thread of the last
    // segment has this state, so all other threads start the backward pass with a state of zeros.
    GaussState reversed = p.reversal * GaussState{s.u - last, s.first, s.second};
    reversed.u += last;
    if (!segment.is_last(p.cut)) reversed = nothing;
    s = reversed;
    gauss_recurrence<true, false>(p, segment, line, s);
    s = gauss_carry<true>(p, segment, s, exchange, nothing);
    if (segment.is_last(p.cut)) s = reversed;
    gauss_recurrence<true, true>(p, segment, line, s);
}

template <bool rows>
__device__ __forceinline__ void gauss(const Launch& launch, const GaussParameters& p) {
    auto* exchange = shared_memory<GaussState>();
    float* kept = kept_pixels(launch, p.cut, exchange, 1);
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const LineMap<rows> map{p.cut};
    map.load(frame, p.value, kept);
    __syncthreads();
    gauss_lines(p, exchange, kept);
    __syncthreads();
    map.finish_lines(launch, kept);
    __syncthreads();
    finish(block_of_frame());
}

template <bool rows>
__device__ __forceinline__ void sum(const Launch& launch, const SumParameters& p) {
    auto* exchange = shared_memory<double>();
    float* kept = kept_pixels(launch, p.cut, exchange, 1);
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const LineMap<rows> map{p.cut};
    map.load(frame, p.value, kept);
    __syncthreads();
    const Segment segment(p.cut);
    float* line = kept + segment.line;
    double total = 0;
    for (int i = segment.begin; i < segment.end; ++i) total += line[i * p.cut.lines];
    total = carry_in<false>(segment, p.cut, total, exchange, 0.0,
                            [](int, double earlier, double later) { return earlier + later; });
    for (int i = segment.begin; i < segment.end; ++i) {
        total += line[i * p.cut.lines];
        line[i * p.cut.lines] = static_cast<float>(total);
    }
    __syncthreads();
    map.finish_lines(launch, kept);
    __syncthreads();
    finish(block_of_frame());
}

// The fast global smoother. kernels/scan/lines-inl.h has the CPU version.

// The coefficients of a function e -> (top[0] e + top[1]) / (bottom[0] e + bottom[1]).
struct Quotient {
    float2 top, bottom;

    __device__ __forceinline__ void normalize() {
        const float scale = reciprocal(bottom.x + bottom.y);
        top = make_float2(top.x * scale, top.y * scale);
        bottom = make_float2(bottom.x * scale, bottom.y * scale);
    }
    __device__ __forceinline__ void follow(float a, float c) {
        top = make_float2(fmaf(a, top.x, bottom.x), fmaf(a, top.y, bottom.y));
        bottom = make_float2(fmaf(c, bottom.x, top.x), fmaf(c, bottom.y, top.y));
    }
};

__device__ __forceinline__ Quotient after(const Quotient& earlier, const Quotient& later) {
    Quotient q;
    q.top = make_float2(fmaf(later.top.x, earlier.top.x, later.top.y * earlier.bottom.x),
                        fmaf(later.top.x, earlier.top.y, later.top.y * earlier.bottom.y));
    q.bottom = make_float2(fmaf(later.bottom.x, earlier.top.x, later.bottom.y * earlier.bottom.x),
                           fmaf(later.bottom.x, earlier.top.y, later.bottom.y * earlier.bottom.y));
    q.normalize();
    return q;
}

struct Mean {
    float a, b;
    __device__ __forceinline__ void follow(float weight, float value) {
        a *= weight;
        b = fmaf(weight, b - value, value);
    }
};

__device__ __forceinline__ Mean after(const Mean& earlier, const Mean& later) {
    return {earlier.a * later.a, fmaf(later.a, earlier.b, later.b)};
}

class Smoother {
  public:
    __device__ __forceinline__ Smoother(const SmoothParameters& p, Quotient* exchange, float* kept)
        : p_(p),
          segment_(p.cut),
          exchange_(exchange),
          value_(kept + segment_.line),
          link_(value_ + kept_floats(p.cut)) {}

    __device__ __forceinline__ void run() {
        const Quotient e = quotients();
        Mean m = {1, 0};
        means<false>(e, m);
        m = carry<false>(m);
        means<true>(e, m);
        Mean u = {1, 0};
        back<false>(u);
        u = carry<true>(u);
        back<true>(u);
    }

  private:
    __device__ __forceinline__ int at(int i) const { return i * p_.cut.lines; }

    __device__ __forceinline__ float link(float difference) const {
        return p_.lambda * exp2_fast(-p_.edge * fabsf(difference));
    }

    __device__ __forceinline__ Quotient quotients() {
        const bool any = segment_.begin < segment_.end;
        float guide = any ? link_[at(segment_.begin)] : 0.0f;
        const bool more = any && segment_.end < p_.cut.length;
        const float behind = more ? link_[at(segment_.end)] : 0.0f;
        if (any && segment_.begin > 0) before_ = link(guide - link_[at(segment_.begin - 1)]);
        __syncthreads();
        Quotient q = {make_float2(1, 0), make_float2(0, 1)};
        float a = before_;
        for (int i = segment_.begin; i < segment_.end; ++i) {
            const bool inside = i + 1 < segment_.end;
            const float next = inside ? link_[at(i + 1)] : behind;
            const float c = inside || more ? link(next - guide) : 0.0f;
            link_[at(i)] = c;
            q.follow(a, c);
            if (i % 4 == 0) q.normalize();
            a = c;
            guide = next;
        }
        q.normalize();
        return carry_in<false>(segment_, p_.cut, q, exchange_,
                               {make_float2(0, 1), make_float2(0, 1)},
                               [](int, const Quotient& earlier, const Quotient& later) {
                                   return after(earlier, later);
                               });
    }

    template <bool keep>
    __device__ __forceinline__ void means(const Quotient& quotient, Mean& m) {
        float e = quotient.top.y / quotient.bottom.y;
        float a = before_;
        for (int i = segment_.begin; i < segment_.end; ++i) {
            const float c = link_[at(i)];
            const float s = a * e;
            const float q = 1.0f + s;
            const float pivot = q + c;
            const float r = reciprocal(q * pivot);
            m.follow(s * pivot * r, value_[at(i)]);
            e = q * q * r;
            a = c;
            if (!keep) continue;
            value_[at(i)] = m.b;
            link_[at(i)] = c * q * r;
        }
    }

    template <bool keep>
    __device__ __forceinline__ void back(Mean& u) {
        for (int i = segment_.end - 1; i >= segment_.begin; --i) {
            u.follow(link_[at(i)], value_[at(i)]);
            if (keep) value_[at(i)] = u.b;
        }
    }

    template <bool from_end>
    __device__ __forceinline__ Mean carry(const Mean& mean) {
        return carry_in<from_end>(
            segment_, p_.cut, mean, reinterpret_cast<Mean*>(exchange_), {1, 0},
            [](int, const Mean& earlier, const Mean& later) { return after(earlier, later); });
    }

    const SmoothParameters& p_;
    const Segment segment_;
    Quotient* exchange_;
    float* value_;
    float* link_;
    float before_ = 0;
};

template <bool rows>
__device__ __forceinline__ void smooth(const Launch& launch, const SmoothParameters& p) {
    auto* exchange = shared_memory<Quotient>();
    float* kept = kept_pixels(launch, p.cut, exchange, 2);
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const LineMap<rows> map{p.cut};
    map.load(frame, p.value, kept);
    map.load(frame, p.guide, kept + kept_floats(p.cut));
    __syncthreads();
    Smoother(p, exchange, kept).run();
    __syncthreads();
    map.finish_lines(launch, kept);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace

#define TONELIFT_LINES(name, Parameters, function) \
    TONELIFT_PASS_KERNEL(name, Parameters, lines_threads, 1, function(launch, parameters))

TONELIFT_LINES(gauss_rows, GaussParameters, gauss<true>)
TONELIFT_LINES(gauss_columns, GaussParameters, gauss<false>)
TONELIFT_LINES(smooth_rows, SmoothParameters, smooth<true>)
TONELIFT_LINES(smooth_columns, SmoothParameters, smooth<false>)
TONELIFT_LINES(sum_rows, SumParameters, sum<true>)
TONELIFT_LINES(sum_columns, SumParameters, sum<false>)

}  // namespace tonelift::cuda
