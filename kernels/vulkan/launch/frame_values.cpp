// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/frame_values.h"

#include <algorithm>
#include <cstring>

#include "kernels/point/point.h"
#include "kernels/program_has.h"

namespace tonelift::vulkan {

class FrameValues::Access : public PixelAccess {
  public:
    Access(FrameValues& of, float* values) : of_(of), values_(values) {}
    float load(const Instruction& instruction, float argument) override {
        return lookup_plain(of_.entries_of(of_.frame_, instruction.index), argument);
    }
    void store(const Instruction& instruction, float value) override {
        values_[instruction.index] = value;
    }

  private:
    FrameValues& of_;
    float* values_;
};

FrameValues::FrameValues(const Plan& plan, const PlanCalls& calls, size_t frames, size_t lanes)
    : plan_(plan),
      reductions_(calls.reductions),
      steps_(plan, calls.reductions),
      frames_(frames),
      values_(lanes * frames * static_cast<size_t>(steps_.layout().count())),
      tables_(lanes * frames * static_cast<size_t>(plan.tables) * curve_entries),
      before_(calls.reductions.bytes) {
    for (size_t i = 0; i < steps_.programs().size(); ++i) {
        const PointProgram& program = *steps_.programs()[i];
        program_values_.resize(
            std::max(program_values_.size(), static_cast<size_t>(program.values)));
        if (program_has(program, Op::store_core))
            table_programs_.try_emplace(static_cast<int>(i), program);
    }
}

void FrameValues::begin(const Batch& batch, const Piece& piece, const SlotMemory& slot) {
    for (size_t i = 0; i < piece.count; ++i) {
        steps_.begin(batch, piece.first + i, values_of(place_of(piece) + i));
        publish(place_of(piece) + i, i, slot);
    }
}

void FrameValues::run(const FrameStep& step, const Piece& piece, const SlotMemory& slot) {
    for (size_t i = 0; i < piece.count; ++i) {
        const unsigned char* before = i == 0 ? before_.data() : slot.reductions(i - 1);
        frame_ = place_of(piece) + i;
        steps_.run(step, {values_of(frame_), slot.reductions(i), before}, *this);
        publish(frame_, i, slot);
    }
}

void FrameValues::end(Batch& batch, const Piece& piece, const SlotMemory& slot) {
    if (piece.count == 0) return;
    std::copy_n(slot.reductions(piece.count - 1), before_.size(), before_.data());
    for (size_t i = 0; i < piece.count && piece.first + i < batch.record.size(); ++i)
        steps_.record(values_of(place_of(piece) + i), batch.record[piece.first + i]);
}

void FrameValues::continue_from(const FrameValues& previous) {
    const TakenOver taken = taken_over(plan_, previous.plan_);
    if (!steps_.continue_from(previous.steps_, taken)) return;
    for (const auto& [to, from] : taken.compared) {
        const auto offset = [](const FrameValues& of, int index) {
            return of.reductions_.reductions[static_cast<size_t>(index)].offset;
        };
        std::memcpy(before_.data() + offset(*this, to),
                    previous.before_.data() + offset(previous, from),
                    histogram_bins * sizeof(uint32_t));
    }
}

void FrameValues::arithmetic(const PointProgram& program, float* values) {
    Access access(*this, values);
    run_plain(program, {values, static_cast<size_t>(plan_.uniforms)}, program_values_, access);
}

void FrameValues::fill_entries(int program, const float* values, float* entries) {
    table_programs_.at(program).run({values, static_cast<size_t>(plan_.uniforms)},
                                    entries_of(frame_, 0), entries);
}

float* FrameValues::entries_of(size_t frame, int table) {
    const size_t index = frame * static_cast<size_t>(plan_.tables) + static_cast<size_t>(table);
    return tables_.data() + index * curve_entries;
}

float* FrameValues::table(int table) {
    filled_.push_back(table);
    return entries_of(frame_, table);
}

void FrameValues::publish(size_t place, size_t frame, const SlotMemory& slot) {
    std::copy_n(values_of(place), steps_.layout().count(), slot.numbers(frame));
    for (const int table : filled_) {
        const float* entries = entries_of(place, table);
        frame::store_lines(frame::SingleThread(), slot.tables(frame), table,
                           [&](int i) { return entries[i]; });
    }
    filled_.clear();
}

}  // namespace tonelift::vulkan
