// SPDX-License-Identifier: BSD-2-Clause
//
// The functions of a look: saturation, white balance, re-lighting, skin, gamut, grain. Linear light
// is BT.2020, 1.0 = 203 cd/m2. Included by plain.h and its likes only.

TONELIFT_MATH Triple<T> saturation(T r, T g, T b, T factor) {
    const T gray = luminance(r, g, b);
    return {mix(gray, r, factor), mix(gray, g, factor), mix(gray, b, factor)};
}

// Scales chroma by 1 + amount for gray and by 1 for the purest colors.
TONELIFT_MATH Triple<T> vibrance(T r, T g, T b, T amount) {
    const T high = max_rgb(r, g, b);
    const T purity = saturate(divide(high - min_rgb(r, g, b), high));
    return saturation(r, g, b, max(multiply_add(amount, T(1.0f) - purity, T(1.0f)), T(0.0f)));
}

TONELIFT_MATH T cubed(T x) { return x * x * x; }

// The cone responses of a color whose a and b of Oklab are scaled. Each root is the lightness plus
// a share of a and b, so that it moves from the lightness by the factor. Negative responses count
// as 0.
TONELIFT_MATH Triple<T> colorful_cones(T r, T g, T b, T factor) {
    const Triple<T> lms = transform(constants::oklab_lms, r, g, b);
    const Triple<T> roots = {cube_root(lms.x), cube_root(lms.y), cube_root(lms.z)};
    const T lightness = weighted(constants::oklab_opponent.at[0], roots.x, roots.y, roots.z);
    return {cubed(mix(lightness, roots.x, factor)), cubed(mix(lightness, roots.y, factor)),
            cubed(mix(lightness, roots.z, factor))};
}

TONELIFT_MATH Triple<T> hue_rotate(T r, T g, T b, T radians) {
    const Triple<T> ictcp = to_ictcp(r, g, b);
    const T c = cos(radians), s = sin(radians);
    return from_ictcp(ictcp.x, ictcp.y * c - ictcp.z * s, ictcp.y * s + ictcp.z * c);
}

// Gains of the cone responses (Oklab's, in which white is 1 1 1), scaled to keep the luminance of
// white. Warmth of 1 takes D65 to about 4600 K; tint of 1 goes to magenta.
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

// Black stays black: codes of less than 1e-14 cd/m2, which fast versions of pq_decode do not tell
// from 0 alike.
TONELIFT_MATH Triple<T> relight(T r, T g, T b, T from, T to) {
    constexpr float black = 1e-6f;
    const T brighter = min(divide(pq_decode(to), pq_decode(from)), T(65504.0f));
    const T gain = where(from > T(black), brighter, T(0.0f));
    return {r * gain, g * gain, b * gain};
}

// The likelihood that a color is skin. Skin of all tones lies in one narrow band of hue, from pale
// to dark; it differs in chroma and in luminance. Hue and chroma are taken from the opponent ratios
// (L - M) / (L + M) and (M - S) / (M + S) of Oklab's cone responses: to first order Oklab's a / L
// and b / L, but independent of exposure and without roots. The axis is the mean direction of
// published skin samples, the widths hold all of them; pure orange and brick are more colorful than
// that, sand is less red.
TONELIFT_MATH T skin_likelihood(T r, T g, T b) {
    constexpr constants::ConeBalance cones = constants::oklab_balance;
    constexpr double red = 3 * cones.scale[0] / cones.scale[1];
    constexpr double yellow = cones.scale[2] / cones.scale[3];
    constexpr double cosine = 0.7986, sine = 0.6018;  // 53 degrees
    constexpr double width = 0.45;
    constexpr float tiny = 1e-30f;
    static_assert(red < 0);
    const T l_and_m = weighted(cones.at[1], r, g, b), m_and_s = weighted(cones.at[3], r, g, b);
    const T reds = weighted(cones.at[0], r, g, b) * m_and_s;
    const T yellows = weighted(cones.at[2], r, g, b) * l_and_m;
    // Both ratios are multiplied by the product of the sums, which their quotient does not need,
    // and divided by what the ratio of red counts.
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
    // Wherever one of the factors is below 1, the other is 1.
    const T window = step(0.05, 0.16) * step(0.72, 0.46);
    // The product of both, smoothed.
    const T product = on_hue * window;
    return product * product * ((T(3.0f) - T(2.0f) * on_hue) * (T(3.0f) - T(2.0f) * window));
}

