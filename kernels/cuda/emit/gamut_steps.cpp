// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/gamut_steps.h"

#include <array>

namespace tonelift::ptx {
namespace {

Number copied(const Number& x) { return Number(writer().number("mov.f32", {x.text()})); }
Triple<Number> copied(const Triple<Number>& c) { return {copied(c.x), copied(c.y), copied(c.z)}; }
void replace(const Number& x, const Number& by) { writer().line("mov.f32", {x.text(), by.text()}); }
void replace(const Triple<Number>& c, const Triple<Number>& by) {
    replace(c.x, by.x);
    replace(c.y, by.y);
    replace(c.z, by.z);
}

template <typename Body>
void unless(const Mask& condition, const Body& body) {
    if (condition.known() && condition.value()) return;
    const std::string label = writer().label();
    if (!condition.known()) writer().line_if(condition.text(), "bra", {label});
    body();
    writer().place(label);
}

Triple<Number> compressed_by_steps(const Triple<Number>& c, const Number& luminance,
                                   const Gamut<Number>& gamut) {
    const Number gray = max(luminance, Number(0.0f));
    const HueLine<Number> line = gamut_hue_line(gamut_made_possible(c, gray), gray, gamut);
    const auto has_room = gamut_has_room(line, gamut);
    const Number level = where(has_room, Number(0.0f), gamut_level(line, gamut));
    const Number held = copied(Number(1.0f));
    unless(has_room, [&] { replace(held, gamut_share(line, gamut_drop(line, level))); });
    return gamut_shown(line, held - held * gamut_glow(c, luminance, gamut), level);
}

// Moves a color into the gamut. The first step reduces chroma, and the second step limits
// components to the peak. Most colors outside the gamut exceed only the peak, and skip the first
// step.
void bend(const Triple<Number>& c, const Gamut<Number>& gamut) {
    const Number luminance = gamut_luminance(c);
    unless(gamut_only_dims(c, luminance, gamut),
           [&] { replace(c, compressed_by_steps(c, luminance, gamut)); });
    replace(c, gamut_limited(c, gamut));
}

Triple<Number> called_bend(Functions& functions, const Triple<Number>& c, const Number& peak,
                           const Number& softness) {
    const std::array<Number, 5> arguments = {c.x, c.y, c.z, peak, softness};
    return functions.call(arguments, [](std::span<const Number> a) {
        const Triple<Number> bent = {a[0], a[1], a[2]};
        bend(bent, gamut_of(a[3], a[4]));
        return bent;
    });
}

}  // namespace

// Maps the color of a single pixel. Interleaved code for two pixels would need too many registers.
Triple<Number> gamut_map_by_steps(Functions* functions, const Triple<Number>& c, const Number& peak,
                                  const Number& softness) {
    const Gamut<Number> gamut = gamut_of(peak, softness);
    const Triple<Number> result = copied(c);
    unless(gamut_margin(c, gamut) >= Number(0.0f), [&] {
        if (functions == nullptr) return bend(result, gamut);
        replace(result, called_bend(*functions, result, peak, softness));
    });
    const auto within_top = [&](const Number& x) {
        return Number(x.text(), {0.0f, gamut.top.bounds().high});
    };
    return {within_top(result.x), within_top(result.y), within_top(result.z)};
}

}  // namespace tonelift::ptx
