// SPDX-License-Identifier: BSD-2-Clause
//
// PTX instructions for jumps, calls, and synchronization with other threads.
#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {
namespace {

void branch(Thread& thread, const Instruction& instruction) {
    thread.jump(instruction.operands.at(0).value);
}
void call(Thread& thread, const Instruction& instruction) { thread.call(instruction); }
void leave(Thread& thread, const Instruction&) { thread.leave(); }

void wait_for_block(Thread& thread, const Instruction&) { thread.wait(Status::at_barrier); }
void wait_for_warp(Thread& thread, const Instruction& instruction) {
    thread.shuffle = {0, -1, &instruction};
    thread.wait(Status::at_warp);
}

struct Lanes {
    int own;
    int by;
    int stay;
    int limit;
};
constexpr int none = -1;

template <auto from>
void shuffle(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    const auto limits = thread.get<int32_t>(in.at(4));
    const int own = static_cast<int>(thread.lane()), stay = limits >> 8 & 31;
    const int limit = (own & stay) | (limits & ~stay & 31);
    const int lane = from(Lanes{own, thread.get<int32_t>(in.at(3)) & 31, stay, limit});
    thread.shuffle = {thread.get<uint32_t>(in.at(2)), lane, &instruction};
    thread.set<bool>(in[1], lane != none);
    thread.wait(Status::at_warp);
}

void ballot(Thread& thread, const Instruction& instruction) {
    const uint32_t holds = thread.get<bool>(instruction.operands.at(1)) ? 1 : 0;
    thread.shuffle = {holds << thread.lane(), Thread::Shuffle::all, &instruction};
    thread.wait(Status::at_warp);
}

constexpr auto at_most = [](int lane, int limit) { return lane <= limit ? lane : none; };
constexpr auto up = [](const Lanes& lanes) {
    return lanes.own - lanes.by >= lanes.limit ? lanes.own - lanes.by : none;
};
constexpr auto down = [](const Lanes& lanes) { return at_most(lanes.own + lanes.by, lanes.limit); };
constexpr auto across = [](const Lanes& lanes) {
    return at_most(lanes.own ^ lanes.by, lanes.limit);
};
constexpr auto named = [](const Lanes& lanes) {
    return at_most((lanes.own & lanes.stay) | (lanes.by & ~lanes.stay), lanes.limit);
};

}  // namespace

void add_control_forms(Forms& forms) {
    add(forms, "bra", branch);
    add(forms, "bra.uni", branch);
    add(forms, "call", call);
    add(forms, "call.uni", call);
    add(forms, "ret", leave);
    add(forms, "bar.sync", wait_for_block);
    add(forms, "bar.warp.sync", wait_for_warp);
    add(forms, "vote.sync.ballot.b32", ballot);
    add(forms, "shfl.sync.up.b32", shuffle<up>);
    add(forms, "shfl.sync.down.b32", shuffle<down>);
    add(forms, "shfl.sync.bfly.b32", shuffle<across>);
    add(forms, "shfl.sync.idx.b32", shuffle<named>);
}

}  // namespace tonelift::interpreter
