// SPDX-License-Identifier: BSD-2-Clause
//
// Measures the light of the source for dynamic metadata (SMPTE ST 2094-40, 2094-10). Statistics
// files store the numbers, which source_light.def lists: the largest components, and the mean,
// percentiles and extent of max(R, G, B).
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
#include "core/runtime/source_light.def"
};

// Prefix of the names of the columns of light. Variables of scripts cannot have such names.
constexpr std::string_view source_light_prefix = "light.";
inline constexpr const char* source_light_names[] = {
#define TONELIFT_SOURCE_LIGHT(name) "light." #name,
#define TONELIFT_SOURCE_LIGHT_PERCENTILE(name, share) "light." #name,
#include "core/runtime/source_light.def"
};
constexpr size_t source_light_count = std::size(source_light_names);

// Shares of the percentiles of max(R, G, B); 0 for all other entries.
inline constexpr std::array<double, source_light_count> source_light_shares = {
#define TONELIFT_SOURCE_LIGHT(name) 0,
#define TONELIFT_SOURCE_LIGHT_PERCENTILE(name, share) share,
#include "core/runtime/source_light.def"
};

// Shares of the luminance percentiles; 0 for all other entries.
inline constexpr std::array<double, source_light_count> source_luminance_shares = {
#define TONELIFT_SOURCE_LIGHT(name) 0,
#define TONELIFT_SOURCE_LIGHT_PERCENTILE(name, share) 0,
#define TONELIFT_SOURCE_LUMINANCE_PERCENTILE(name, share) share,
#include "core/runtime/source_light.def"
};

// Returns null if the numbers are possible, else the reason why they are not. The tolerance is one
// histogram bin.
const char* fault_of(std::span<const double, source_light_count> numbers);

// Returns nodes for the numbers of a frame, each with a state. `light` is the light of the input at
// half resolution.
std::vector<NodeId> source_light(Graph& graph, const Value& light);

}  // namespace tonelift
