// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/frame_numbers.h"

#include <algorithm>
#include <cstring>

#include "kernels/point/point.h"
#include "kernels/program_has.h"

namespace tonelift::vulkan {

class FrameNumbers::Access : public PixelAccess {
  public:
    Access(FrameNumbers& of, float* numbers) : of_(of), numbers_(numbers) {}
    float load(const Instruction& instruction, float argument) override {
        return lookup_plain(of_.entries_of(of_.frame_, instruction.index), argument);
    }
    void store(const Instruction& instruction, float value) override {
        numbers_[instruction.index] = value;
    }

  private:
    FrameNumbers& of_;
    float* numbers_;
};

FrameNumbers::FrameNumbers(const Plan& plan, const PlanCalls& calls, size_t frames, size_t lanes)
    : plan_(plan),
      reductions_(calls.reductions),
      steps_(plan, calls.reductions),
      frames_(frames),
      numbers_(lanes * frames * static_cast<size_t>(steps_.layout().count())),
      tables_(lanes * frames * static_cast<size_t>(plan.tables) * curve_entries),
      before_(calls.reductions.bytes) {
    for (size_t i = 0; i < steps_.programs().size(); ++i) {
        const PointProgram& program = *steps_.programs()[i];
        values_.resize(std::max(values_.size(), static_cast<size_t>(program.values)));
        if (program_has(program, Op::store_core))
            table_programs_.try_emplace(static_cast<int>(i), program);
    }
}

void FrameNumbers::begin(const Batch& batch, const Piece& piece, const SlotMemory& slot) {
    for (size_t i = 0; i < piece.count; ++i) {
        steps_.begin(batch, piece.first + i, numbers_of(place_of(piece) + i));
        publish(place_of(piece) + i, i, slot);
    }
}

void FrameNumbers::run(const FrameStep& step, const Piece& piece, const SlotMemory& slot) {
    for (size_t i = 0; i < piece.count; ++i) {
        const unsigned char* before = i == 0 ? before_.data() : slot.reductions(i - 1);
        frame_ = place_of(piece) + i;
        steps_.run(step, {numbers_of(frame_), slot.reductions(i), before}, *this);
        publish(frame_, i, slot);
    }
}

void FrameNumbers::end(Batch& batch, const Piece& piece, const SlotMemory& slot) {
    if (piece.count == 0) return;
    std::copy_n(slot.reductions(piece.count - 1), before_.size(), before_.data());
    for (size_t i = 0; i < piece.count && piece.first + i < batch.record.size(); ++i)
        steps_.record(numbers_of(place_of(piece) + i), batch.record[piece.first + i]);
}

void FrameNumbers::continue_from(const FrameNumbers& previous) {
    const TakenOver taken = taken_over(plan_, previous.plan_);
    if (!steps_.continue_from(previous.steps_, taken)) return;
    for (const auto& [to, from] : taken.compared) {
        const auto offset = [](const FrameNumbers& of, int index) {
            return of.reductions_.reductions[static_cast<size_t>(index)].offset;
        };
        std::memcpy(before_.data() + offset(*this, to),
                    previous.before_.data() + offset(previous, from),
                    histogram_bins * sizeof(uint32_t));
    }
}

void FrameNumbers::arithmetic(const PointProgram& program, float* numbers) {
    Access access(*this, numbers);
    run_plain(program, {numbers, static_cast<size_t>(plan_.uniforms)}, values_, access);
}

void FrameNumbers::fill_entries(int program, const float* numbers, float* entries) {
    table_programs_.at(program).run({numbers, static_cast<size_t>(plan_.uniforms)},
                                    entries_of(frame_, 0), entries);
}

float* FrameNumbers::entries_of(size_t frame, int table) {
    const size_t number = frame * static_cast<size_t>(plan_.tables) + static_cast<size_t>(table);
    return tables_.data() + number * curve_entries;
}

float* FrameNumbers::table(int table) {
    filled_.push_back(table);
    return entries_of(frame_, table);
}

void FrameNumbers::publish(size_t place, size_t frame, const SlotMemory& slot) {
    std::copy_n(numbers_of(place), steps_.layout().count(), slot.numbers(frame));
    for (const int table : filled_) {
        const float* entries = entries_of(place, table);
        frame::store_lines(frame::SingleThread(), slot.tables(frame), table,
                           [&](int i) { return entries[i]; });
    }
    filled_.clear();
}

}  // namespace tonelift::vulkan
