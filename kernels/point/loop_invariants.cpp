// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/loop_invariants.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "kernels/point/code_math.h"

namespace tonelift::code {
namespace {

using asmjit::BaseNode;
using asmjit::InstNode;
using asmjit::Operand;
namespace Inst = asmjit::x86::Inst;
using asmjit::x86::Mem;
using asmjit::x86::Vec;

struct Source {
    Mem memory;
    bool one;
    bool operator==(const Source&) const = default;
};

struct Invariant {
    Source source;
    int readings = 0;
};

class Loop {
  public:
    Loop(BaseNode* before, const BaseNode* last, const CodeSpan& rare) {
        for (BaseNode* node = before; node != last;) {
            node = node == rare.before ? rare.last->next() : node->next();
            if (node->isInst()) instructions_.push_back(node->as<InstNode>());
        }
    }

    std::vector<Invariant> invariants() {
        std::vector<Invariant> found;
        each_invariant([&](const InstNode& instruction, const Operand& operand) {
            const Source source = source_of(instruction, operand);
            const auto known = std::find_if(found.begin(), found.end(),
                                            [&](const Invariant& i) { return i.source == source; });
            if (known == found.end())
                found.push_back({source, 1});
            else
                ++known->readings;
        });
        std::stable_sort(found.begin(), found.end(), [](const Invariant& a, const Invariant& b) {
            return a.readings > b.readings;
        });
        return found;
    }

    int pressure() {
        std::map<uint32_t, std::pair<size_t, size_t>> uses;
        for (size_t i = 0; i < instructions_.size(); ++i) {
            for (const Operand& operand : operands(*instructions_[i])) {
                if (!operand.isReg() || !asmjit::x86::Reg::isVec(operand)) continue;
                uses.try_emplace(operand.id(), i, i).first->second.second = i;
            }
        }
        std::vector<int> change(instructions_.size() + 1, 0);
        for (const auto& [id, range] : uses) {
            ++change[range.first];
            --change[range.second + 1];
        }
        int now = 0, most = 0;
        for (const int by : change) most = std::max(most, now += by);
        return most;
    }

    void replace(const Source& source, const Vec& vector) {
        each_invariant([&](InstNode& instruction, Operand& operand) {
            if (source_of(instruction, operand) != source) return;
            operand = vector;
            const auto id = instruction.id();
            if (id == Inst::kIdVmovups || id == Inst::kIdVbroadcastss)
                instruction.setId(Inst::kIdVmovaps);
        });
    }

  private:
    static std::span<Operand> operands(InstNode& instruction) {
        return {instruction.operands(), instruction.opCount()};
    }

    static Source source_of(const InstNode& instruction, const Operand& operand) {
        const Mem& memory = operand.as<Mem>();
        return {memory.cloneBroadcasted(Mem::Broadcast::kNone),
                memory.hasBroadcast() || instruction.id() == Inst::kIdVbroadcastss};
    }

    // Calls f for each memory operand that does not change in the loop. These are the operands
    // without an index register, because the loop writes only to addresses with an index register.
    template <typename F>
    void each_invariant(F f) {
        for (InstNode* instruction : instructions_) {
            for (Operand& operand : operands(*instruction)) {
                if (operand.isMem() && !operand.as<Mem>().hasIndex()) f(*instruction, operand);
            }
        }
    }

    std::vector<InstNode*> instructions_;
};

}  // namespace

void load_invariants_before_loop(CodeWriter& writer, BaseNode* before, CodeSpan rare) {
    BaseNode* const last = writer.to.cursor();
    const auto room_in = [&](Loop& loop) {
        return (writer.wide() ? 32 : 16) - loop.pressure() - 1;
    };
    Loop loop(before, last, {});
    if (room_in(loop) < static_cast<int>(loop.invariants().size()))
        loop = Loop(before, last, rare);
    else
        rare = {};
    int room = room_in(loop);
    for (const Invariant& invariant : loop.invariants()) {
        if (room-- <= 0) break;
        const auto load = invariant.source.one ? Inst::kIdVbroadcastss : Inst::kIdVmovups;
        writer.to.setCursor(before);
        const Vec vector = writer.result(load, invariant.source.memory);
        before = writer.to.cursor();
        loop.replace(invariant.source, vector);
        if (rare.last == nullptr) continue;
        writer.to.setCursor(rare.last);
        writer.to.emit(load, vector, invariant.source.memory);
        rare.last = writer.to.cursor();
    }
    writer.to.setCursor(last);
}

}  // namespace tonelift::code
