// SPDX-License-Identifier: BSD-2-Clause
//
// Transfer functions between coded values and linear light. The value 1.0 of linear light stands
// for 203 cd/m2.

constexpr float pq_white = static_cast<float>(constants::reference_white / constants::pq_peak);
constexpr float pq_top = static_cast<float>(constants::pq_peak / constants::reference_white);

// SMPTE ST 2084 equation 5.2, rearranged. In float arithmetic, the original equation would leave
// only five correct digits.
TONELIFT_MATH T pq_encode(T x) {
    const T light = clamp(x, T(0.0f), T(pq_top)) * T(pq_white);
    const T y = where(light < T(smallest_normal), T(0.0f),
                      pow_of_positive(light, T(static_cast<float>(constants::pq_m1))));
    const T below_one = (T(1.0f) - y) * T(static_cast<float>(constants::pq_c1 - 1.0)) /
                        multiply_add(y, T(static_cast<float>(constants::pq_c3)), T(1.0f));
    return saturate(exp2(log2_of_one_plus(below_one) * T(static_cast<float>(constants::pq_m2))));
}

// Computes 2^x - 1 without cancellation for x close to 0. The polynomial is valid for x in [-1/4,
// 0], with a relative error of 2.0e-9.
TONELIFT_MATH T exp2_minus_one(T x) {
    T p = multiply_add(x, T(0.0001535328333f), T(0.001339887361f));
    p = multiply_add(x, p, T(0.009618437696f));
    p = multiply_add(x, p, T(0.05550332477f));
    p = multiply_add(x, p, T(0.2402264791f));
    return x * multiply_add(x, p, T(0.6931472028f));
}

// Decodes PQ code V by SMPTE ST 2084 equation 4.1, rearranged with d = 1 - V^(1/m2).
TONELIFT_MATH T pq_decode(T x) {
    const T code = clamp(x, T(5e-7f), T(1.0f));
    const T d = T(0.0f) - exp2_minus_one(log2(code) * T(static_cast<float>(1 / constants::pq_m2)));
    constexpr float span = static_cast<float>(1.0 - constants::pq_c1);
    const T y = max(T(span) - d, T(0.0f)) /
                multiply_add(d, T(static_cast<float>(constants::pq_c3)), T(span));
    const T light = pow_of_positive(y, T(static_cast<float>(1 / constants::pq_m1))) * T(pq_top);
    return where(y < T(smallest_normal), T(0.0f), light);
}

// The HLG OETF (ITU-R BT.2100-2 table 5).
TONELIFT_MATH T hlg_encode(T x) {
    const T scene = saturate(x);
    const T low = square_root(T(3.0f) * scene);
    const T argument =
        max(multiply_add(scene, T(12.0f), T(static_cast<float>(-constants::hlg_b))), T(0.5f));
    const T high = multiply_add(log(argument), T(static_cast<float>(constants::hlg_a)),
                                T(static_cast<float>(constants::hlg_c)));
    return saturate(where(scene <= T(1.0f / 12.0f), low, high));
}

// Codes above hlg_most count as hlg_most, whose light is about 70,000. The light of larger codes
// could leave the range of float in the OOTF.
constexpr double hlg_most = 3;

TONELIFT_MATH T hlg_decode(T x) {
    constexpr auto most = static_cast<float>((hlg_most - constants::hlg_c) / constants::hlg_a);
    const T code = max(x, T(0.0f));
    const T low = code * code * T(1.0f / 3.0f);
    const T high = (exp_up_to(most, (code - T(static_cast<float>(constants::hlg_c))) *
                                        T(static_cast<float>(1 / constants::hlg_a))) +
                    T(static_cast<float>(constants::hlg_b))) *
                   T(1.0f / 12.0f);
    return where(code <= T(0.5f), low, high);
}

// The sRGB encoding (IEC 61966-2-1 clause 5.2).
TONELIFT_MATH T srgb_encode(T x) {
    const T light = saturate(x);
    const T power = multiply_add(pow(light, T(1.0f / 2.4f)), T(1.055f), T(-0.055f));
    return saturate(where(light <= T(0.0031308f), light * T(12.92f), power));
}

TONELIFT_MATH T srgb_decode(T x) {
    const T code = max(x, T(0.0f));
    const T power = pow(multiply_add(code, T(1.0f / 1.055f), T(0.055f / 1.055f)), T(2.4f));
    return where(code <= T(0.04045f), code * T(1.0f / 12.92f), power);
}

// The inverse of the EOTF in ITU-R BT.1886 annex 1, for a display whose black is 0 cd/m2.
TONELIFT_MATH T bt1886_encode(T x) {
    return saturate(pow(saturate(x), T(static_cast<float>(1 / constants::bt1886_gamma))));
}

TONELIFT_MATH T bt1886_decode(T x) {
    return pow(max(x, T(0.0f)), T(static_cast<float>(constants::bt1886_gamma)));
}

template <typename T>
struct Triple {
    T x;
    T y;
    T z;
};

TONELIFT_MATH T weighted(const double (&weight)[3], T x, T y, T z) {
    return multiply_add(
        x, T(static_cast<float>(weight[0])),
        multiply_add(y, T(static_cast<float>(weight[1])), z * T(static_cast<float>(weight[2]))));
}

TONELIFT_MATH T luminance(T r, T g, T b) { return weighted(constants::luminance_2020, r, g, b); }
