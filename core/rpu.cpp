// SPDX-License-Identifier: BSD-2-Clause
//
// The C functions of tonelift/rpu.h, which parse the metadata of Dolby Vision (RPU).
#include <tonelift/rpu.h>

#include "core/guard.h"
#include "core/metadata/rpu.h"

namespace tonelift {
namespace {

template <typename T>
constexpr StructRule<T> rule_of(const char* name, const char* origin) {
    return {name, origin, sizeof(T), T{}};
}
constexpr auto content_rule = rule_of<tonelift_rpu>("tonelift_rpu", "tonelift_rpu_default()");
constexpr auto reshaping_rule =
    rule_of<tonelift_dolby_vision>("tonelift_dolby_vision", "tonelift_dolby_vision_default()");
constexpr auto trims_rule =
    rule_of<tonelift_dolby_trims>("tonelift_dolby_trims", "tonelift_dolby_trims_default()");

template <typename T>
void check(const T* place, const StructRule<T>& rule) {
    if (place != nullptr) check_struct_size(place->struct_size, rule);
}

template <typename T>
void give(const T& value, T* place) {
    if (place != nullptr) write_struct(value, place, place->struct_size);
}

}  // namespace
}  // namespace tonelift

void tonelift_rpu_init(tonelift_rpu* rpu, size_t size) {
    tonelift::init_struct(tonelift_rpu{}, rpu, size);
}

tonelift_status tonelift_rpu_read(const void* data, size_t size, tonelift_rpu* rpu,
                                  tonelift_dolby_vision* reshaping, tonelift_dolby_trims* trims,
                                  const tonelift_log* log) {
    return tonelift::guarded(log, [&](const tonelift::Log&) {
        tonelift::require(data != nullptr && rpu != nullptr, "data or rpu is NULL");
        tonelift::check(rpu, tonelift::content_rule);
        tonelift::check(reshaping, tonelift::reshaping_rule);
        tonelift::check(trims, tonelift::trims_rule);
        tonelift::Rpu read{};
        tonelift_dolby_vision_default(&read.reshaping);
        tonelift_dolby_trims_default(&read.trims);
        tonelift::read_rpu(static_cast<const uint8_t*>(data), size, &read);
        tonelift::give(read.content, rpu);
        if (read.content.has_reshaping != 0) tonelift::give(read.reshaping, reshaping);
        if (read.content.has_trims != 0) tonelift::give(read.trims, trims);
    });
}
