// SPDX-License-Identifier: BSD-2-Clause
//
// Gamut mapping of linear light. docs/reference/gamut.md defines the mapping and explains the
// constants.

// Ratio of the softness of the chroma limit to the softness of the peak limit.
constexpr float gamut_chroma_softness = 0.15f;
// Constants of the blend of bright colors toward white. The blend starts at the luminance
// gamut_glow_from. If the luminance is gamut_glow_half above this start, the strength of the blend
// is half of its maximum. Both luminances are relative to the peak. If the ratio of the color's
// smallest component to its largest component exceeds gamut_pale, the blend starts at a lower
// luminance.
constexpr float gamut_glow_from = 0.75f;
constexpr float gamut_glow_half = 0.25f;
constexpr float gamut_pale = 0.15f;
// Upper limit of (luminance - smallest component) / luminance. This quotient is 1 on the boundary
// of the BT.709 gamut, and 2.23 for the blue primary of BT.2020.
constexpr float gamut_largest_extent = 2.3f;

template <typename T>
struct Gamut {
    T top;
    T whole;
    T soft;
    T room;          // chroma is compressed if the smallest component is below room * luminance
    T slope, start;  // see gamut_margin()
};

TONELIFT_MATH Gamut<T> gamut_of(T peak, T softness) {
    const T top = max(peak, T(1e-12f)), whole = T(1.0f) / top, soft = saturate(softness);
    const T steepness = T(1.0f) / max(soft, T(1e-5f));
    const T slope = T(0.0f) - whole * steepness;
    return {top, whole, soft, soft * T(gamut_chroma_softness), slope, steepness - T(1.0f)};
}

TONELIFT_MATH T gamut_luminance(const Triple<T>& c) {
    return weighted(constants::white_xyz_709.at[1], c.x, c.y, c.z);
}

TONELIFT_MATH Triple<T> chosen(const auto& first, const Triple<T>& a, const Triple<T>& b) {
    return {where(first, a.x, b.x), where(first, a.y, b.y), where(first, a.z, b.z)};
}

TONELIFT_MATH T max_rgb(const Triple<T>& c) { return max_rgb(c.x, c.y, c.z); }
TONELIFT_MATH T min_rgb(const Triple<T>& c) { return min_rgb(c.x, c.y, c.z); }

// --- detection of colors that need no mapping, without divisions and roots

// Returns a number that is negative for every color outside the peak limit or the gamut. This test
// takes fewer instructions than the exact tests, because it compares with the largest component
// instead of the luminance. For some colors that are inside, the number is negative, too. The
// mapping does not change these colors.
TONELIFT_MATH T gamut_margin(const Triple<T>& c, const Gamut<T>& gamut) {
    const T high = max_rgb(c);
    const T slope = min(multiply_add(high, gamut.slope, gamut.start), T(0.0f) - gamut.room);
    return multiply_add(high, slope, min_rgb(c));
}

// Returns whether a color certainly needs no mapping. The result is false for infinities and NaN.
TONELIFT_MATH auto gamut_needs_nothing(const Triple<T>& c, const Gamut<T>& gamut) {
    const T sum = c.x + c.y + c.z, zero = sum - sum;  // NaN if a component is not finite
    return gamut_margin(c, gamut) >= zero;
}

// Returns the luminance at which the blend to white starts, multiplied by the color's largest
// component. This product needs no division.
TONELIFT_MATH T gamut_glow_start(const Triple<T>& c, const Gamut<T>& gamut) {
    const T high = max_rgb(c);
    const T pale = max(multiply_add(high, T(-gamut_pale), min_rgb(c)), T(0.0f));
    return gamut.top * multiply_add(high, T(gamut_glow_from), T(0.0f) - pale);
}

// Returns whether a color is too dark for the blend to white.
TONELIFT_MATH auto gamut_is_dull(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    return luminance * max_rgb(c) <= gamut_glow_start(c, gamut);
}

TONELIFT_MATH auto gamut_only_dims(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    return both(min_rgb(c) >= gamut.room * luminance, gamut_is_dull(c, luminance, gamut));
}

// --- peak limit

// The share part / whole. A caller that needs only an expression with this share avoids a division,
// because divisions are slow.
template <typename T>
struct Share {
    T part, whole;
};

// Colors that are brighter than gamut_brightest times the peak count as that bright.
constexpr float gamut_brightest = 1e6f;

// Returns the share of a color's light that is left by the peak limit. All values are relative to
// the peak.
TONELIFT_MATH Share<T> gamut_light_left(const Triple<T>& c, const Gamut<T>& gamut) {
    constexpr float tiny = 1e-9f, most = 1e9f;
    const T high = clamp(max_rgb(c) * gamut.whole, T(tiny), T(most));
    const T low = min_rgb(c) * gamut.whole;
    const T soft = gamut.soft * min(high - low, high);
    const T knee = high - soft;
    const T extent = max(high * min(high, T(gamut_brightest)), knee);
    const T beyond = extent - knee;
    const T span = beyond + max(soft, T(tiny) * high);
    return {multiply_add(soft, beyond, knee * span), extent * span};
}

