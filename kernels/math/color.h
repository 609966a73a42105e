// SPDX-License-Identifier: BSD-2-Clause
//
// Conversions between color spaces. Linear light has BT.2020 primaries, and its value 1.0 stands
// for 203 cd/m2.

TONELIFT_MATH Triple<T> transform(const constants::Matrix& m, T x, T y, T z) {
    return {weighted(m.at[0], x, y, z), weighted(m.at[1], x, y, z), weighted(m.at[2], x, y, z)};
}

TONELIFT_MATH T max_rgb(T r, T g, T b) { return max(max(r, g), b); }
TONELIFT_MATH T min_rgb(T r, T g, T b) { return min(min(r, g), b); }
TONELIFT_MATH T lightness(T r, T g, T b) { return pq_encode(luminance(r, g, b)); }

TONELIFT_MATH T luminance_709(T r, T g, T b) { return weighted(constants::luminance_709, r, g, b); }

TONELIFT_MATH T luma(T r, T g, T b) {
    return luminance_709(bt1886_encode(r), bt1886_encode(g), bt1886_encode(b));
}

TONELIFT_MATH Triple<T> to_ictcp(T r, T g, T b) {
    const Triple<T> lms = transform(constants::ictcp_lms, r, g, b);
    return transform(constants::ictcp_opponent, pq_encode(lms.x), pq_encode(lms.y),
                     pq_encode(lms.z));
}

TONELIFT_MATH Triple<T> from_ictcp(T i, T ct, T cp) {
    const Triple<T> lms = transform(constants::ictcp_opponent_inverse, i, ct, cp);
    return transform(constants::ictcp_lms_inverse, pq_decode(lms.x), pq_decode(lms.y),
                     pq_decode(lms.z));
}

TONELIFT_MATH Triple<T> lms_to_oklab(const Triple<T>& lms) {
    return transform(constants::oklab_opponent, cbrt(lms.x), cbrt(lms.y), cbrt(lms.z));
}

TONELIFT_MATH Triple<T> oklab_to_lms(T l, T a, T b) {
    const Triple<T> root = transform(constants::oklab_opponent_inverse, l, a, b);
    return {root.x * root.x * root.x, root.y * root.y * root.y, root.z * root.z * root.z};
}

TONELIFT_MATH Triple<T> to_oklab(T r, T g, T b) {
    return lms_to_oklab(transform(constants::oklab_lms, r, g, b));
}

TONELIFT_MATH Triple<T> from_oklab(T l, T a, T b) {
    const Triple<T> lms = oklab_to_lms(l, a, b);
    return transform(constants::oklab_lms_inverse, lms.x, lms.y, lms.z);
}

// Returns hue, saturation and value. Hue is in [0, 1), and a full turn is 1.
TONELIFT_MATH Triple<T> to_hsv(T r, T g, T b) {
    const T value = max_rgb(r, g, b);
    const T span = value - min_rgb(r, g, b);
    const T sixths =
        where(value == r, divide(g - b, span),
              where(value == g, T(2.0f) + divide(b - r, span), T(4.0f) + divide(r - g, span)));
    return {fract(sixths * T(1.0f / 6.0f)), divide(span, value), value};
}

TONELIFT_MATH T hsv_channel(T n, T hue, T saturation, T value) {
    const T k = fract(hue + n) * T(6.0f);
    const T ramp = saturate(min(k, T(4.0f) - k));
    return value - value * saturation * ramp;
}

TONELIFT_MATH Triple<T> from_hsv(T hue, T saturation, T value) {
    return {hsv_channel(T(5.0f / 6.0f), hue, saturation, value),
            hsv_channel(T(3.0f / 6.0f), hue, saturation, value),
            hsv_channel(T(1.0f / 6.0f), hue, saturation, value)};
}

TONELIFT_MATH T chroma(T r, T g, T b) {
    const Triple<T> ictcp = to_ictcp(r, g, b);
    return square_root(multiply_add(ictcp.y, ictcp.y, ictcp.z * ictcp.z));
}

TONELIFT_MATH T hue(T r, T g, T b) {
    const Triple<T> ictcp = to_ictcp(r, g, b);
    return atan2(ictcp.z, ictcp.y);
}
