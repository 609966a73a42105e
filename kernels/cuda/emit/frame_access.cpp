// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/frame_access.h"

#include <cstddef>
#include <type_traits>

#include "kernels/cuda/emit/block_loops.h"
#include "kernels/cuda/emit/chunk_loads.h"
#include "kernels/cuda/emit/kept_rows.h"
#include "kernels/cuda/emit/pq_table.h"
#include "kernels/device/frame_entries.h"
#include "kernels/device/launch.h"
#include "kernels/evaluate.h"
#include "kernels/program_has.h"

namespace tonelift::cuda {
namespace {

enum class ReductionForm { bins, key, total };

ReductionForm form_of(ReductionKind kind) {
    switch (kind) {
        case ReductionKind::histogram:
            return ReductionForm::bins;
        case ReductionKind::minimum:
        case ReductionKind::maximum:
            return ReductionForm::key;
        default:
            return ReductionForm::total;
    }
}

template <typename Combine>
void over_lanes(Combine combine) {
    for (int distance = 16; distance > 0; distance /= 2) combine(text(distance));
}

std::string from_lane(PtxWriter& to, const std::string& word, const std::string& distance) {
    return to.word("shfl.sync.bfly.b32", {word, distance, "31", "0xffffffff"});
}

}  // namespace

FrameAccess::FrameAccess(std::string kernel, const FrameLayout& layout,
                         std::vector<const PointProgram*> programs, int width, int rows)
    : kernel_(std::move(kernel)), layout_(layout), columns_(width), rows_(rows) {
    for (const PointProgram* program : programs) {
        stores_output_ |= program_has(*program, Op::store_output);
        enlarges_ |= program_has(*program, Op::load_upsampled);
        for (const Instruction& instruction : program->code) {
            pq_tables_.want(instruction.op);
            for (int i = 0; i < operation_info(instruction.op).inputs; ++i) {
                const Operand& operand = instruction.in[static_cast<size_t>(i)];
                if (operand.kind == Operand::Kind::uniform) uniforms_.insert(operand.index);
            }
            for (const int buffer : buffers_read(plan(), instruction))
                entries_.insert(entry_buffers + buffer);
            switch (instruction.op) {
                case Op::load_input: {
                    const int plane = plan().input.format->components[instruction.index].plane;
                    if (plane >= 0) entries_.insert(entry_input + plane);
                    break;
                }
                case Op::store_buffer:
                    entries_.insert(entry_buffers + instruction.index);
                    break;
                case Op::lookup:
                    entries_.insert(entry_tables);
                    break;
                case Op::reduce:
                    entries_.insert(entry_reductions);
                    reductions_.insert(instruction.index);
                    break;
                case Op::store_core:
                    if (layout_.core_plane[instruction.index] >= 0)
                        entries_.insert(layout_.core_plane[instruction.index]);
                    break;
                default:
                    break;
            }
        }
    }
}

std::string FrameAccess::base(int entry) const { return "%tb" + text(entry); }
std::string FrameAccess::pitch(int entry) const { return "%tp" + text(entry); }
std::string FrameAccess::uniform(int index) const { return "%tu" + text(index); }
std::string FrameAccess::input_row(PtxWriter& to, const std::string& y) const {
    const int first = tonelift::input_row(0, rows_, plan().input.height);
    const int apart = tonelift::input_row(1, rows_, plan().input.height) - first;
    return apart == 1 ? y : to.word("mad.lo.s32", {y, text(apart), text(first)});
}
std::string FrameAccess::last_column_of(PtxWriter& to, int width) const {
    return last_of(to, offsetof(Launch, last_column), columns_, width);
}
std::string FrameAccess::last_row_of(PtxWriter& to, int height) const {
    return last_of(to, offsetof(Launch, last_row), rows_, height);
}
std::string FrameAccess::last_of(PtxWriter& to, size_t parameters, int of_result,
                                 int of_plane) const {
    for (size_t halvings = 0; halvings < std::extent_v<decltype(Launch::last_row)>; ++halvings) {
        if ((of_result - 1) >> halvings != of_plane - 1) continue;
        const size_t offset = parameters + halvings * sizeof(int);
        return to.word("ld.param.u32", {"[" + kernel_ + "_param_0+" + text(offset) + "]"});
    }
    if (of_plane == 2 * of_result)
        return to.word("mad.lo.s32", {last_of(to, parameters, of_result, of_result), "2", "1"});
    return text(of_plane - 1);
}
std::string FrameAccess::bins(int reduction) const { return "tonelift_bins" + text(reduction); }
std::string FrameAccess::key(int reduction) const { return "%tk" + text(reduction); }
std::string FrameAccess::total(int reduction) const { return "%ts" + text(reduction); }

std::string FrameAccess::globals() const { return pq_tables_text(pq_tables_); }

std::string FrameAccess::declarations() const {
    std::string out = std::string(".reg .b32 %tw, %tl, ") + code_base_register + ";\n" +
                      pq_tables_shared(pq_tables_);
    if (keeps_rows()) out += KeptRows::registers();
    for (int entry : entries_)
        out += ".reg .b64 " + base(entry) + ";\n.reg .b32 " + pitch(entry) + ";\n";
    for (int index : uniforms_) out += ".reg .f32 " + uniform(index) + ";\n";
    for (int reduction : reductions_) {
        switch (form_of(plan().reductions[static_cast<size_t>(reduction)].kind)) {
            case ReductionForm::bins:
                out += ".shared .align 4 .b8 " + bins(reduction) + "[" + text(4 * histogram_bins) +
                       "];\n";
                break;
            case ReductionForm::key:
                out += ".reg .b32 " + key(reduction) + ";\n";
                break;
            case ReductionForm::total:
                out += ".reg .f64 " + total(reduction) + ";\n.shared .align 8 .b8 " +
                       bins(reduction) + "[256];\n";
                break;
        }
    }
    return out;
}

std::string FrameAccess::setup(const std::string& frame, const std::string& width) const {
    PtxWriter to("su");
    load_entries(to, to.address("cvta.to.global.u64", {frame}));
    return begin(to, width);
}

void FrameAccess::load_entries(PtxWriter& to, const std::string& entries) const {
    for (int entry : entries_) {
        const std::string pitch_64 = to.address();
        to.line("ld.global.nc.v2.u64", {"{" + base(entry) + ", " + pitch_64 + "}",
                                        "[" + entries + "+" + text(entry * 16) + "]"});
        to.line("cvt.u32.u64", {pitch(entry), pitch_64});
    }
    if (uniforms_.empty()) return;
    const std::string numbers = to.address();
    to.line("ld.global.nc.u64", {numbers, "[" + entries + "+" + text(entry_values * 16) + "]"});
    for (int index : uniforms_)
        to.line("ld.global.nc.f32", {uniform(index), "[" + numbers + "+" + text(4 * index) + "]"});
}

std::string FrameAccess::begin(PtxWriter& to, const std::string& width) const {
    to.line("mov.b32", {"%tw", width});
    to.line("sub.s32", {"%tl", width, "1"});
    // If the kernel stores the output, `zero` is a register that the driver's compiler does not
    // know to be 0. With a known 0, the compiler would load the constant 0x4B000000 again before
    // each use of code_base_register.
    const std::string zero =
        stores_output_ ? to.word("min.s32", {width, "0"}) : to.word("mov.u32", {"0"});
    to.line("add.u32", {code_base_register, zero, "0x4B000000"});
    copy_pq_tables(to, pq_tables_, stores_output_ ? zero : "");
    if (keeps_rows()) KeptRows::begin(to, zero);
    for (int reduction : reductions_) {
        switch (form_of(plan().reductions[static_cast<size_t>(reduction)].kind)) {
            case ReductionForm::bins:
                zero_bins(to, reduction);
                break;
            case ReductionForm::key:
                to.line("mov.u32", {key(reduction), "0"});
                break;
            case ReductionForm::total:
                to.line("mov.f64", {total(reduction), ptx_number(0.0)});
                break;
        }
    }
    return to.scope();
}

std::string FrameAccess::finish(const std::string& block) const {
    PtxWriter to("fi");
    for (int reduction : reductions_) {
        switch (form_of(plan().reductions[static_cast<size_t>(reduction)].kind)) {
            case ReductionForm::bins:
                finish_bins(to, reduction);
                break;
            case ReductionForm::key:
                finish_key(to, reduction);
                break;
            case ReductionForm::total:
                finish_total(to, reduction, block);
                break;
        }
    }
    return to.scope();
}

std::string FrameAccess::ahead(const PointProgram& program, const Pixel& pixel,
                               std::string prefix) const {
    PtxWriter to(std::move(prefix));
    const std::string entries = to.address("cvta.to.global.u64", {pixel.frame});
    for (const Instruction& instruction : program.code) {
        if (instruction.op != Op::load_buffer) continue;
        const Buffer& buffer = plan().buffers[instruction.index];
        const std::string base = to.address(), pitch = to.address(), row = to.address();
        to.line("ld.global.nc.v2.u64",
                {"{" + base + ", " + pitch + "}",
                 "[" + entries + "+" + text((entry_buffers + instruction.index) * 16) + "]"});
        to.line("mad.wide.s32", {row, pixel.y, to.word("cvt.u32.u64", {pitch}), base});
        const std::string address =
            to.address("mad.wide.s32", {pixel.x, text(storage_bytes(buffer.storage)), row});
        to.line("prefetch.global.L2", {"[" + address + "]"});
    }
    return to.scope();
}

std::string FrameAccess::slot(PtxWriter& to, int reduction) const {
    const size_t offset = layout_.reduction_offset.at(static_cast<size_t>(reduction));
    return to.address("add.u64", {base(entry_reductions), text(static_cast<long long>(offset))});
}

void FrameAccess::zero_bins(PtxWriter& to, int reduction) const {
    const std::string start = to.word("mov.u32", {bins(reduction)});
    for_own_indexes(to, histogram_bins, [&](const std::string& index) {
        to.line("st.shared.u32", {"[" + to.word("mad.lo.u32", {index, "4", start}) + "]", "0"});
    });
}

void FrameAccess::finish_bins(PtxWriter& to, int reduction) const {
    const std::string start = to.word("mov.u32", {bins(reduction)});
    const std::string global = slot(to, reduction);
    for_own_indexes(to, histogram_bins, [&](const std::string& index) {
        const std::string count =
            to.word("ld.shared.u32", {"[" + to.word("mad.lo.u32", {index, "4", start}) + "]"});
        const std::string bin = to.address("mad.wide.u32", {index, "4", global});
        to.line_if(to.truth("setp.ne.u32", {count, "0"}), "red.global.add.u32",
                   {"[" + bin + "]", count});
    });
}

void FrameAccess::finish_key(PtxWriter& to, int reduction) const {
    std::string largest = key(reduction);
    over_lanes([&](const std::string& distance) {
        largest = to.word("max.u32", {largest, from_lane(to, largest, distance)});
    });
    const std::string lane = to.word("mov.u32", {"%laneid"});
    to.line_if(to.truth("setp.eq.u32", {lane, "0"}), "red.global.max.u32",
               {"[" + slot(to, reduction) + "]", largest});
}

// Adds up the totals of all threads of a block: first the lanes of each warp, then the warps. This
// order is fixed, so that rounding gives the same sum in every run.
void FrameAccess::finish_total(PtxWriter& to, int reduction, const std::string& block) const {
    std::string sum = total(reduction);
    const auto make = [&] { return to.make(RegisterKind::large); };
    over_lanes([&](const std::string& distance) {
        const std::string low = to.word(), high = to.word(), other = make(), next = make();
        to.line("mov.b64", {"{" + low + ", " + high + "}", sum});
        to.line("mov.b64", {other, "{" + from_lane(to, low, distance) + ", " +
                                       from_lane(to, high, distance) + "}"});
        to.line("add.f64", {next, sum, other});
        sum = next;
    });
    const std::string start = to.word("mov.u32", {bins(reduction)});
    const std::string thread = thread_number(to), end = to.label(), loop = to.label();
    const std::string lane = to.word("mov.u32", {"%laneid"});
    const std::string warp = to.word("shr.u32", {thread, "5"});
    const std::string place = to.word("mad.lo.u32", {warp, "8", start});
    to.line_if(to.truth("setp.eq.u32", {lane, "0"}), "st.shared.f64", {"[" + place + "]", sum});
    to.line("bar.sync", {"0"});
    to.line_if(to.truth("setp.ne.u32", {thread, "0"}), "bra", {end});
    const std::string warps = to.word("add.u32", {thread_count(to), "31"});
    const std::string last = to.word("shr.u32", {warps, "5"});
    const std::string all = make(), part = make(), index = to.word();
    to.line("mov.f64", {all, ptx_number(0.0)});
    to.line("mov.u32", {index, "0"});
    to.place(loop);
    to.line("ld.shared.f64", {part, "[" + to.word("mad.lo.u32", {index, "8", start}) + "]"});
    to.line("add.f64", {all, all, part});
    to.line("add.u32", {index, index, "1"});
    to.line_if(to.truth("setp.lt.u32", {index, last}), "bra", {loop});
    to.line("st.global.f64",
            {"[" + to.address("mad.wide.u32", {block, "8", slot(to, reduction)}) + "]", all});
    to.place(end);
}

}  // namespace tonelift::cuda
