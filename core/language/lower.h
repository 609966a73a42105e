// SPDX-License-Identifier: BSD-2-Clause
// Lowering: converts calls of built-ins to nodes of the graph.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/language/ast.h"
#include "core/language/builtins.h"
#include "core/language/script.h"

namespace tonelift {

struct BuildState {
    Graph& graph;
    const BuildContext& context;
    NodeId scene_change = no_node;
    uint64_t script_position = 0;
    int passes = 0;
    // Executes the script function that `name` names. If the function is invalid, reports an error
    // and returns a value without components.
    std::function<Value(ExpressionId name, std::vector<Value> arguments)> run_function;
    int input_reduction = 2;  // see Script
};

// Thrown for an invalid call. `argument` is the index of the wrong argument, or -1 if no single
// argument is wrong.
struct CallError {
    int argument;
    std::string message;
    std::string hint;
};

class Call {
  public:
    Call(BuildState& state, std::span<const ExpressionId> names, std::vector<Value> arguments,
         std::vector<float> constants)
        : graph(state.graph),
          context(state.context),
          state_(state),
          names_(names),
          arguments_(std::move(arguments)),
          constants_(std::move(constants)) {}

    size_t size() const { return arguments_.size(); }
    const Value& value(int i) const { return arguments_[static_cast<size_t>(i)]; }
    NodeId node(int i) const { return value(i).node[0]; }
    // Returns argument i as a plane. A float becomes a plane with this value at each pixel.
    NodeId plane(int i) { return as_plane(node(i)); }
    // Returns the guide, which is argument 1, as a plane. Throws CallError if argument 0 has
    // another size.
    NodeId guide();
    NodeId as_plane(NodeId id) { return as_plane(id, id); }
    NodeId as_plane(NodeId id, NodeId like);
    // Returns the coordinates of the pixels of `like`, or of the input if `like` is no plane.
    NodeId coordinate(Axis axis, NodeId like);
    float constant(int i) const { return constants_[static_cast<size_t>(i)]; }
    int whole(int i) const { return static_cast<int>(constant(i)); }

    // Add a core to the graph and return its result. The result has the size of the first operand,
    // unless a size is given.
    NodeId core(const Core& core, std::initializer_list<NodeId> operands);
    NodeId core(const Core& core, std::initializer_list<NodeId> operands, int width, int height);

    NodeId resampled(ResampleKind kind, NodeId plane, int width, int height);
    NodeId resized(NodeId plane, int width, int height);

    NodeId reduce(ReductionKind kind, NodeId plane);

    // Executes the script function that argument i names.
    Value run(int i, std::vector<Value> arguments) {
        return state_.run_function(names_[static_cast<size_t>(i)], std::move(arguments));
    }
    Value gather(int radius, Value results);

    template <typename Function>
    Value each(Function f) {
        Value result = value(0);
        for (int i = 0; i < result.components; ++i) {
            NodeId& id = result.node[static_cast<size_t>(i)];
            id = f(as_plane(id));
        }
        return result;
    }

    // Applies f to the components of argument 0 that are planes. Returns other components
    // unchanged.
    template <typename Function>
    Value each_plane(Function f) {
        Value result = value(0);
        for (int i = 0; i < result.components; ++i) {
            NodeId& id = result.node[static_cast<size_t>(i)];
            if (graph.at(id).type == NodeType::plane) id = f(id);
        }
        return result;
    }

    void require_grid(NodeId a, NodeId b, int argument) const;
    NodeId lightness_histogram();
    NodeId scene_change();
    // Returns a plane whose samples are means of factor x factor samples of `plane`.
    NodeId downsampled(NodeId plane, int factor);
    // Returns BuildContext::reduced_input for a factor, or nullptr. Notes that the script uses it.
    const Value* reduced_input(int factor);
    [[noreturn]] void fail(int argument, const std::string& message, const std::string& hint = "");

    Graph& graph;
    const BuildContext& context;

  private:
    template <typename Make>
    NodeId counted(const Make& make);
    void count_passes(size_t nodes_before);

    BuildState& state_;
    std::span<const ExpressionId> names_;
    std::vector<Value> arguments_;
    std::vector<float> constants_;
};

std::string grid_text(int width, int height);

namespace lower {

#define TONELIFT_DECLARE_point(name)
#define TONELIFT_DECLARE_own(name) Value name(Call& call);
#define TONELIFT_BUILTIN(name, lowering, category, signature, formula, range, source) \
    TONELIFT_DECLARE_##lowering(name)
#include "core/language/builtins.def"
#undef TONELIFT_DECLARE_point
#undef TONELIFT_DECLARE_own

}  // namespace lower
}  // namespace tonelift
