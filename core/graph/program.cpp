// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/program.h"

#include <algorithm>

#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/index16.h"

namespace tonelift {
namespace {

constexpr int most_values = 0xffff;

class Emitter {
  public:
    Emitter(const Graph& graph, const Sources& sources) : graph_(graph), sources_(sources) {}

    // Emits stores to buffers last, because a pass may overwrite a buffer that it also reads.
    void run(const std::vector<Sink>& sinks) {
        for (const Sink& sink : sinks) {
            operand(sink.node);
            if (sink.op != Op::store_buffer) store(sink);
        }
        for (const Sink& sink : sinks) {
            if (sink.op == Op::store_buffer) store(sink);
        }
    }

    PointProgram take() { return std::move(program_); }

  private:
    using OperationKey = std::tuple<Op, std::vector<NodeId>>;

    void store(const Sink& sink) {
        Instruction store;
        store.op = sink.op;
        store.index = index16(sink.index);
        store.in[0] = operand(sink.node);
        program_.code.push_back(store);
    }

    // Emits the instructions that compute `root`, and returns its operand. Uses an explicit stack,
    // because a long chain of operations must not exhaust the call stack.
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
        const auto found = sources_.loads.find(id);
        if (found != sources_.loads.end()) return fine_guide_of(found->second);
        const auto table = sources_.tabulated.find(id);
        if (table != sources_.tabulated.end()) return {table->second};
        const Node& node = graph_.at(id);
        if (node.kind != NodeKind::operation) return {};
        if (node.op == Op::lookup) return {node.operands[0]};
        return node.operands;
    }

    static std::vector<NodeId> fine_guide_of(const LoadSource& found) {
        if (found.at == no_node) return {};
        return {found.at};
    }

    bool is_known(NodeId id) const {
        return graph_.at(id).kind == NodeKind::constant || sources_.uniforms.contains(id) ||
               values_.contains(id);
    }

    Operand known(NodeId id) const {
        const Node& node = graph_.at(id);
        if (node.kind == NodeKind::constant) return Operand::constant(node.value);
        const auto uniform = sources_.uniforms.find(id);
        if (uniform != sources_.uniforms.end()) return Operand::uniform(uniform->second);
        return Operand::value(values_.at(id));
    }

    void emit(NodeId id) {
        const auto found = sources_.loads.find(id);
        if (found != sources_.loads.end()) return load_found(id, found->second);
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
        instruction.index = index16(index);
        instruction.out[0] = values_[id] = next();
        program_.code.push_back(instruction);
    }

    void load_found(NodeId id, const LoadSource& found) {
        load(id, found.op, found.index);
        if (found.op != Op::load_upsampled) return;
        const Operand guide = found.at == no_node ? Operand::constant(0) : known(found.at);
        program_.code.back().in[0] = guide;
    }

    void lookup(NodeId id, NodeId table, NodeId place) {
        load(id, Op::lookup, sources_.tables.at(table));
        program_.code.back().in[0] = known(place);
    }

    void operation(NodeId id, const Node& node) {
        if (node.op == Op::lookup) return lookup(id, node.operands[1], node.operands[0]);
        const OperationKey key{node.op, node.operands};
        const auto made = instructions_.find(key);
        if (made != instructions_.end() && operation_info(node.op).outputs > 1) {
            values_[id] = program_.code[made->second].out[node.result];
            return;
        }
        Instruction instruction;
        instruction.op = node.op;
        for (size_t i = 0; i < node.operands.size(); ++i)
            instruction.in[i] = known(node.operands[i]);
        for (int i = 0; i < operation_info(node.op).outputs; ++i)
            instruction.out[static_cast<size_t>(i)] = next();
        values_[id] = instruction.out[node.result];
        instructions_[key] = program_.code.size();
        program_.code.push_back(instruction);
    }

    uint16_t next() {
        if (program_.values >= most_values)
            throw Error(Failure::script, "a pass of the script is too long");
        return index16(program_.values++);
    }

    const Graph& graph_;
    const Sources& sources_;
    PointProgram program_;
    std::map<NodeId, uint16_t> values_;
    std::map<OperationKey, size_t> instructions_;
};

void share_luminance(std::vector<Instruction>& code) {
    for (size_t i = 0; i < code.size(); ++i) {
        if (code[i].op != Op::lightness) continue;
        const auto luminance = std::ranges::find_if(code, [&](const Instruction& other) {
            return other.op == Op::luminance && other.in == code[i].in;
        });
        if (luminance == code.end()) continue;
        code[i].op = Op::pq_encode;
        code[i].in = {Operand::value(luminance->out[0])};
        const auto lightness = code.begin() + static_cast<ptrdiff_t>(i);
        if (lightness < luminance) std::rotate(lightness, luminance, luminance + 1);
    }
}

}  // namespace

PointProgram build_program(const Graph& graph, const Sources& sources,
                           const std::vector<Sink>& sinks) {
    Emitter emitter(graph, sources);
    emitter.run(sinks);
    PointProgram program = emitter.take();
    share_luminance(program.code);
    return program;
}

}  // namespace tonelift