// Compresses the extent of a color: its distance from the gray of its luminance, in units of the
// distance of the gamut's boundary. An extent up to 1 - softness is kept, a larger one is
// compressed to reach 1 only at infinity; without softness it is clipped at 1. Returns the share
// that is kept. whole: what stands for 1 in extent and softness, which a caller may leave
// undivided.
TONELIFT_MATH T gamut_extent_kept(T extent, T softness, T whole) {
    constexpr float tiny = 1e-9f;
    const T knee = max(whole - softness, T(tiny));
    const T bounded = max(extent, knee);
    const T beyond = bounded - knee;
    const T width = beyond + max(softness, T(tiny));
    return multiply_add(softness, beyond / width, knee) / bounded;
}

// Moves a color toward the gray of the same luminance, only as far as [0, top] requires.
TONELIFT_MATH Triple<T> gamut_fit(T r, T g, T b, T top) {
    constexpr float tiny = 1e-12f;
    const T gray = clamp(luminance_709(r, g, b), T(0.0f), top);
    const T below = gray / max(gray - min_rgb(r, g, b), T(tiny));
    const T above = (top - gray) / max(max_rgb(r, g, b) - gray, T(tiny));
    const T kept = saturate(min(below, above));
    return {clamp(mix(gray, r, kept), T(0.0f), top), clamp(mix(gray, g, kept), T(0.0f), top),
            clamp(mix(gray, b, kept), T(0.0f), top)};
}

// Linear light from cube roots of cone responses: `lightness` plus `share` of `chroma`.
TONELIFT_MATH Triple<T> gamut_color(T lightness, const Triple<T>& chroma, T share) {
    return transform(constants::oklab_lms_709_inverse,
                     cubed(multiply_add(chroma.x, share, lightness)),
                     cubed(multiply_add(chroma.y, share, lightness)),
                     cubed(multiply_add(chroma.z, share, lightness)));
}

// Blue beyond BT.709, as of neon and LEDs. In Oklab such a blue would go to gray by way of cyan and
// lose most of its chroma; along a straight line of linear light it stays the same wavelength mixed
// with white, and where green and blue move less than red does it looks as blue as it was. The
// bluer it is, the larger its part on that line: a pure blue changes by some degrees of hue. The
// line ends at gray, which is black for light with a negative sum.
TONELIFT_MATH Triple<T> gamut_blue(T r, T g, T b) {
    constexpr float tiny = 1e-12f;
    const T gray = max(luminance_709(r, g, b), T(0.0f));
    const T outside = min(r, T(0.0f)) * min(g - b, T(0.0f));
    const T share = saturate(outside / max((gray - r) * b, T(tiny)));
    const T less = share * share;
    return {mix(r, gray, share), mix(g, gray, less), mix(b, gray, less)};
}

// The way of a color to the gray of its lightness: each cube root of its cone responses is the
// lightness plus its chroma. kept: how much of the chroma the gamut can hold.
template <typename T>
struct GamutPath {
    T lightness;
    Triple<T> chroma;
    T kept;
};

// The way of a color of which all chroma is kept.
TONELIFT_MATH GamutPath<T> gamut_way(const Triple<T>& color) {
    const Triple<T> lms = transform(constants::oklab_lms_709, color.x, color.y, color.z);
    const Triple<T> roots = {cube_root(lms.x), cube_root(lms.y), cube_root(lms.z)};
    const T plain = weighted(constants::oklab_opponent.at[0], roots.x, roots.y, roots.z);
    return {plain, {roots.x - plain, roots.y - plain, roots.z - plain}, T(1.0f)};
}

// Whether the gamut can hold all chroma of a color with this lightness.
TONELIFT_MATH auto gamut_has_room(const Triple<T>& color, T lightness, T soft) {
    return min_rgb(color.x, color.y, color.z) >= soft * cubed(lightness);
}

// How much of the chroma of a color with this lightness the gamut can hold.
TONELIFT_MATH T gamut_kept(const Triple<T>& color, T lightness, T soft) {
    constexpr float tiny = 1e-12f;
    const T low = min_rgb(color.x, color.y, color.z);
    return gamut_extent_kept(T(1.0f) - low / max(cubed(lightness), T(tiny)), soft, T(1.0f));
}

// Whether a color is not too bright for its purity.
TONELIFT_MATH auto gamut_lights(const Triple<T>& color, T top, T soft) {
    constexpr float tiny = 1e-12f;
    const T high = max(max_rgb(color.x, color.y, color.z), T(tiny));
    return high * high <= top * (high - soft * (high - min_rgb(color.x, color.y, color.z)));
}

// Whether all components of a color without NaN lie in [0, top].
TONELIFT_MATH auto gamut_has(const Triple<T>& color, T top) {
    return both(min_rgb(color.x, color.y, color.z) >= T(0.0f),
                max_rgb(color.x, color.y, color.z) <= top);
}

// Whether all components of a color lie in [0, top]; no NaN does.
TONELIFT_MATH auto gamut_shows(const Triple<T>& color, T top) {
    const T sum = color.x + color.y + color.z;
    return both(gamut_has(color, top), sum == sum);
}

