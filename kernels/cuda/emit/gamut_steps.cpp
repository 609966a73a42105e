// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/gamut_steps.h"

#include <array>

namespace tonelift::ptx {
namespace {

// A copy in registers of its own, which instructions that threads may skip can replace.
Number copied(const Number& x) { return Number(writer().number("mov.f32", {x.text()})); }
Triple<Number> copied(const Triple<Number>& c) { return {copied(c.x), copied(c.y), copied(c.z)}; }
void replace(const Number& x, const Number& by) { writer().line("mov.f32", {x.text(), by.text()}); }
void replace(const Triple<Number>& c, const Triple<Number>& by) {
    replace(c.x, by.x);
    replace(c.y, by.y);
    replace(c.z, by.z);
}

// Writes instructions that a thread skips where the condition holds.
template <typename Body>
void unless(const Truth& condition, const Body& body) {
    if (condition.known() && condition.value()) return;
    const std::string label = writer().label();
    if (!condition.known()) writer().line_if(condition.text(), "bra", {label});
    body();
    writer().place(label);
}

// gamut_holds() with few instructions.
Truth is_inside(const Triple<Number>& c, const Number& top, const Number& soft) {
    const Number high = max_rgb(c.x, c.y, c.z), low = min_rgb(c.x, c.y, c.z);
    const Truth dim = high * high <= top * multiply_add(high - low, Number(0.0f) - soft, high);
    const auto weight = [&](int i) {
        return soft * Number(static_cast<float>(constants::cubed_lightness_709.at[i]));
    };
    const Number least =
        multiply_add(c.x, weight(0), multiply_add(c.y, weight(1), c.z * weight(2)));
    return both(dim, low >= least);
}

// gamut_dimmed(). Few warps have a color that is not plain.
GamutPath<Number> gamut_dimmed_by_steps(const GamutPath<Number>& path, const Triple<Number>& inner,
                                        const Number& scale, const GamutWhite<Number>& white) {
    GamutShade<Number> shade = gamut_shade(path, scale, white);
    shade.toward_white = copied(shade.toward_white);
    shade.turn = copied(shade.turn);
    const Number violet = gamut_violet(path, shade, white);
    unless(gamut_is_plain(shade, violet), [&] {
        const GamutShade<Number> brighter = gamut_brighter(path, inner, shade, violet, white);
        replace(shade.toward_white, brighter.toward_white);
        replace(shade.turn, brighter.turn);
    });
    return gamut_shaded(path, shade, white);
}

// Replaces a color of finite light by gamut_bend() of it. Most of these colors are only too bright:
// they are no blue beyond BT.709, the gamut has room for their chroma, and dimmed they lie in it,
// so that a warp mostly skips three of the four steps. All steps have the color in the same
// registers: the driver's compiler would move copies, also where a step is skipped.
void bend(const Triple<Number>& c, const Number& top, const Number& soft) {
    unless(c.x >= Number(0.0f), [&] { replace(c, gamut_blue(c.x, c.y, c.z)); });
    GamutPath<Number> path = gamut_way(c);
    path.kept = copied(path.kept);
    unless(gamut_has_room(c, path.lightness, soft), [&] {
        replace(path.kept, gamut_kept(c, path.lightness, soft));
        replace(c, gamut_inner(path));
    });
    const GamutWhite<Number> white = gamut_white(top);
    const Number scale = gamut_darkening(c, white, soft);
    replace(c, gamut_inner(gamut_dimmed_by_steps(path, c, scale, white)));
    unless(gamut_has(c, top), [&] { replace(c, gamut_fit(c.x, c.y, c.z, top)); });
}

Triple<Number> called_bend(Functions& functions, const Triple<Number>& c, const Number& top,
                           const Number& soft) {
    const std::array<Number, 5> arguments = {c.x, c.y, c.z, top, soft};
    return functions.call(arguments, [](std::span<const Number> a) {
        const Triple<Number> bent = {a[0], a[1], a[2]};
        bend(bent, a[3], a[4]);
        return bent;
    });
}

}  // namespace

// Most colors lie inside of the gamut, and no thread of a warp bends any. One pixel after the other
// is bent: two at a time would take more registers than the most blocks have.
Triple<Number> gamut_map_by_steps(Functions* functions, const Triple<Number>& c, const Number& peak,
                                  const Number& softness) {
    const Number top = gamut_top(peak), soft = saturate(softness);
    const Triple<Number> result = copied(c);
    unless(is_inside(c, top, soft), [&] {
        if (functions == nullptr) return bend(result, top, soft);
        replace(result, called_bend(*functions, result, top, soft));
    });
    const auto within_top = [&](const Number& x) {
        return Number(x.text(), {0.0f, top.bounds().high});
    };
    return {within_top(result.x), within_top(result.y), within_top(result.z)};
}

}  // namespace tonelift::ptx
