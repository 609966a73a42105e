// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic, powers and trigonometric functions for any T. "Error" in these comments is the
// relative error of a polynomial.

TONELIFT_MATH T add(T a, T b) { return a + b; }
TONELIFT_MATH T subtract(T a, T b) { return a - b; }
TONELIFT_MATH T multiply(T a, T b) { return a * b; }
TONELIFT_MATH T divide(T a, T b) { return where(b == T(0.0f), T(0.0f), a / b); }
TONELIFT_MATH T negate(T a) { return T(0.0f) - a; }
TONELIFT_MATH T sqrt(T x) { return square_root(max(x, T(0.0f))); }
TONELIFT_MATH T root_of_positive(T x) { return square_root(x); }
TONELIFT_MATH T rsqrt(T x) { return divide(T(1.0f), sqrt(x)); }

TONELIFT_MATH T dot3(T x, T y, T z, T a, T b, T c, T d) {
    return multiply_add(x, a, multiply_add(y, b, multiply_add(z, c, d)));
}

TONELIFT_MATH T sign(T x) {
    return where(x > T(0.0f), T(1.0f), where(x < T(0.0f), T(-1.0f), T(0.0f)));
}

TONELIFT_MATH T clamp(T value, T low, T high) { return min(max(value, low), high); }
TONELIFT_MATH T saturate(T x) { return clamp(x, T(0.0f), T(1.0f)); }
TONELIFT_MATH T mix(T a, T b, T t) { return multiply_add(b - a, t, a); }
TONELIFT_MATH T less(T a, T b) { return where(a < b, T(1.0f), T(0.0f)); }
TONELIFT_MATH T less_equal(T a, T b) { return where(a <= b, T(1.0f), T(0.0f)); }
TONELIFT_MATH T equal(T a, T b) { return where(a == b, T(1.0f), T(0.0f)); }
TONELIFT_MATH T select(T condition, T a, T b) { return where(condition > T(0.0f), a, b); }
TONELIFT_MATH T step(T edge, T value) { return less_equal(edge, value); }

// Returns a ramp from 0 at edge0 to 1 at edge1. If both edges are equal, returns step(edge0,
// value).
TONELIFT_MATH T linearstep(T edge0, T edge1, T value) {
    const T ramp = saturate((value - edge0) / (edge1 - edge0));
    return where(edge0 == edge1, step(edge0, value), ramp);
}

TONELIFT_MATH T smooth(T t) { return t * t * (T(3.0f) - T(2.0f) * t); }

TONELIFT_MATH T smoothstep(T edge0, T edge1, T value) {
    return smooth(linearstep(edge0, edge1, value));
}

// Limits the result to numbers below 1, because x - floor(x) rounds to 1 if x is negative and close
// to 0.
TONELIFT_MATH T fract(T x) { return min(x - floor(x), T(0.99999994f)); }

// Returns the remainder of a / b, with the sign of b.
TONELIFT_MATH T mod(T a, T b) {
    const T rest = a - b * floor(divide(a, b));
    const T inside = where(abs(rest) >= abs(b), rest - b, rest);
    return clamp(inside, min(b, T(0.0f)), max(b, T(0.0f)));
}

// Replaces NaN by 0, and clamps other values to the range of half floats.
TONELIFT_MATH T sanitize(T x) {
    return where(x == x, clamp(x, T(-65504.0f), T(65504.0f)), T(0.0f));
}

// Returns log2(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)), with an error of 2.6e-8.
TONELIFT_MATH T log2_of_one_plus(T f) {
    const T f2 = f * f, f4 = f2 * f2;
    const T a = multiply_add(f, T(-0.7213473467f), T(1.442695003f));
    const T b = multiply_add(f, T(-0.3607037163f), T(0.4809106803f));
    const T c = multiply_add(f, T(-0.2389434845f), T(0.2879151255f));
    const T d = multiply_add(f, T(-0.2072820058f), T(0.2157247211f));
    const T high = multiply_add(f4, T(0.1258281492f), multiply_add(f2, d, c));
    return f * multiply_add(f4, high, multiply_add(f2, b, a));
}

