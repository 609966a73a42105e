// SPDX-License-Identifier: BSD-2-Clause
#include "tests/bench/patterns/ours.h"

#include "tests/bench/patterns/engine_pass.h"

namespace tonelift::patterns {
namespace {

constexpr double unorm16_step = 1.0 / 65535;

Planes filled(const Lab& lab, Pixel pixel, const Values& values) {
    Planes planes = lab.planes(pixel);
    planes.fill(values);
    return planes;
}

Variant ours(const Lab& lab, Storage storage, const Core& core, const std::vector<Source>& sources,
             const std::vector<int>& inputs, const Samples& expected, double tolerance) {
    const int count = static_cast<int>(sources.size());
    const bool wide = storage == Storage::float32;
    const auto pass = std::make_shared<EnginePass>(plan_of_core(lab.size(), storage, core, inputs),
                                                   lab.device(), lab.size().frames);
    for (int i = 0; i < count; ++i) {
        const Source& input = sources[static_cast<size_t>(i)];
        pass->buffer(i).copy(wide ? input.float32 : input.unorm16);
    }
    return variant_of(wide ? "ours" : "ours, 16 bits", pass->buffer(count), expected,
                      wide ? tolerance : tolerance + unorm16_step, [pass] { pass->run(); });
}

}  // namespace

Source::Source(const Lab& lab, unsigned seed)
    : values(picture_of(lab.size(), seed)),
      float32(filled(lab, Pixel::float32, values)),
      unorm16(filled(lab, Pixel::unorm16, values)) {}

Target::Target(const Lab& lab)
    : float32(lab.planes(Pixel::float32)), unorm16(lab.planes(Pixel::unorm16)) {}

std::vector<Variant> Target::copies(const Source& source) const {
    const Samples expected = samples_of(float32.size(), source.values);
    return {variant_of("copy", float32, expected, 1e-7,
                       [to = float32, from = source.float32] { to.copy(from); }),
            variant_of("copy, 16 bits", unorm16, expected, 1e-7,
                       [to = unorm16, from = source.unorm16] { to.copy(from); })};
}

void add_ours(const Lab& lab, const Core& core, const std::vector<Source>& sources,
              const std::vector<int>& inputs, const Samples& expected, double tolerance,
              std::vector<Variant>& variants) {
    for (const Storage storage : {Storage::float32, Storage::unorm16})
        variants.push_back(ours(lab, storage, core, sources, inputs, expected, tolerance));
}

}  // namespace tonelift::patterns
