// SPDX-License-Identifier: BSD-2-Clause
// Measures the light of the source for dynamic metadata (SMPTE ST 2094-40, 2094-10).
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace tonelift {

enum class SourceLight : uint8_t {
#define TONELIFT_SOURCE_LIGHT(name) name,
#define TONELIFT_SOURCE_LIGHT_PERCENTILE(name, share) name,
#include "core/metadata/light/source_light.def"
};

constexpr std::string_view source_light_prefix = "light.";
inline constexpr const char* source_light_names[] = {
#define TONELIFT_SOURCE_LIGHT(name) "light." #name,
#define TONELIFT_SOURCE_LIGHT_PERCENTILE(name, share) "light." #name,
#include "core/metadata/light/source_light.def"
};
constexpr size_t source_light_count = std::size(source_light_names);

// The entry for a percentile of max(R, G, B) is the share of the pixels below it, in [0, 1]. The
// entries for all other statistics are 0.
inline constexpr std::array<double, source_light_count> source_light_shares = {
#define TONELIFT_SOURCE_LIGHT(name) 0,
#define TONELIFT_SOURCE_LIGHT_PERCENTILE(name, share) share,
#include "core/metadata/light/source_light.def"
};

// The entry for a percentile of the luminance is the share of the pixels below it, in [0, 1]. The
// entries for all other statistics are 0.
inline constexpr std::array<double, source_light_count> source_luminance_shares = {
#define TONELIFT_SOURCE_LIGHT(name) 0,
#define TONELIFT_SOURCE_LIGHT_PERCENTILE(name, share) 0,
#define TONELIFT_SOURCE_LUMINANCE_PERCENTILE(name, share) share,
#include "core/metadata/light/source_light.def"
};

// Returns null if the statistics of a frame are valid, else a message that describes the error.
const char* fault_of(std::span<const double, source_light_count> numbers);

// Returns the statistics of source_light.def. `light` is the light of the input at half resolution.
std::vector<NodeId> source_light(Graph& graph, const Value& light);

}  // namespace tonelift
