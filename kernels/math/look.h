// SPDX-License-Identifier: BSD-2-Clause
//
// The color functions of a look: saturation, white balance, relighting, skin, grain.

TONELIFT_MATH Triple<T> saturation(T r, T g, T b, T factor) {
    const T gray = luminance(r, g, b);
    const T added = gray - gray * factor;
    return {multiply_add(r, factor, added), multiply_add(g, factor, added),
            multiply_add(b, factor, added)};
}

// Scales the distance of a color from gray. The factor is 1 + amount near gray, and falls to 1 for
// the purest colors.
TONELIFT_MATH Triple<T> vibrance(T r, T g, T b, T amount) {
    const T high = max_rgb(r, g, b);
    const T purity = saturate(divide(high - min_rgb(r, g, b), high));
    return saturation(r, g, b, max(multiply_add(amount, T(1.0f) - purity, T(1.0f)), T(0.0f)));
}

TONELIFT_MATH T cubed(T x) { return x * x * x; }

// Scales the Oklab components a and b of a color by `factor`, and returns the cone responses.
// `root` computes cube roots.
TONELIFT_MATH Triple<T> colorful_cones(T r, T g, T b, T factor, const auto& root) {
    const Triple<T> lms = transform(constants::oklab_lms, r, g, b);
    const Triple<T> roots = {root(lms.x), root(lms.y), root(lms.z)};
    const T lightness = weighted(constants::oklab_opponent.at[0], roots.x, roots.y, roots.z);
    return {cubed(mix(lightness, roots.x, factor)), cubed(mix(lightness, roots.y, factor)),
            cubed(mix(lightness, roots.z, factor))};
}

TONELIFT_MATH Triple<T> colorful_cones(T r, T g, T b, T factor) {
    return colorful_cones(r, g, b, factor, [](const T& x) { return cube_root(x); });
}

TONELIFT_MATH Triple<T> hue_rotate(T r, T g, T b, T radians) {
    const Triple<T> ictcp = to_ictcp(r, g, b);
    const T c = cos(radians), s = sin(radians);
    return from_ictcp(ictcp.x, ictcp.y * c - ictcp.z * s, ictcp.y * s + ictcp.z * c);
}

// Scales the cone responses of Oklab without changing the luminance of white.
TONELIFT_MATH Triple<T> white_balance(T r, T g, T b, T warmth, T tint) {
    const Triple<T> lms = transform(constants::oklab_lms, r, g, b);
    const T l = multiply_add(warmth, T(0.06f), T(1.0f));
    const T m = multiply_add(tint, T(-0.08f), T(1.0f));
    const T s = multiply_add(warmth, T(-0.35f), T(1.0f));
    const Triple<T> white = transform(constants::oklab_lms_inverse, l, m, s);
    const T scale = divide(T(1.0f), luminance(white.x, white.y, white.z));
    return transform(constants::oklab_lms_inverse, lms.x * l * scale, lms.y * m * scale,
                     lms.z * s * scale);
}

TONELIFT_MATH T levels(T value, T black, T white, T gamma) {
    return saturate(pow(divide(value - black, white - black), divide(T(1.0f), gamma)));
}

// A PQ code `from` up to 1e-6 counts as black, because the fast and the precise versions of
// pq_decode differ for such codes.
TONELIFT_MATH Triple<T> relight(T r, T g, T b, T from, T to) {
    constexpr float black = 1e-6f;
    const T brighter = min(divide(pq_decode(to), pq_decode(from)), T(65504.0f));
    const T gain = where(from > T(black), brighter, T(0.0f));
    return {r * gain, g * gain, b * gain};
}

// Returns the likelihood that a color is skin, from 0 to 1. The accepted range of hue and chroma
// includes published samples of all skin tones.
TONELIFT_MATH T skin_likelihood(T r, T g, T b) {
    constexpr constants::ConeBalance cones = constants::oklab_balance;
    constexpr double red = 3 * cones.scale[0] / cones.scale[1];
    constexpr double yellow = cones.scale[2] / cones.scale[3];
    constexpr double cosine = 0.7986, sine = 0.6018;
    constexpr double width = 0.45;
    constexpr float tiny = 1e-30f;
    static_assert(red < 0);
    const T l_and_m = weighted(cones.at[1], r, g, b), m_and_s = weighted(cones.at[3], r, g, b);
    const T reds = weighted(cones.at[0], r, g, b) * m_and_s;
    const T yellows = weighted(cones.at[2], r, g, b) * l_and_m;
    constexpr double unit = -red * cosine;
    const T along =
        multiply_add(yellows, T(static_cast<float>(yellow * sine / unit)), T(0.0f) - reds);
    const T across = multiply_add(reds, T(static_cast<float>(red * sine / width / unit)),
                                  yellows * T(static_cast<float>(-yellow * cosine / width / unit)));
    const T slope = across / max(along, T(tiny));
    const T on_hue = saturate(T(1.0f) - slope * slope);
    const T colorful = along / max(l_and_m * m_and_s, T(tiny));
    const auto step = [&](double from, double to) {
        return saturate(multiply_add(colorful, T(static_cast<float>(unit / (to - from))),
                                     T(static_cast<float>(from / (from - to)))));
    };
    const T window = step(0.05, 0.16) * step(0.72, 0.46);
    const T product = on_hue * window;
    return product * product * ((T(3.0f) - T(2.0f) * on_hue) * (T(3.0f) - T(2.0f) * window));
}

// Returns noise with the standard deviation `amount`. It is a sum of four uniform random numbers,
// which is approximately Gaussian.
TONELIFT_MATH T grain(T x, T y, T seed, T amount) {
    T a, b, c, d;
    const T column = floor(x), row = floor(y), frame = floor(seed);
    hash_bits(column, row, frame, &a, &b);
    hash_bits(column, row, frame + T(65536.0f), &c, &d);
    const T sum = (a + b + c + d) * T(1.0f / 65535.0f) - T(2.0f);
    return sum * T(1.7320508f) * amount;
}
