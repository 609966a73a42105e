// SPDX-License-Identifier: BSD-2-Clause
// The graph of a script. Its nodes are operations on numbers. Equal nodes are stored once. A color
// is three nodes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

using NodeId = int32_t;
constexpr NodeId no_node = -1;

// constant   a number known when the plan is made
// uniform    one number per frame (float in a script): params, given values, reductions and values
//            computed from them
// plane      one number per pixel of a grid
// table      a function of one number, such as a tone curve
enum class NodeType : uint8_t { constant, uniform, plane, table };

// input      a component of the input frame: all pixels, some rows, or a reduced size
// given      a number that the caller passes with each frame
// core       a gather, or a scan, stencil or resample; the operands of the last three are as in
//            kernels/pass.h
// reduce     a histogram, sum, minimum or maximum of a plane; only `frame` nodes read this result
// frame      an operation on uniforms of the current frame; if a `reduce` node is an operand, it is
//            the first operand
// Four kinds exist only inside Graph::gather(), which visits the neighbors of each pixel:
// neighbor   the value of a plane at the neighbor
// neighbor_offset
//            the neighbor's offset from the pixel along one axis
// sum_so_far the sum over the neighbors before this neighbor
// sum        the sum over all neighbors
enum class NodeKind : uint8_t {
    constant,
    operation,
    input,
    coordinate,
    parameter,
    frame_uniform,
    given,
    neighbor,
    neighbor_offset,
    sum_so_far,
    sum,
    core,
    reduce,
    frame
};

struct Interval {
    float low;
    float high;
};
constexpr Interval everything{-3.4e38f, 3.4e38f}, unit_range{0.0f, 1.0f};

struct Node {
    NodeKind kind{};
    NodeType type{};
    Op op{};
    uint8_t result = 0;
    int index = 0;
    float value = 0;
    std::vector<NodeId> operands;
    Core core;
    ReductionKind reduction{};
    FrameOp frame_op{};
    CurveKind curve{};
    int width = 0;
    int height = 0;
    int origin = no_origin;
    bool inner = false;  // true: only Graph::gather() may use the node
    Interval range{};
    std::string name{};
    std::set<uint64_t> script_positions{};
};

// Returns a key for finding equal nodes: nodes with the same operation and operands have the same
// key.
std::string key_of(const Node& node);

class Graph {
  public:
    // A script param that has a value in `baked` becomes a constant. Constant folding then removes
    // the parts of the script that this value disables.
    Graph(int width, int height, std::vector<std::optional<float>> baked = {})
        : width_(width), height_(height), baked_(std::move(baked)) {}

    // Sets the origin of all nodes that are added next. The origin of a node is the id of the
    // script expression that makes the node.
    void set_origin(int origin) { origin_ = origin; }
    int origin() const { return origin_; }

    // Sets the position in the script of all nodes that are added next. A new plan continues a
    // smoothed value of the old plan if both have the same position.
    void set_script_position(uint64_t position) { script_position_ = position; }
    uint64_t script_position() const { return script_position_; }

    // Disables smoothing over time, because core/runtime/shots.h combines the statistics of the
    // frames of a shot instead.
    void measure_single_frames() { single_frames_ = true; }

    NodeId constant(float value);
    NodeId input(int component);
    // Return a component of the input with `rows` evenly spaced rows, or with a width and height
    // that are divided by `factor`, 2 or 4 (kernels/input_grid.h). `factor` divides the width and
    // the height.
    NodeId input_rows(int component, int rows);
    NodeId input_reduced(int component, int factor);
    NodeId coordinate(Axis axis) { return coordinate(axis, width_, height_); }
    NodeId coordinate(Axis axis, int width, int height);
    NodeId parameter(int index, Interval range);
    NodeId frame_uniform(FrameUniform uniform);
    NodeId given(int index);
    // Returns a node for output `result` of the operation. Folds constants and removes operations
    // without effect, such as x * 1 or mix(a, b, 0).
    NodeId operation(Op op, std::span<const NodeId> operands, int result = 0);
    NodeId core(const Core& core, std::span<const NodeId> operands, int width, int height);
    NodeId reduce(ReductionKind kind, NodeId plane);

    // Add nodes inside a gather. Nodes outside the gather must not read them.
    NodeId neighbor(NodeId plane);
    NodeId neighbor_offset(Axis axis, int width, int height);
    NodeId sum(NodeId term, int radius, int index);
    // Adds a gather and returns its results as nodes outside the gather. `anything` is any plane
    // with the size of the results. The gather reads this plane if `results` read no neighbor.
    std::vector<NodeId> gather(int radius, std::span<const NodeId> results, NodeId anything);

    NodeId frame(FrameOp op, std::span<const NodeId> operands, CurveKind curve = {});
    NodeId lookup(NodeId table, NodeId x);

    // Throws std::out_of_range if there is no such node.
    const Node& at(NodeId id) const { return nodes_.at(static_cast<size_t>(id)); }
    size_t size() const { return nodes_.size(); }
    int width() const { return width_; }
    int height() const { return height_; }

    // Sets the name of the smoothed values on which `root` depends. Messages use this name.
    void name_states(NodeId root, const std::string& name);

    template <typename... Ids>
    NodeId op(Op name, Ids... ids) {
        const std::array<NodeId, sizeof...(Ids)> operands{ids...};
        return operation(name, operands);
    }

  private:
    NodeId add(Node node);
    NodeId input_grid(int component, int width, int height);
    std::vector<bool> named_;
    Node pixel_node(NodeKind kind, Interval range) const;
    NodeId uniform_node(NodeKind kind, int index, Interval range);
    void take_operands(Node& node, std::span<const NodeId> operands) const;
    void refuse_inner(std::span<const NodeId> operands) const;

    int width_;
    int height_;
    int origin_ = no_origin;
    uint64_t script_position_ = 0;
    bool single_frames_ = false;
    std::vector<std::optional<float>> baked_;
    std::vector<Node> nodes_;
    std::map<std::string, NodeId> shared_;
};

// A value of a script: one node, or three nodes for a color.
struct Value {
    std::array<NodeId, 3> node{no_node, no_node, no_node};
    int components = 0;
};

inline Value scalar(NodeId id) { return {{id, no_node, no_node}, 1}; }
inline Value color(NodeId r, NodeId g, NodeId b) { return {{r, g, b}, 3}; }
template <typename F>
Value color_of(F f) {
    const NodeId r = f(size_t{0}), g = f(size_t{1});
    return color(r, g, f(size_t{2}));
}

// Returns whether the node is a smoothed value that restarts at a scene change.
inline bool restarts_at_cuts(const Node& node) {
    return node.kind == NodeKind::frame && restarts_at_cuts(node.frame_op, node.curve);
}

}  // namespace tonelift