TONELIFT_MATH Triple<T> gamut_clamped(const Triple<T>& c, const Gamut<T>& gamut) {
    return {clamp(c.x, T(0.0f), gamut.top), clamp(c.y, T(0.0f), gamut.top),
            clamp(c.z, T(0.0f), gamut.top)};
}

TONELIFT_MATH Triple<T> gamut_limited(const Triple<T>& c, const Gamut<T>& gamut) {
    const Share<T> left = gamut_light_left(c, gamut);
    const T kept = left.part / left.whole;
    return gamut_clamped({c.x * kept, c.y * kept, c.z * kept}, gamut);
}

// --- compression of chroma

// Constants of the offset that is added to linear light before the cube root is computed. Near 0,
// CIELAB uses a linear segment instead of the cube root. An offset has an effect similar to this
// segment. gamut_root_offset is relative to the peak, or to the color's largest component if this
// component is above the peak. gamut_largest_offset is the upper limit of the offset for very dark
// colors, relative to the color's largest component.
constexpr float gamut_root_offset = 0.006f;
constexpr float gamut_largest_offset = 1.0f;

// The function of a share of chroma s: s (slope + s bend).
template <typename T>
struct Parabola {
    T slope, bend;
};

// All colors of one luminance and hue. X and Z of a color are functions of its share of the
// original chroma: X + offset = raised (1 + x(share)), and Z in the same way.
template <typename T>
struct HueLine {
    Parabola<T> x, z;
    T luminance;
    T raised;  // luminance plus offset
    T unit;    // 1 / raised
    T lowest;  // smallest component of the original color
    T light;   // largest component of the original color
};

// Returns whether a display of the BT.2020 gamut could show a color.
TONELIFT_MATH auto gamut_is_possible(const Triple<T>& c, T luminance) {
    return luminance - min_rgb(c) <= luminance * T(gamut_largest_extent);
}

// Reduces the chroma of colors that no display could show.
TONELIFT_MATH Triple<T> gamut_made_possible(const Triple<T>& c, T luminance) {
    constexpr float tiny = 1e-30f;
    const T span = max(luminance - min_rgb(c), T(tiny));
    const T kept = min(luminance * T(gamut_largest_extent) / span, T(1.0f));
    return {mix(luminance, c.x, kept), mix(luminance, c.y, kept), mix(luminance, c.z, kept)};
}

// Leaves possible colors unchanged. Returns early if all colors are possible.
TONELIFT_MATH Triple<T> gamut_possible(const Triple<T>& c, T luminance) {
    const auto possible = gamut_is_possible(c, luminance);
    return all(possible) ? c : chosen(possible, c, gamut_made_possible(c, luminance));
}

// `light` is X or Z of a color, divided by its Y, both with the offset. Returns a parabola that is
// 0 without chroma, and light - 1 with the whole chroma. With half of the chroma, the cube root of
// the parabola plus 1 is the mean of the cube roots of 1 and `light`.
TONELIFT_MATH Parabola<T> gamut_parabola(T light) {
    const T away = cube_root_of_normal(light) - T(1.0f);
    const T bend = away * away * multiply_add(away, T(1.5f), T(3.0f));
    return {light - T(1.0f) - bend, bend};
}

TONELIFT_MATH HueLine<T> gamut_hue_line(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    constexpr float least = gamut_root_offset, most = gamut_largest_offset;
    const T light = max(max_rgb(c), T(1e-30f));
    const T offset = clamp(gamut.top * T(least), light * T(least), light * T(most));
    const T raised = luminance + offset, unit = T(1.0f) / raised;
    const T red = c.x - c.y, blue = c.z - c.y;
    const auto parabola = [&](int row) {
        const double(&m)[3] = constants::white_xyz_709.at[row];
        const T sum = multiply_add(blue, T(static_cast<float>(m[2])), c.y);
        const T light_of_row = multiply_add(red, T(static_cast<float>(m[0])), sum);
        return gamut_parabola((max(light_of_row, T(0.0f)) + offset) * unit);
    };
    return {parabola(0), parabola(2), luminance, raised, unit, min_rgb(c), light};
}

// Returns a component of the color with coordinates x and z relative to gray, multiplied by
// `factor`, plus `more`.
TONELIFT_MATH T gamut_part(int row, T x, T z, T more, double factor = 1) {
    const double(&m)[3] = constants::white_xyz_709_inverse.at[row];
    return multiply_add(x, T(static_cast<float>(factor * m[0])),
                        multiply_add(z, T(static_cast<float>(factor * m[2])), more));
}