TONELIFT_MATH Triple<T> chosen(const auto& first, const Triple<T>& a, const Triple<T>& b) {
    return {where(first, a.x, b.x), where(first, a.y, b.y), where(first, a.z, b.z)};
}

// The color on its way that is not too colorful.
TONELIFT_MATH Triple<T> gamut_inner(const GamutPath<T>& path) {
    return gamut_color(path.lightness, path.chroma, path.kept);
}

// The brightest light of the gamut, and numbers that follow from it.
template <typename T>
struct GamutWhite {
    T top;
    T whole;      // 1 / top
    T lightness;  // cube root of top
    T unit;       // 1 / lightness
};

TONELIFT_MATH GamutWhite<T> gamut_white(T top) {
    const T lightness = cube_root(top);
    return {top, T(1.0f) / top, lightness, T(1.0f) / lightness};
}

// How far a color that is too bright for its purity is darkened. Its purity is its range over its
// largest component: left undivided.
TONELIFT_MATH T gamut_darkening(const Triple<T>& inner, const GamutWhite<T>& white, T soft) {
    const T high = max_rgb(inner.x, inner.y, inner.z);
    const T range = min(high - min_rgb(inner.x, inner.y, inner.z), high);
    return gamut_extent_kept(high * high * white.whole, soft * range, high);
}

// A darkened color and its way to white.
template <typename T>
struct GamutShade {
    T scale;         // what is left of its light,
    T darker;        // and of its lightness and chroma
    T toward_white;  // the part of the way that it goes
    T turn;          // what the root of the red cones moves by on the whole way, so that hue stays
};

TONELIFT_MATH GamutShade<T> gamut_shade(const GamutPath<T>& path, T scale,
                                        const GamutWhite<T>& white) {
    constexpr float darkest = 0.56f;  // between the lightness of pure blue and of pure red
    const T darker = cube_root(scale);
    const T squared = scale * scale;
    const T excess = multiply_add(squared * squared, T(-0.8f), T(0.8f));
    const T dark = path.lightness * darker;
    return {scale, darker, excess * max(dark * white.unit - T(darkest), T(0.0f)),
            multiply_add(path.chroma.z, T(0.079f), T(0.375f) * path.chroma.x)};
}

// Colors that may keep more of their brightness: those that are more violet than the first number,
// between a clear sky and pink, and those of whose light less than the second is left.
constexpr float gamut_least_violet = 0.1f;
constexpr float gamut_most_glow = 0.4f;

TONELIFT_MATH T gamut_violet(const GamutPath<T>& path, const GamutShade<T>& shade,
                             const GamutWhite<T>& white) {
    const T bluer = multiply_add(abs(path.chroma.x), T(-2.5f), path.chroma.z);
    return bluer * (shade.darker * white.unit);
}

TONELIFT_MATH auto gamut_is_plain(const GamutShade<T>& shade, T violet) {
    return both(violet <= T(gamut_least_violet), shade.scale >= T(gamut_most_glow));
}

// The pale violet-blue of a dusk, which the gamut holds only half as bright as white, and not pure
// blue, neon: 0 to 1.
TONELIFT_MATH T gamut_dusk(const Triple<T>& inner, T violet) {
    constexpr float tiny = 1e-12f;
    const T high = max(max_rgb(inner.x, inner.y, inner.z), T(tiny));
    const T purity = saturate(T(1.0f) - min_rgb(inner.x, inner.y, inner.z) / high);
    const T pale = multiply_add(purity, T(-10.0f), T(9.3f));
    return saturate(min(pale, T(60.0f) * (violet - T(gamut_least_violet))));
}

// Flames and the orange of lamps, more the brighter they are, 0 to 1; red stays red.
TONELIFT_MATH T gamut_lamp(const GamutPath<T>& path, const GamutShade<T>& shade, T unit) {
    const T at_limit = shade.darker * unit;
    const T orange = min(path.chroma.x * at_limit, T(-0.08f) - path.chroma.z * at_limit);
    const T glow = saturate(multiply_add(shade.scale, T(-4.0f), T(4.0f * gamut_most_glow)));
    return saturate(T(16.0f) * orange) * glow;
}

// A dusk and lamps keep a bit more than their lightness where they go to white: much of it ends
// there. The blue of a dusk moves to red on its way, and not to blue as other colors do.
TONELIFT_MATH GamutShade<T> gamut_brighter(const GamutPath<T>& path, const Triple<T>& inner,
                                           const GamutShade<T>& shade, T violet,
                                           const GamutWhite<T>& white) {
    constexpr float tiny = 1e-12f;
    const T dusk = gamut_dusk(inner, violet);
    const T share = dusk + gamut_lamp(path, shade, white.unit);
    const T dark = path.lightness * shade.darker;
    const T lost = T(1.2f) * (path.lightness - dark), left = white.lightness - dark;
    const T held = lost * rsqrt(max(multiply_add(left, left, lost * lost), T(tiny)));
    return {shade.scale, shade.darker,
            mix(shade.toward_white, max(shade.toward_white, held), share),
            mix(shade.turn, T(-0.3f) * path.chroma.x, dusk)};
}