// Computes 2^f for f in [-1/2, 1/2] by Estrin's scheme, with an error of 2.0e-9.
TONELIFT_MATH T exp2_of_fraction(T f) {
    const T f2 = f * f;
    const T a = multiply_add(f, T(0.2402264791f), T(0.6931472028f));
    const T b = multiply_add(f, T(0.009618437696f), T(0.05550332477f));
    const T c = multiply_add(f, T(0.0001535328333f), T(0.001339887361f));
    return multiply_add(f, multiply_add(f2, multiply_add(f2, c, b), a), T(1.0f));
}

TONELIFT_MATH T exp2_of_parts(T whole, T fraction) {
    const T n = clamp(whole, T(-126.0f), T(127.0f));
    const T f = clamp(fraction, T(-0.5f), T(0.5f));
    return where(whole < T(-126.0f), T(0.0f), times_exp2(exp2_of_fraction(f), n));
}

TONELIFT_MATH T exp2(T x) {
    const T t = clamp(x, T(-127.0f), T(127.5f));
    const T whole = round(t);
    return exp2_of_parts(whole, t - whole);
}

// Returns e^min(x, most), where `most` is at most 88.4, because floats end at e^88.7.
TONELIFT_MATH T exp_up_to(float most, T x) {
    const T t = clamp(x, T(-88.1f), T(most));
    const T whole = round(t * T(1.442695041f));
    const T fraction = multiply_add(t, T(1.4423828125f), T(0.0f) - whole);
    return exp2_of_parts(whole, multiply_add(t, T(0.000312228388963f), fraction));
}

TONELIFT_MATH T exp(T x) { return exp_up_to(88.4f, x); }

constexpr float smallest_normal = 1.17549435e-38f;

TONELIFT_MATH T log2(T x) {
    T mantissa, exponent;
    split_exponent(max(x, T(smallest_normal)), &mantissa, &exponent);
    return exponent + log2_of_one_plus(mantissa - T(1.0f));
}

TONELIFT_MATH T log(T x) { return log2(x) * T(0.69314718056f); }
TONELIFT_MATH T log10(T x) { return log2(x) * T(0.301029995664f); }

// Multiplies the integer part and the fraction of log2(a) by b separately, because their rounded
// sum would lose low bits of the fraction.
TONELIFT_MATH T pow_of_positive(T a, T b) {
    T mantissa, exponent;
    split_exponent(max(a, T(smallest_normal)), &mantissa, &exponent);
    const T low = log2_of_one_plus(mantissa - T(1.0f)) * b;
    const T whole = round(clamp(multiply_add(exponent, b, low), T(-200.0f), T(200.0f)));
    return exp2_of_parts(whole, multiply_add(exponent, b, T(0.0f) - whole) + low);
}

// Returns a^b. The result is 1 if b is 0. Otherwise, it is 0 if a is 0 or negative, even if b is
// negative.
TONELIFT_MATH T pow(T a, T b) {
    const T power = where(a < T(smallest_normal), T(0.0f), pow_of_positive(a, b));
    return where(b == T(0.0f), T(1.0f), power);
}

TONELIFT_MATH T cube_root(T x) {
    return where(x < T(smallest_normal), T(0.0f), pow_of_positive(x, T(1.0f / 3.0f)));
}

// For positive normal numbers.
TONELIFT_MATH T cube_root_of_normal(T x) { return cube_root(x); }

TONELIFT_MATH T cbrt(T x) { return with_sign_of(cube_root(abs(x)), x); }

TONELIFT_MATH T tanh(T x) {
    const T a = abs(x);
    const T z = a * a;
    T p = multiply_add(z, T(-0.005705150452f), T(0.02063929826f));  // error 4.4e-9
    p = multiply_add(z, p, T(-0.05373980528f));
    p = multiply_add(z, p, T(0.1333144365f));
    p = multiply_add(z, p, T(-0.3333328201f));
    const T small = multiply_add(a * z, p, a);
    const T large = T(1.0f) - T(2.0f) / (exp(a + a) + T(1.0f));
    return with_sign_of(where(a < T(0.625f), small, large), x);
}

TONELIFT_MATH T hypot(T a, T b) {
    const T large = max(abs(a), abs(b));
    const T ratio = divide(min(abs(a), abs(b)), large);
    return large * square_root(multiply_add(ratio, ratio, T(1.0f)));
}