TONELIFT_MATH auto gamut_has_room(const HueLine<T>& line, const Gamut<T>& gamut) {
    return line.lowest >= gamut.room * line.luminance;
}

// Returns the limit of the smallest component of a color that has no room.
TONELIFT_MATH T gamut_level(const HueLine<T>& line, const Gamut<T>& gamut) {
    const T room = gamut.room * line.luminance;
    return room * room / max(room + room - line.lowest, T(1e-30f));
}

// Returns the difference between luminance and `level` in units of line.raised.
TONELIFT_MATH T gamut_drop(const HueLine<T>& line, T level) {
    return (line.luminance - level) * line.unit;
}

// Returns drop / s. At the share of chroma s, a component is lower than gray by `drop`, so s is a
// root of bend s^2 + slope s + drop. Returns 0 if the component is always higher.
TONELIFT_MATH T gamut_steepness(const HueLine<T>& line, T drop, int row) {
    constexpr float tiny = 1e-20f;
    const T bend = gamut_part(row, line.x.bend, line.z.bend, T(0.0f));
    const T half = gamut_part(row, line.x.slope, line.z.slope, T(0.0f), -0.5);
    const T square = multiply_add(half, half, T(0.0f) - bend * drop);
    return where(square > T(0.0f), half + root_of_positive(max(square, T(tiny))), T(0.0f));
}

// Returns the largest share of chroma at which no component is more than `drop` below gray.
TONELIFT_MATH T gamut_share(const HueLine<T>& line, T drop) {
    const T steepest = max(max(gamut_steepness(line, drop, 0), gamut_steepness(line, drop, 1)),
                           gamut_steepness(line, drop, 2));
    return drop / max(steepest, max(drop, T(1e-30f)));
}

// --- blend to white

TONELIFT_MATH T gamut_glow(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    constexpr float scale = 1 / gamut_glow_half, enough = 100;
    const T high = max(max_rgb(c), T(1e-30f));
    const T from = gamut_glow_start(c, gamut) / high;
    const T rise = (luminance - from) * (gamut.whole * T(scale));
    const T power = cubed(clamp(rise, T(0.0f), T(enough)));
    const Share<T> left = gamut_light_left(c, gamut);
    return power * (left.whole - left.part) / ((power + T(1.0f)) * left.whole);
}

// --- all stages together

TONELIFT_MATH HueLine<T> gamut_line_of(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    const T gray = max(luminance, T(0.0f));
    return gamut_hue_line(gamut_possible(c, gray), gray, gamut);
}

// Returns the color of a line with a share of the original chroma. Raises components below `level`.
// The color is dimmed if a component would exceed the largest component of the original color.
TONELIFT_MATH Triple<T> gamut_shown(const HueLine<T>& line, T share, T level) {
    const auto away = [&](const Parabola<T>& of) {
        return share * line.raised * multiply_add(share, of.bend, of.slope);
    };
    const T x = away(line.x), z = away(line.z);
    const auto component = [&](int row) {
        return max(gamut_part(row, x, z, line.luminance), level);
    };
    const Triple<T> c = {component(0), component(1), component(2)};
    const T high = max_rgb(c);
    const auto fits = high <= line.light;
    if (all(fits)) return c;
    const T kept = line.light / max(high, line.light);
    return {c.x * kept, c.y * kept, c.z * kept};
}

TONELIFT_MATH Triple<T> gamut_compressed(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    const HueLine<T> line = gamut_line_of(c, luminance, gamut);
    const auto has_room = gamut_has_room(line, gamut);
    const T level = where(has_room, T(0.0f), gamut_level(line, gamut));
    const T share = where(has_room, T(1.0f), gamut_share(line, gamut_drop(line, level)));
    return gamut_shown(line, share - share * gamut_glow(c, luminance, gamut), level);
}

// Returns early in the two most frequent cases: all colors are inside the gamut, or the colors
// outside need only the peak limit.
TONELIFT_MATH Triple<T> gamut_map(T r, T g, T b, T peak, T softness) {
    const Triple<T> c = {r, g, b};
    const Gamut<T> gamut = gamut_of(peak, softness);
    const auto inside = gamut_needs_nothing(c, gamut);
    if (all(inside)) return c;
    const T luminance = gamut_luminance(c);
    const auto only_dims = gamut_only_dims(c, luminance, gamut);
    if (all(only_dims)) return chosen(inside, c, gamut_limited(c, gamut));
    const Triple<T> held = chosen(only_dims, c, gamut_compressed(c, luminance, gamut));
    return chosen(inside, c, gamut_limited(held, gamut));
}
