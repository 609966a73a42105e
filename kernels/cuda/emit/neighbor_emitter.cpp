// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/neighbor_emitter.h"

#include <map>

#include "kernels/cuda/emit/ptx_operations.h"
#include "kernels/cuda/emit/table_lookup.h"
#include "kernels/device/frame_entries.h"
#include "kernels/error.h"
#include "kernels/evaluate.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

class NeighborEmitter {
  public:
    NeighborEmitter(PtxWriter& to, const FrameAccess& frame, const NeighborOperands& operands)
        : to_(to), frame_(frame), operands_(operands) {}

    // Emits each instruction for all pixels before the next instruction. Interleaving the pixels
    // hides the latency of the instructions.
    void emit(const PointProgram& term) {
        for (auto& values : values_) values.assign(static_cast<size_t>(term.values), Number(0.0f));
        for (const Instruction& instruction : term.code) {
            for (size_t pixel = 0; pixel < gather_pixels; ++pixel) run(instruction, pixel);
        }
    }

  private:
    void run(const Instruction& instruction, size_t pixel) {
        const OperationInfo& operation = operation_info(instruction.op);
        Number in[max_inputs], out[max_outputs];
        for (int i = 0; i < operation.inputs; ++i)
            in[i] = operand(instruction.in[static_cast<size_t>(i)], pixel);
        if (operation.access)
            access(instruction, pixel, in[0], out[0]);
        else
            emit_with_tables(instruction.op, in, out);
        for (int i = 0; i < operation.outputs; ++i)
            values_[pixel][instruction.out[static_cast<size_t>(i)]] = out[i];
    }

    Number operand(const Operand& operand, size_t pixel) const {
        switch (operand.kind) {
            case Operand::Kind::value:
                return values_[pixel][operand.index];
            case Operand::Kind::uniform:
                return Number(frame_.uniform(operand.index));
            default:
                return Number(operand.constant_value);
        }
    }

    void access(const Instruction& instruction, size_t pixel, const Number& in, Number& out) {
        const size_t index = instruction.index, at = index * gather_pixels + pixel;
        switch (instruction.op) {
            case Op::load_neighbor:
                out = Number(operands_.neighbors.at(at));
                break;
            case Op::load_here:
                out = Number(operands_.here.at(at));
                break;
            case Op::load_weight:
                out = weight(instruction.index);
                break;
            case Op::load_core:
                out = Number(operands_.sums.at(at));
                break;
            case Op::lookup:
                out = emit_lookup(to_, frame_.base(entry_tables), instruction.index, in);
                break;
            case Op::store_core:
                to_.line("mov.f32", {operands_.sums.at(at), in.text()});
                break;
            default:
                throw Error(Failure::internal,
                            "the program of a gather cannot contain this load or store");
        }
    }

    Number weight(int index) {
        const auto [known, fresh] = weights_.try_emplace(index);
        if (fresh)
            known->second =
                Number(to_.number("ld.global.nc.f32", {"[" + weights_address() + "+" +
                                                       std::to_string(4 * index) + "]"}));
        return known->second;
    }

    const std::string& weights_address() {
        if (weights_at_.empty()) {
            const std::string first = to_.address("cvta.to.global.u64", {operands_.weights});
            weights_at_ = to_.address("mad.wide.s32", {operands_.first_weight, "4", first});
        }
        return weights_at_;
    }

    PtxWriter& to_;
    const FrameAccess& frame_;
    const NeighborOperands& operands_;
    std::array<std::vector<Number>, gather_pixels> values_;
    std::map<int, Number> weights_;
    std::string weights_at_;
};

}  // namespace

std::string emit_neighbor(const PointProgram& term, const FrameAccess& frame,
                          const NeighborOperands& operands, std::string prefix) {
    PtxWriter to(std::move(prefix));
    const ptx::WritingScope scope(to);
    NeighborEmitter(to, frame, operands).emit(term);
    return to.scope();
}

}  // namespace tonelift::cuda
