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

TONELIFT_MATH auto gamut_is_dim(const Triple<T>& c, const Gamut<T>& gamut) {
    const T high = max_rgb(c);
    return high * high <= gamut.top * (high - gamut.soft * (high - min_rgb(c)));
}

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
    const T zero = T(0.0f) * (c.x + c.y + c.z);  // NaN if a component is not finite
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
// segment, but the inverse function stays a polynomial. gamut_root_offset is
// relative to the peak, or to the color's largest component if this component is above the peak.
// gamut_largest_offset is the upper limit of the offset for very dark colors, relative to the
// color's largest component.
constexpr float gamut_root_offset = 0.006f;
constexpr float gamut_largest_offset = 1.0f;

TONELIFT_MATH T gamut_root(T x, T offset) { return cube_root_of_normal(max(x, T(0.0f)) + offset); }

// All colors of one luminance and hue. Every field except `light` describes a color that is scaled
// so that its largest component is 1.
template <typename T>
struct HueLine {
    T gray, x, z;  // gray: cube root of Y; x and z: cube roots of X and Z, minus gray
    T luminance;
    T lowest;  // smallest component of the scaled color
    T light;   // largest component of the unscaled color
    T offset;  // added to X, Y and Z before the cube roots
    T raised;  // luminance plus offset
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

TONELIFT_MATH HueLine<T> gamut_hue_line(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    constexpr float least = gamut_root_offset, most = gamut_largest_offset;
    const T light = max_rgb(c);
    const T unit = T(1.0f) / max(light, T(1e-30f));
    const T offset = clamp(gamut.top * unit * T(least), T(least), T(most));
    const T y = luminance * unit;
    const T gray = gamut_root(y, offset);
    const auto away = [&](int row) {
        const T light_of_row = weighted(constants::white_xyz_709.at[row], c.x, c.y, c.z) * unit;
        return gamut_root(light_of_row, offset) - gray;
    };
    return {gray, away(0), away(2), y, min_rgb(c) * unit, light, offset, y + offset};
}

// Returns the color of the line whose chroma is `share` times the original chroma. line.offset is
// added to each component of the result.
TONELIFT_MATH Triple<T> gamut_on_line(const HueLine<T>& line, T share) {
    return transform(constants::white_xyz_709_inverse,
                     cubed(multiply_add(share, line.x, line.gray)), line.raised,
                     cubed(multiply_add(share, line.z, line.gray)));
}

TONELIFT_MATH T gamut_weight(const Triple<T>& c, T lowest, int column) {
    const auto& m = constants::white_xyz_709_inverse.at;
    const auto entry = [&](int row) { return T(static_cast<float>(m[row][column])); };
    return where(c.x == lowest, entry(0), where(c.y == lowest, entry(1), entry(2)));
}

// Returns the value of the smallest component of gamut_on_line() for a color whose smallest
// component is `level`.
TONELIFT_MATH T gamut_goal(const HueLine<T>& line, T level) {
    return level + line.offset - T(2.5e-7f);
}

// Moves `share` so that the smallest component of gamut_on_line() comes nearer to `goal`.
TONELIFT_MATH T gamut_nearer(const HueLine<T>& line, T share, T goal) {
    constexpr float tiny = 1e-12f;
    const T x = multiply_add(share, line.x, line.gray), z = multiply_add(share, line.z, line.gray);
    const Triple<T> c = gamut_on_line(line, share);
    const T lowest = min_rgb(c);
    const T from_x = gamut_weight(c, lowest, 0) * line.x;
    const T from_z = gamut_weight(c, lowest, 2) * line.z;
    const T slope = multiply_add(from_x, x * x, from_z * (z * z));  // first derivative / 3
    const T bend =
        multiply_add(from_x * line.x, x, from_z * (line.z * z));  // second derivative / 6
    const T excess = lowest - goal;
    const T divisor = max(T(3.0f) * slope * slope - excess * bend, T(tiny));
    return saturate(share - excess * slope / divisor);
}

TONELIFT_MATH auto gamut_has_room(const HueLine<T>& line, const Gamut<T>& gamut) {
    return line.lowest >= gamut.room * line.luminance;
}

// The limit of the compression of chroma.
template <typename T>
struct ChromaLimit {
    T level;  // smallest component of the color
    T share;  // share of the chroma that is left
};

// For colors that have no room. The share would be right if colors of one hue were on a straight
// line.
TONELIFT_MATH ChromaLimit<T> gamut_straight_limit(const HueLine<T>& line, const Gamut<T>& gamut) {
    constexpr float tiny = 1e-15f;
    const T room = gamut.room * line.luminance, square = room * room;
    const T reach = max(room + room - line.lowest, T(tiny));
    const T span = max(line.luminance - line.lowest, T(tiny));
    const T inverse = T(1.0f) / (reach * span);
    return {square * span * inverse, min((line.luminance * reach - square) * inverse, T(1.0f))};
}

// Number of steps from the share of gamut_straight_limit() to the share on the line. Three steps
// leave an error of 1e-5, relative to the largest component, for the most saturated colors of
// BT.2020. The last step is omitted if the share has hardly moved before.
constexpr int gamut_first_steps = 2;

// Returns whether the last step would not change the share. The error after a step is usually about
// the cube of its change.
TONELIFT_MATH auto gamut_is_found(T moved) { return abs(moved) <= T(1e-4f); }

template <typename T>
struct ChromaStep {
    T share;
    T moved;  // change of `share` by the last step
};

// Takes all steps except the last.
TONELIFT_MATH ChromaStep<T> gamut_after_first_steps(const HueLine<T>& line, T share, T goal) {
    ChromaStep<T> step{share, T(0.0f)};
    for (int i = 0; i < gamut_first_steps; ++i) {
        const T nearer = gamut_nearer(line, step.share, goal);
        step = {nearer, nearer - step.share};
    }
    return step;
}

TONELIFT_MATH T gamut_found(const HueLine<T>& line, T share, T goal) {
    const ChromaStep<T> step = gamut_after_first_steps(line, share, goal);
    const auto found = gamut_is_found(step.moved);
    return all(found) ? step.share : where(found, step.share, gamut_nearer(line, step.share, goal));
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

TONELIFT_MATH Triple<T> gamut_shown(const HueLine<T>& line, T share, T level) {
    const Triple<T> c = gamut_on_line(line, share);
    const T high = max_rgb(c) - line.offset;
    const T light = all(high <= T(1.0f)) ? line.light : line.light / max(high, T(1.0f));
    const auto shown = [&](const T& x) { return max(x - line.offset, level) * light; };
    return {shown(c.x), shown(c.y), shown(c.z)};
}

TONELIFT_MATH Triple<T> gamut_compressed(const Triple<T>& c, T luminance, const Gamut<T>& gamut) {
    const HueLine<T> line = gamut_line_of(c, luminance, gamut);
    const ChromaLimit<T> limit = gamut_straight_limit(line, gamut);
    const T found = gamut_found(line, limit.share, gamut_goal(line, limit.level));
    const auto has_room = gamut_has_room(line, gamut);
    const T share = where(has_room, T(1.0f), found);
    const T level = where(has_room, T(0.0f), limit.level);
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
