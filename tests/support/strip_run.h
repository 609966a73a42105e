// SPDX-License-Identifier: BSD-2-Clause
// Runs a program on a row of pixels and stores its output, so that tests can compare two ways to
// run a program.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "kernels/point/point.h"

namespace tonelift {

struct alignas(64) StripRow {
    std::array<float, strip_pixels> at{};
    bool operator==(const StripRow& other) const {
        for (size_t i = 0; i < at.size(); ++i) {
            const bool same =
                std::bit_cast<uint32_t>(at[i]) == std::bit_cast<uint32_t>(other.at[i]);
            if (!same && !(std::isnan(at[i]) && std::isnan(other.at[i]))) return false;
        }
        return true;
    }
};

class StripRun {
  public:
    template <typename Draw>
    StripRun(const PreparedProgram& prepared, std::vector<StripRow> uniforms, Draw draw,
             int pixels = strip_pixels) {
        std::vector<StripRow> scratch(prepared.scratch_floats() / strip_pixels + 1);
        std::vector<void*> at(prepared.entries());
        const size_t size = sizeof(float) * static_cast<size_t>(pixels);
        prepared.bind(at, scratch[0].at.data(), uniforms[0].at.data());
        for (const auto& access : prepared.accesses()) {
            const bool fixed = access.op == Op::load_input || access.op == Op::reduce;
            const auto [memory, fresh] = memory_.try_emplace(place_of(access));
            if (fresh) fill(memory->second, access, draw);
            if (access.op == Op::load_input)
                std::memcpy(at[access.entry], memory->second.at.data(), size);
            if (!fixed) at[access.entry] = memory->second.at.data();
        }
        prepared.run({at.data(), pixels, 37, 11});
        for (const auto& access : prepared.accesses()) {
            if (access.op == Op::reduce)
                std::memcpy(memory_[place_of(access)].at.data(), at[access.entry], size);
        }
    }

    bool operator==(const StripRun& other) const { return memory_ == other.memory_; }

  private:
    using Place = std::pair<Op, int>;

    static Place place_of(const PreparedProgram::Access& access) {
        return {access.op == Op::store_buffer ? Op::load_buffer : access.op, access.index};
    }

    template <typename Draw>
    static void fill(StripRow& row, const PreparedProgram::Access& access, Draw draw) {
        for (size_t i = 0; i < row.at.size(); ++i)
            row.at[i] = draw(place_of(access), static_cast<int>(i));
    }

    std::map<Place, StripRow> memory_;
};

}  // namespace tonelift