// Returns sin(x - n * pi). The constant pi is the sum of three parts, so that the product of each
// part and n is exact up to n = 4096.
TONELIFT_MATH T sine_after(T x, T n) {
    T r = multiply_add(n, T(-3.140625f), x);
    r = multiply_add(n, T(-0.0009675025939941406f), r);
    r = multiply_add(n, T(-1.5099579909783764e-07f), r);
    r = clamp(r, T(-1.5707964f), T(1.5707964f));
    const T z = r * r;
    T p = multiply_add(z, T(-2.388895234e-8f), T(2.752538744e-6f));  // error 2.4e-11
    p = multiply_add(z, p, T(-0.0001984086828f));
    p = multiply_add(z, p, T(0.008333331109f));
    p = multiply_add(z, p, T(-0.1666666663f));
    return multiply_add(r * z, p, r);
}

TONELIFT_MATH T alternating(T n) {
    const T half = n * T(0.5f);
    return T(1.0f) - T(4.0f) * abs(half - floor(half));
}

constexpr float one_over_pi = 0.318309886f;
constexpr float largest_angle = 8388608.0f;  // 2^23: adjacent floats above differ by 1 or more

TONELIFT_MATH T sin(T x) {
    const T bounded = clamp(x, T(-largest_angle), T(largest_angle));
    const T n = round(bounded * T(one_over_pi));
    return sine_after(bounded, n) * alternating(n);
}

TONELIFT_MATH T cos(T x) {
    const T bounded = clamp(x, T(-largest_angle), T(largest_angle));
    const T n = floor(bounded * T(one_over_pi));
    return T(0.0f) - sine_after(bounded, n + T(0.5f)) * alternating(n);
}

TONELIFT_MATH T tan(T x) { return divide(sin(x), cos(x)); }

constexpr float pi = 3.14159265f;

// Returns asin(x) for x in [0, 1/2], with an error of 4.9e-9.
TONELIFT_MATH T asin_of_small(T x) {
    const T z = x * x;
    T p = multiply_add(z, T(0.04216497907f), T(0.02418059457f));
    p = multiply_add(z, p, T(0.04547008719f));
    p = multiply_add(z, p, T(0.07495300533f));
    p = multiply_add(z, p, T(0.166667524f));
    return multiply_add(x * z, p, x);
}

// Uses asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)) for x above 1/2.
TONELIFT_MATH T asin(T x) {
    const T a = min(abs(x), T(1.0f));
    const auto large = a > T(0.5f);
    const T p = asin_of_small(where(large, square_root((T(1.0f) - a) * T(0.5f)), a));
    return with_sign_of(where(large, T(0.5f * pi) - (p + p), p), x);
}

TONELIFT_MATH T acos(T x) {
    const T a = min(abs(x), T(1.0f));
    const auto large = a > T(0.5f);
    const T p = asin_of_small(where(large, square_root((T(1.0f) - a) * T(0.5f)), a));
    const T from_end = where(x < T(0.0f), T(pi) - (p + p), p + p);
    return where(large, from_end, T(0.5f * pi) - with_sign_of(p, x));
}

// Returns atan(x) for x in [0, 1], with an error of 1.7e-8.
TONELIFT_MATH T atan_of_unit(T x) {
    const T z = x * x;
    T p = multiply_add(z, T(0.002920700152f), T(-0.01636796107f));
    p = multiply_add(z, p, T(0.04321191677f));
    p = multiply_add(z, p, T(-0.07552219185f));
    p = multiply_add(z, p, T(0.1066600698f));
    p = multiply_add(z, p, T(-0.1421105589f));
    p = multiply_add(z, p, T(0.199937729f));
    p = multiply_add(z, p, T(-0.3333315274f));
    return multiply_add(x * z, p, x);
}

TONELIFT_MATH T atan2(T y, T x) {
    const T ax = abs(x), ay = abs(y);
    T angle = atan_of_unit(divide(min(ax, ay), max(ax, ay)));
    angle = where(ay > ax, T(0.5f * pi) - angle, angle);
    angle = where(x < T(0.0f), T(pi) - angle, angle);
    return with_sign_of(angle, y);
}

TONELIFT_MATH T atan(T x) { return atan2(x, T(1.0f)); }
