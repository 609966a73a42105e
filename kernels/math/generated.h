// SPDX-License-Identifier: BSD-2-Clause
//
// Math functions for GPU code generators. They replace the templates with the same names in
// scalar.h and transfer.h.

Number octaves_of(const Number& x);    // log2(x) for x > 0
Number power_of_two(const Number& x);  // 2^x
void hash_bits(const Number& x, const Number& y, const Number& seed, Number* low, Number* high);
Number saturate(const Number& x);
Number exp2(const Number& x);
Number log2(const Number& x);
Number rsqrt(const Number& x);
Number pq_encode(const Number& x);
Number pq_decode(const Number& x);

inline Number exp(const Number& x) { return exp2(x * Number(1.442695041f)); }

inline Number pow_of_positive(const Number& a, const Number& b) { return exp2(log2(a) * b); }

inline Number linearstep(const Number& edge0, const Number& edge1, const Number& value) {
    if (edge0.known() && edge1.known() && value.known())
        return Number(math::linearstep(edge0.value(), edge1.value(), value.value()));
    constexpr float steepest = 1e30f;
    const Number span = edge1 - edge0;
    const Mask flat = span == Number(0.0f);
    const Number slope = where(flat, Number(steepest), Number(1.0f) / span);
    const Number start = edge0 * slope;
    if (start.known() && math::abs(start.value()) <= 16.0f && !flat.value())
        return saturate(multiply_add(value, slope, Number(-start.value())));
    const Number at_edge = where(flat, Number(1.0f), Number(0.0f));
    return saturate(multiply_add(value - edge0, slope, at_edge));
}

template <int count, typename T>
inline T polynomial(const float (&coefficients)[count], const T& t) {
    T sum(coefficients[count - 1]);
    for (int power = count - 2; power >= 0; --power)
        sum = multiply_add(sum, t, T(coefficients[power]));
    return sum;
}

// Encodes light to a PQ code from 0 to 1, by a polynomial of the logarithm of the light. The error
// of the code is at most 1.9e-4.
TONELIFT_MATH T generated_pq_encode(T x) {
    constexpr float coefficients[] = {0.126229665f,   0.43792643f,    0.547345349f,  0.157590607f,
                                      -0.247497697f,  -0.155768087f,  0.107582426f,  0.0857122108f,
                                      -0.0465053388f, -0.0319669254f, 0.0163665511f, 0.00604044674f,
                                      -0.00305529913f};
    constexpr float darkest = 0x1p-28f, at_darkest = 0.00093160406f;
    const T share = saturate(x * T(pq_white));
    const T octaves = octaves_of(max(share, T(darkest)));
    const T code = polynomial(coefficients, multiply_add(octaves, T(1.0f / 14.0f), T(1.0f)));
    const T dark = saturate(share * T(at_darkest / darkest));
    return where(share < T(darkest), dark, saturate(code));
}

// Decodes a PQ code to light. The relative error of the light is 2e-5.
TONELIFT_MATH T generated_pq_decode(T x) {
    const T code = max(saturate(x), T(1e-6f));
    const T octaves = octaves_of(code);
    const T d = T(0.0f) - exp2_minus_one(octaves * T(static_cast<float>(1 / constants::pq_m2)));
    constexpr float span = static_cast<float>(1.0 - constants::pq_c1);
    const T above = max(T(span) - d, T(0.0f));
    const T below = multiply_add(d, T(static_cast<float>(constants::pq_c3)), T(span));
    const T y = octaves_of(above / below);  // -infinity for black; 2^-infinity is 0
    constexpr float root = static_cast<float>(1 / constants::pq_m1);
    return power_of_two(multiply_add(y, T(root), T(5.62237646f)));
}
