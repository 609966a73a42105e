// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/lane_loop.h"

#include <vector>

namespace tonelift::spirv {
namespace {

constexpr uint32_t dont_unroll = 2;

struct Rotating {
    uint32_t before;
    uint32_t now;
    uint32_t after;
};

class LaneLoop {
  public:
    explicit LaneLoop(SpirvWriter& to) : to_(to), lanes_(to.lanes()), before_(to.block()) {
        counter_ = {to.integer(0), id(), id()};
    }

    Rotating add(const Number& number) {
        vectors_.push_back({number.id(), id(), id()});
        return vectors_.back();
    }

    void begin() {
        to_.line(Code::branch, {header_});
        to_.open_block(header_);
        phi(to_.module().int_type(), counter_);
        for (const Rotating& vector : vectors_) phi(to_.number_type(), vector);
        to_.line(Code::loop_merge, {end_, next_, dont_unroll});
        const uint32_t body = id();
        to_.line(Code::branch, {body});
        to_.open_block(body);
        to_.use_lanes(1);
    }

    Number lane(const Rotating& vector, uint32_t index = 0) {
        return Number::result(
            to_.make(Code::composite_extract, to_.module().float_type(), {vector.now, index}));
    }

    void rotate(const Rotating& vector, const Number& last) {
        std::vector<uint32_t> lanes;
        for (uint32_t i = 1; i < lanes_; ++i) lanes.push_back(lane(vector, i).id());
        lanes.push_back(last.id());
        const uint32_t type = to_.module().vector_type(to_.module().float_type(), lanes_);
        lanes.insert(lanes.begin(), {type, vector.after});
        to_.line(Code::composite_construct, std::move(lanes));
    }

    void end() {
        to_.use_lanes(lanes_);
        Module& module = to_.module();
        to_.line(Code::branch, {next_});
        to_.open_block(next_);
        to_.line(Code::i_add, {module.int_type(), counter_.after, counter_.now, to_.integer(1)});
        const uint32_t again = to_.make(Code::s_less_than, module.bool_type(),
                                        {counter_.after, to_.integer(static_cast<int>(lanes_))});
        to_.line(Code::branch_conditional, {again, header_, end_});
        to_.open_block(end_);
    }

  private:
    uint32_t id() { return to_.module().make_id(); }
    void phi(uint32_t type, const Rotating& value) {
        to_.line(Code::phi, {type, value.now, value.before, before_, value.after, next_});
    }

    SpirvWriter& to_;
    uint32_t lanes_;
    uint32_t before_;
    uint32_t header_ = id(), next_ = id(), end_ = id();
    Rotating counter_{};
    std::vector<Rotating> vectors_;
};

}  // namespace

Triple<Number> each_lane(const Triple<Number>& color, std::span<const Number> others,
                         const LaneBody& body) {
    LaneLoop loop(writer());
    const std::vector<Rotating> changed = {loop.add(color.x), loop.add(color.y), loop.add(color.z)};
    std::vector<Rotating> read;
    for (const Number& number : others) {
        if (!number.known() && writer().scalar_of(number.id()) == 0)
            read.push_back(loop.add(number));
    }
    loop.begin();
    std::vector<Number> lanes;
    size_t next = 0;
    for (const Number& number : others) {
        const uint32_t scalar = number.known() ? 0 : writer().scalar_of(number.id());
        lanes.push_back(number.known() ? number
                        : scalar != 0  ? Number::result(scalar)
                                       : loop.lane(read.at(next++)));
    }
    const Triple<Number> made =
        body({loop.lane(changed[0]), loop.lane(changed[1]), loop.lane(changed[2])}, lanes);
    loop.rotate(changed[0], made.x);
    loop.rotate(changed[1], made.y);
    loop.rotate(changed[2], made.z);
    for (const Rotating& vector : read) loop.rotate(vector, loop.lane(vector));
    loop.end();
    return {Number::result(changed[0].after), Number::result(changed[1].after),
            Number::result(changed[2].after)};
}

}  // namespace tonelift::spirv