TONELIFT_MATH GamutPath<T> gamut_shaded(const GamutPath<T>& path, const GamutShade<T>& shade,
                                        const GamutWhite<T>& white) {
    const T darkened = path.kept * shade.darker;
    return {mix(path.lightness * shade.darker, white.lightness, shade.toward_white),
            {path.chroma.x - shade.toward_white * shade.turn, path.chroma.y, path.chroma.z},
            darkened - darkened * shade.toward_white};
}

// The way of a color that is darkened by `scale`, which is gamut_darkening() of `inner`, which is
// gamut_inner() of the way that it had.
TONELIFT_MATH GamutPath<T> gamut_dimmed(const GamutPath<T>& path, const Triple<T>& inner, T scale,
                                        const GamutWhite<T>& white) {
    const GamutShade<T> shade = gamut_shade(path, scale, white);
    const T violet = gamut_violet(path, shade, white);
    if (all(gamut_is_plain(shade, violet))) return gamut_shaded(path, shade, white);
    return gamut_shaded(path, gamut_brighter(path, inner, shade, violet, white), white);
}

// Compresses colors outside the gamut toward gray, with their hue and lightness kept. A color that
// is then too bright for its saturation is darkened, and moved toward white the more it is, so that
// a slope of light stays one: the lighter the color is at its brightest, the farther, and a dusk
// and lamps as far as their brightness asks for. A sky and the glow of a sun keep their drawing, a
// lamp of 1000 cd/m2 stays red but glows, blue stays blue. In this order, since blue that is
// darkened first would lose its light twice. Darkening scales the coordinates of Oklab, and less
// chroma keeps its hue there; only on the way to white the root of the red cones moves as well,
// since fire would come out redder than it was, violet bluer and cyan greener. The remaining excess
// is clipped. softness: where both compressions begin, below the limits; gray is not compressed.
// Primaries other than those of BT.709 are treated as if they were BT.709: hue then moves by a
// little.
TONELIFT_MATH Triple<T> gamut_bend(T r, T g, T b, T top, T soft) {
    const Triple<T> near = gamut_blue(r, g, b);
    GamutPath<T> path = gamut_way(near);
    path.kept = where(gamut_has_room(near, path.lightness, soft), T(1.0f),
                      gamut_kept(near, path.lightness, soft));
    const Triple<T> inner = chosen(path.kept >= T(1.0f), near, gamut_inner(path));
    const GamutWhite<T> white = gamut_white(top);
    const Triple<T> lit =
        chosen(gamut_lights(inner, top, soft), inner,
               gamut_inner(gamut_dimmed(path, inner, gamut_darkening(inner, white, soft), white)));
    return chosen(gamut_shows(lit, top), lit, gamut_fit(lit.x, lit.y, lit.z, top));
}

TONELIFT_MATH T gamut_top(T peak) { return max(peak, T(1e-12f)); }

// Whether a color needs no compression, which is decided without a division and without roots: some
// colors that need none are bent, which leaves them where they are.
TONELIFT_MATH auto gamut_holds(T r, T g, T b, T top, T soft) {
    return both(gamut_lights(Triple<T>{r, g, b}, top, soft),
                min_rgb(r, g, b) >= soft * weighted(constants::cubed_lightness_709.at, r, g, b));
}

// Maps a color into the gamut. Most colors need no compression.
TONELIFT_MATH Triple<T> gamut_map(T r, T g, T b, T peak, T softness) {
    const T top = gamut_top(peak);
    const T soft = saturate(softness);
    const auto inside = gamut_holds(r, g, b, top, soft);
    if (all(inside)) return {r, g, b};
    const Triple<T> bent = gamut_bend(r, g, b, top, soft);
    return {where(inside, r, bent.x), where(inside, g, bent.y), where(inside, b, bent.z)};
}

// Noise as the sum of four uniform distributions, of variance 1/3, scaled to a standard deviation
// of 1.
TONELIFT_MATH T grain(T x, T y, T seed, T amount) {
    T a, b, c, d;
    const T column = floor(x), row = floor(y), frame = floor(seed);
    hash_bits(column, row, frame, &a, &b);
    hash_bits(column, row, frame + T(65536.0f), &c, &d);
    const T sum = (a + b + c + d) * T(1.0f / 65535.0f) - T(2.0f);
    return sum * T(1.7320508f) * amount;
}
