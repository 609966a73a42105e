// SPDX-License-Identifier: BSD-2-Clause
//
// The graph of a script: a DAG whose nodes are operations on numbers. Nodes are simplified when
// they are added, and equal nodes are stored once. A color is three nodes; see Value.
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
// number     one number per frame (float in a script): uniforms, reductions and values computed
//            from them
// plane      one number per pixel of a grid
// table      a function of one number, such as a tone curve
enum class NodeType : uint8_t { constant, number, plane, table };

// operation  op over operands, all of one grid; result selects one of its outputs
// input      component `index` of the input frame, of some rows of it, or of it at half the size
// parameter  script param `index`; frame_uniform: FrameUniform `index`; given: value `index` of the
//            values that the caller gives with each frame
// core       a scan, stencil or resample; operands as kernels/pass.h lists them (a joint resample:
//            value, coarse guide, fine guide); or a gather; operands are the results that contain a
//            sum, and a plane
// neighbor, neighbor_offset, sum_so_far, sum: arguments of the functions of a gather, see
//            Graph::gather()
// reduce     a histogram or sum of a plane (see Reduction): only an operand of `frame` nodes
// frame      a FrameOp other than arithmetic; operands are numbers; a reduction comes first where
//            the op needs one
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
    Op op{};  // kinds operation and coordinate (coordinate_x or coordinate_y)
    uint8_t result = 0;
    int index = 0;
    float value = 0;  // constant
    std::vector<NodeId> operands;
    Core core;                  // core
    ReductionKind reduction{};  // reduce
    FrameOp frame_op{};         // frame
    CurveKind curve{};
    int width = 0;  // size of the grid of a plane
    int height = 0;
    int origin = no_origin;  // see Graph::set_origin()
    bool inner = false;      // exists only in the per-neighbor part of a gather
    Interval range{};
    std::string name{};           // frame: see Graph::name_states()
    std::set<uint64_t> places{};  // frame: see Graph::set_place()
};

// Returns a text that is the same for equal nodes with equal operands.
std::string key_of(const Node& node);

class Graph {
  public:
    // `width` and `height` are the size of the input frame. `baked` has values of script params
    // that become constants, so that parts that they disable are removed. Params without a value
    // become uniforms.
    Graph(int width, int height, std::vector<std::optional<float>> baked = {})
        : width_(width), height_(height), baked_(std::move(baked)) {}

    // Sets the origin of the nodes that are added next, such as the number of an expression of the
    // script.
    void set_origin(int origin) { origin_ = origin; }
    int origin() const { return origin_; }

    // Sets the place in the script of the values with a state that are added next. A new plan takes
    // over the states of the previous plan from values at the same place. Equal values share a
    // node, which has the places of all of them.
    void set_place(uint64_t place) { place_ = place; }
    uint64_t place() const { return place_; }

    // Disables smoothing over time for per-frame values that are added next. core/runtime/shots.h
    // smooths them instead.
    void measure_single_frames() { single_frames_ = true; }

    NodeId constant(float value);
    NodeId input(int component);
    // Returns the input at other sizes. input_rows() reads `rows` evenly spaced rows.
    // input_halved() reads at half the resolution, and width and height must be even
    // (kernels/input_grid.h).
    NodeId input_rows(int component, int rows);
    NodeId input_halved(int component);
    // Returns the coordinate on the grid of the frame, or on a grid of another size.
    NodeId coordinate(Axis axis) { return coordinate(axis, width_, height_); }
    NodeId coordinate(Axis axis, int width, int height);
    // Adds a param of the script. Its values are in `range`.
    NodeId parameter(int index, Interval range);
    NodeId frame_uniform(FrameUniform number);
    NodeId given(int index);
    // Returns one output of an operation. Folds constants and removes operations without effect (x
    // * 1, mix(a, b, 0)).
    NodeId operation(Op op, std::span<const NodeId> operands, int result = 0);
    NodeId core(const Core& core, std::span<const NodeId> operands, int width, int height);
    NodeId reduce(ReductionKind kind, NodeId plane);

    // Add the nodes of a gather. A term is computed from planes at the pixel, planes at a neighbor,
    // and the neighbor's offset in pixels. A result is computed from planes at the pixel and sums
    // of terms. If a node is not a plane, neighbor() returns it unchanged. Other cores, reductions
    // and per-frame values cannot read nodes that exist only inside a gather.
    NodeId neighbor(NodeId plane);
    NodeId neighbor_offset(Axis axis, int width, int height);
    // Adds the sum of a term over the neighborhood. `index` is the number of the sum within its
    // gather.
    NodeId sum(NodeId term, int radius, int index);
    // Ends a gather after its functions have run. Returns a plane for each result that contains a
    // sum. `anything` is any plane of the gather's size.
    std::vector<NodeId> gather(int radius, std::span<const NodeId> results, NodeId anything);

    // Returns a per-frame value. FrameOp::curve (of kind `curve`) and FrameOp::histogram return a
    // table; lookup(table, x) reads it.
    NodeId frame(FrameOp op, std::span<const NodeId> operands, CurveKind curve = {});
    NodeId lookup(NodeId table, NodeId x);

    const Node& at(NodeId id) const { return nodes_[static_cast<size_t>(id)]; }
    size_t size() const { return nodes_.size(); }
    int width() const { return width_; }
    int height() const { return height_; }

    // Names the states that `root` depends on, except those that already have a name. The names
    // appear in texts for users.
    void name_states(NodeId root, const std::string& name);

    // Adds an operation with any number of operands, and returns its first output.
    template <typename... Ids>
    NodeId op(Op name, Ids... ids) {
        const std::array<NodeId, sizeof...(Ids)> operands{ids...};
        return operation(name, operands);
    }

  private:
    NodeId add(Node node);
    NodeId input_grid(int component, int width, int height);
    std::vector<bool> named_;  // nodes visited by name_states()
    // Returns a plane of the frame's grid.
    Node pixel_node(NodeKind kind, Interval range) const;
    NodeId number_node(NodeKind kind, int index, Interval range);
    void take_operands(Node& node, std::span<const NodeId> operands) const;
    void refuse_inner(std::span<const NodeId> operands) const;

    int width_;
    int height_;
    int origin_ = no_origin;
    uint64_t place_ = 0;
    bool single_frames_ = false;
    std::vector<std::optional<float>> baked_;
    std::vector<Node> nodes_;
    std::map<std::string, NodeId> shared_;
};

// The value of an expression of a script: one node, or three for a color.
struct Value {
    std::array<NodeId, 3> node{no_node, no_node, no_node};
    int components = 0;  // 0: no value
};

inline Value scalar(NodeId id) { return {{id, no_node, no_node}, 1}; }
inline Value color(NodeId r, NodeId g, NodeId b) { return {{r, g, b}, 3}; }
// Calls f(0), f(1) and f(2) in this order, and returns the color of their results.
template <typename F>
Value color_of(F f) {
    const NodeId r = f(size_t{0}), g = f(size_t{1});
    return color(r, g, f(size_t{2}));
}

// Returns whether the state of the node restarts at a scene change.
inline bool restarts_at_cuts(const Node& node) {
    return node.kind == NodeKind::frame && restarts_at_cuts(node.frame_op, node.curve);
}

}  // namespace tonelift
