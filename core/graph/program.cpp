// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/program.h"

#include <algorithm>

#include "kernels/error.h"
#include "kernels/evaluate.h"

namespace tonelift {
namespace {

constexpr uint16_t unused_slot = 0xffff;

// First pass: code in which every value has a number of its own.
class Emitter {
  public:
    Emitter(const Graph& graph, const Sources& sources) : graph_(graph), sources_(sources) {}

    // Buffers are written last: a buffer that is free after this pass may be both read and written
    // by it.
    void run(const std::vector<Sink>& sinks) {
        for (const Sink& sink : sinks) {
            operand(sink.node);
            if (sink.op != Op::store_buffer) store(sink);
        }
        for (const Sink& sink : sinks) {
            if (sink.op == Op::store_buffer) store(sink);
        }
    }

    std::vector<Instruction> take() { return std::move(code_); }
    int values() const { return values_; }

  private:
    using OperationKey = std::tuple<Op, std::vector<NodeId>>;

    void store(const Sink& sink) {
        Instruction store;
        store.op = sink.op;
        store.index = static_cast<uint16_t>(sink.index);
        store.in[0] = operand(sink.node);
        store.out.fill(unused_slot);
        code_.push_back(store);
    }

    // Depth first with a stack of its own: a long chain of operations must not exhaust the
    // machine's.
    Operand operand(NodeId root) {
        std::vector<NodeId> stack{root};
        while (!stack.empty()) {
            const NodeId id = stack.back();
            if (is_known(id)) {
                stack.pop_back();
                continue;
            }
            const size_t before = stack.size();
            for (NodeId child : children(id)) {
                if (!is_known(child)) stack.push_back(child);
            }
            if (stack.size() > before) continue;
            emit(id);
            stack.pop_back();
        }
        return known(root);
    }

    std::vector<NodeId> children(NodeId id) const {
        if (sources_.loads.contains(id)) return {};
        const auto table = sources_.tabulated.find(id);
        if (table != sources_.tabulated.end()) return {table->second};
        const Node& node = graph_.at(id);
        if (node.kind != NodeKind::operation) return {};
        if (node.op == Op::lookup) return {node.operands[0]};
        return node.operands;
    }

    bool is_known(NodeId id) const {
        return graph_.at(id).kind == NodeKind::constant || sources_.uniforms.contains(id) ||
               slots_.contains(id);
    }

    Operand known(NodeId id) const {
        const Node& node = graph_.at(id);
        if (node.kind == NodeKind::constant) return Operand::number(node.value);
        const auto uniform = sources_.uniforms.find(id);
        if (uniform != sources_.uniforms.end()) return Operand::uniform(uniform->second);
        return Operand::slot(slots_.at(id));
    }

    void emit(NodeId id) {
        const auto found = sources_.loads.find(id);
        if (found != sources_.loads.end()) return load(id, found->second.op, found->second.index);
        const auto table = sources_.tabulated.find(id);
        if (table != sources_.tabulated.end()) return lookup(id, id, table->second);
        const Node& node = graph_.at(id);
        switch (node.kind) {
            case NodeKind::input:
                return load(id, Op::load_input, node.index);
            case NodeKind::coordinate:
                return load(id, node.op, 0);
            case NodeKind::operation:
                return operation(id, node);
            default:
                throw Error(Failure::internal,
                            "a value was not made before the pass that reads it");
        }
    }

    void load(NodeId id, Op op, int index) {
        Instruction instruction;
        instruction.op = op;
        instruction.index = static_cast<uint16_t>(index);
        instruction.out.fill(unused_slot);
        instruction.out[0] = slots_[id] = next();
        code_.push_back(instruction);
    }

    void lookup(NodeId id, NodeId table, NodeId place) {
        load(id, Op::lookup, sources_.tables.at(table));
        code_.back().in[0] = known(place);
    }

    // The results of an operation with several outputs come from one instruction.
    void operation(NodeId id, const Node& node) {
        if (node.op == Op::lookup) return lookup(id, node.operands[1], node.operands[0]);
        const OperationKey key{node.op, node.operands};
        const auto made = instructions_.find(key);
        if (made != instructions_.end() && operation_info(node.op).outputs > 1) {
            slots_[id] = code_[made->second].out[node.result];
            return;
        }
        Instruction instruction;
        instruction.op = node.op;
        for (size_t i = 0; i < node.operands.size(); ++i)
            instruction.in[i] = known(node.operands[i]);
        instruction.out.fill(unused_slot);
        for (int i = 0; i < operation_info(node.op).outputs; ++i)
            instruction.out[static_cast<size_t>(i)] = next();
        slots_[id] = instruction.out[node.result];
        instructions_[key] = code_.size();
        code_.push_back(instruction);
    }

    uint16_t next() {
        if (values_ >= unused_slot)
            throw Error(Failure::script, "a pass of the script grows too long");
        return static_cast<uint16_t>(values_++);
    }

    const Graph& graph_;
    const Sources& sources_;
    std::vector<Instruction> code_;
    std::map<NodeId, uint16_t> slots_;
    std::map<OperationKey, size_t> instructions_;
    int values_ = 0;
};

// Second pass: values move into slots, each free again after its last use. An output never takes
// the slot of an input of the same instruction, so that vectors may be written while inputs are
// still read.
class SlotAllocator {
  public:
    explicit SlotAllocator(std::vector<Instruction>& code, int values)
        : code_(code),
          last_use_(static_cast<size_t>(values), -1),
          slot_(static_cast<size_t>(values), 0) {}

    int run() {
        for (size_t i = 0; i < code_.size(); ++i) {
            for_inputs(code_[i],
                       [&](Operand& operand) { last_use_[operand.index] = static_cast<int>(i); });
        }
        for (size_t i = 0; i < code_.size(); ++i) step(code_[i], static_cast<int>(i));
        return count_;
    }

  private:
    template <typename F>
    static void for_inputs(Instruction& instruction, F f) {
        for (Operand& operand : instruction.in) {
            if (operand.kind == Operand::Kind::slot) f(operand);
        }
    }

    void step(Instruction& instruction, int position) {
        std::vector<uint16_t> dead;
        for (uint16_t& out : instruction.out) {
            if (out == unused_slot) continue;
            const uint16_t value = out;
            out = slot_[value] = take();
            if (last_use_[value] < 0) dead.push_back(out);
        }
        for_inputs(instruction, [&](Operand& operand) {
            const uint16_t value = operand.index;
            operand.index = slot_[value];
            if (last_use_[value] == position &&
                std::find(dead.begin(), dead.end(), operand.index) == dead.end()) {
                dead.push_back(operand.index);
            }
        });
        free_.insert(free_.end(), dead.begin(), dead.end());
        for (uint16_t& out : instruction.out) out = out == unused_slot ? 0 : out;
    }

    uint16_t take() {
        if (free_.empty()) return static_cast<uint16_t>(count_++);
        const uint16_t slot = free_.back();
        free_.pop_back();
        return slot;
    }

    std::vector<Instruction>& code_;
    std::vector<int> last_use_;
    std::vector<uint16_t> slot_;
    std::vector<uint16_t> free_;
    int count_ = 0;
};

}  // namespace

PointProgram build_program(const Graph& graph, const Sources& sources,
                           const std::vector<Sink>& sinks) {
    Emitter emitter(graph, sources);
    emitter.run(sinks);
    PointProgram program;
    const int values = emitter.values();
    program.code = emitter.take();
    program.slots = SlotAllocator(program.code, values).run();
    return program;
}

}  // namespace tonelift
