// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/chunk_emitter.h"

#include <algorithm>

#include "kernels/chroma_factor.h"
#include "kernels/code_range.h"
#include "kernels/cuda/emit/gamut_steps.h"
#include "kernels/cuda/emit/ptx_operations.h"
#include "kernels/cuda/emit/table_lookup.h"
#include "kernels/device/frame_entries.h"
#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/program_has.h"
#include "kernels/reduce/reduce_policy.h"

namespace tonelift::cuda {
namespace {

// Returns the number of pixels whose instructions are interleaved. Groups of two pixels are as fast
// as groups of four, and need 20 % fewer registers than groups of four.
int group_of(const FrameAccess& frame, const Chunk& chunk, const PointProgram& program) {
    const bool reduces = frame.input_reduction() > 1 && program_has(program, Op::load_input);
    return reduces || (chunk.on_grid && chunk.columns() == 4) ? 1 : 2;
}

}  // namespace

ChunkEmitter::ChunkEmitter(const FrameAccess& frame, const Chunk& chunk, bool vectors,
                           std::string prefix, ptx::Functions* functions)
    : frame_(frame),
      chunk_(chunk),
      vectors_(vectors),
      to_(std::move(prefix)),
      functions_(functions),
      input_(make_input_emitter(frame, {chunk.columns(), chunk.x, chunk.y, chunk.goes_down})) {}

std::string ChunkEmitter::emit(const PointProgram& program) {
    const ptx::WritingScope scope(to_);
    find_loads(program);
    const std::string inside = vectors_ && !loads_.empty() ? inside_test() : "";
    prepare_effects(program);
    const int group = group_of(frame_, chunk_, program), columns = chunk_.columns();
    const bool output = program_has(program, Op::store_output);
    const PointProgram stored = without_chroma_factors(frame_.plan().output, program);
    for (int i = 0; i < 4; ++i)
        factors_[static_cast<size_t>(i)] = chroma_factor(frame_.plan().output, program, i);
    const IdlePart part = output ? idle_part_of(stored) : IdlePart{program, 0, 0, {}, {}};
    for (int first = 0; first < chunk_.pixels; first += group) {
        if (first % columns == 0) begin_row(chunk_.row_of(first), inside);
        run_group(part, first, group);
        // If many words are loaded for a row, no registers are left to store all rows at the end.
        if (input_->parts() > 1 && (first + group) % columns == 0) store(chunk_.row_of(first));
    }
    for (int row = 0; input_->parts() == 1 && row < chunk_.rows(); ++row) store(row);
    add_totals();
    return to_.scope();
}

// Loads first the small planes that are upsampled, and then all other planes. The reverse order
// would need more registers.
void ChunkEmitter::begin_row(int row, const std::string& inside) {
    for (auto& entry : upsampled_) {
        auto& upsampled = entry.second;
        const auto cells = [&] {
            upsampled.load(to_, row, inside);
            return upsampled.cells(to_, row);
        };
        const bool kept = frame_.keeps_rows() && chunk_.rows() == 1 && kept_.has_room();
        upsampled.prepare(kept ? kept_.values(to_, upsampled.above(), cells) : cells(), row);
    }
    for (int part = 0; part < input_->parts(); ++part) {
        load_rows(to_, loads_, {row, part}, inside);
        input_->end_part(to_, loads_, row, part);
    }
}

void ChunkEmitter::find_loads(const PointProgram& program) {
    for (const Instruction& instruction : program.code) {
        if (instruction.op == Op::load_input) input_->want(instruction.index);
    }
    input_->add_loads(to_, loads_);
    add_upsamplings(program);
    for (const Instruction& instruction : program.code) {
        const int buffer = instruction.index;
        if (instruction.op != Op::load_buffer || buffer_loads_.count(buffer) > 0) continue;
        buffer_loads_[buffer] = loads_.size();
        for (int row = 0; row < chunk_.rows(); ++row) loads_.push_back(buffer_load(buffer, row));
    }
}

void ChunkEmitter::add_upsamplings(const PointProgram& program) {
    for (const Instruction& instruction : program.code) {
        const int index = instruction.index;
        if (instruction.op != Op::load_upsampled || upsampled_.contains(index)) continue;
        const Upsampling& upsampling = frame_.plan().upsamplings.at(instruction.index);
        upsampled_
            .try_emplace(index, frame_, upsampling, chunk_.columns(), chunk_.x, chunk_.y,
                         chunk_.goes_down)
            .first->second.find_loads(to_);
    }
}

RowLoad ChunkEmitter::buffer_load(int buffer, int row) {
    const int entry = entry_buffers + buffer;
    RowLoad load;
    load.count = chunk_.columns();
    load.sample_bytes = storage_bytes(frame_.plan().buffers[static_cast<size_t>(buffer)].storage);
    load.chunk_row = row;
    if (chunk_.on_grid) {
        load.start = address(entry, load.sample_bytes, row);
        return load;
    }
    load.base = frame_.base(entry);
    load.pitch = frame_.pitch(entry);
    load.y = chunk_.y[static_cast<size_t>(row)];
    load.x = chunk_.x;
    load.last = frame_.last_column();
    load.columns_first = chunk_.goes_down;
    return load;
}

// Returns the address of the pixel in column chunk_.x of a row. Adds the offset of the column
// before the offset of the row. In scans along columns, all rows of a thread then share the sum of
// the base address and the column's offset.
std::string ChunkEmitter::address(int entry, int sample_bytes, int row) {
    const std::string column =
        to_.address("mad.wide.s32", {chunk_.x, text(sample_bytes), frame_.base(entry)});
    return to_.address("mad.wide.s32",
                       {chunk_.y[static_cast<size_t>(row)], frame_.pitch(entry), column});
}

std::string ChunkEmitter::inside_test() {
    const bool neighbors = input_->reads_neighbors() || !upsampled_.empty();
    const int reach = neighbors ? 2 * chunk_.columns() : chunk_.columns();
    const std::string end = to_.word("add.s32", {chunk_.x, text(reach)});
    const std::string fits = to_.truth("setp.le.s32", {end, frame_.width()});
    if (!neighbors) return fits;
    const std::string after = to_.truth("setp.ge.s32", {chunk_.x, text(chunk_.columns())});
    return to_.truth("and.pred", {fits, after});
}

void ChunkEmitter::prepare_effects(const PointProgram& program) {
    const bool stores =
        program_has(program, Op::store_buffer) || program_has(program, Op::store_core);
    for (int row = 0; row < chunk_.rows(); ++row) {
        const auto own = [&] { return to_.truth("setp.gt.s32", {chunk_.own, text(row)}); };
        if (stores) {
            const std::string on_grid = to_.truth("setp.lt.s32", {chunk_.x, frame_.width()});
            effects_.push_back(to_.truth("and.pred", {own(), on_grid}));
        }
        if (program_has(program, Op::reduce))
            limit_.push_back(to_.word("selp.b32", {frame_.width(), "0", own()}));
    }
}

void ChunkEmitter::run_group(const IdlePart& part, int first, int pixels) {
    values_.assign(static_cast<size_t>(pixels),
                   std::vector<Number>(static_cast<size_t>(part.program.values)));
    const std::span<const Instruction> code = part.program.code;
    run(code.first(part.begin), first);
    if (part.begin < part.end) run_idle_part(part, first);
    run(code.subspan(part.end), first);
}

void ChunkEmitter::run(std::span<const Instruction> code, int first) {
    for (const Instruction& instruction : code) {
        for (size_t i = 0; i < values_.size(); ++i)
            run_pixel(instruction, first + static_cast<int>(i), values_[i]);
    }
}

// Emits the instructions of `part`, and a branch that skips them if all values in `part.switches`
// are 0 or negative for all pixels of the group.
void ChunkEmitter::run_idle_part(const IdlePart& part, int first) {
    const std::string end = to_.label(), acts = any_switch(part);
    std::vector<std::vector<Number>> results(values_.size());
    for (size_t i = 0; i < values_.size(); ++i) {
        for (const auto& result : part.results)
            results[i].emplace_back(
                to_.number("mov.f32", {operand(result.second, values_[i]).text()}));
    }
    to_.line_if("!" + acts, "bra", {end});
    run(std::span(part.program.code).subspan(part.begin, part.end - part.begin), first);
    for (size_t i = 0; i < values_.size(); ++i) {
        for (size_t k = 0; k < part.results.size(); ++k) {
            const auto& [value, kept] = part.results[k];
            Number& made = values_[i][value];
            const Bounds& a = made.bounds();
            const Bounds b = operand(kept, values_[i]).bounds();
            to_.line("mov.f32", {results[i][k].text(), made.text()});
            made = Number(results[i][k].text(), {std::min(a.low, b.low), std::max(a.high, b.high)});
        }
    }
    to_.place(end);
}

std::string ChunkEmitter::any_switch(const IdlePart& part) {
    std::string any;
    for (const std::vector<Number>& values : values_) {
        for (const uint16_t value : part.switches) {
            const std::string acts =
                to_.truth("setp.gt.f32", {values[value].text(), ptx_number(0.0f)});
            any = any.empty() ? acts : to_.truth("or.pred", {any, acts});
        }
    }
    return any;
}

void ChunkEmitter::run_pixel(const Instruction& instruction, int pixel,
                             std::vector<Number>& values) {
    const OperationInfo& operation = operation_info(instruction.op);
    Number in[max_inputs], out[max_outputs];
    for (int i = 0; i < operation.inputs; ++i)
        in[i] = operand(instruction.in[static_cast<size_t>(i)], values);
    if (operation.access) {
        access(instruction, in, out, pixel);
    } else if (instruction.op == Op::gamut_map) {
        const auto mapped =
            ptx::gamut_map_by_steps(functions_, {in[0], in[1], in[2]}, in[3], in[4]);
        out[0] = mapped.x, out[1] = mapped.y, out[2] = mapped.z;
    } else {
        emit_with_tables(instruction.op, in, out);
    }
    for (int i = 0; i < operation.outputs; ++i)
        values[instruction.out[static_cast<size_t>(i)]] = out[i];
}

ptx::Number ChunkEmitter::operand(const Operand& operand, const std::vector<Number>& values) const {
    switch (operand.kind) {
        case Operand::Kind::value:
            return values[operand.index];
        case Operand::Kind::uniform:
            return Number(frame_.uniform(operand.index));
        default:
            return Number(operand.constant_value);
    }
}

void ChunkEmitter::access(const Instruction& instruction, const Number* in, Number* out,
                          int pixel) {
    const int index = instruction.index;
    switch (instruction.op) {
        case Op::load_input:
            out[0] =
                input_->value(to_, loads_, index, chunk_.row_of(pixel), chunk_.column_of(pixel));
            break;
        case Op::load_buffer:
            out[0] = buffer_value(index, pixel);
            break;
        case Op::load_upsampled:
            out[0] =
                upsampled_.at(index).value(chunk_.row_of(pixel), chunk_.column_of(pixel), in[0]);
            break;
        case Op::load_core:
            out[0] = Number(chunk_.core.at(static_cast<size_t>(index * chunk_.pixels + pixel)));
            break;
        case Op::coordinate_x:
            out[0] = coordinate(chunk_.x, chunk_.column_of(pixel));
            break;
        case Op::coordinate_y:
            out[0] = coordinate(chunk_.y_of(pixel), 0);
            break;
        case Op::lookup:
            out[0] = emit_lookup(to_, frame_.base(entry_tables), index, in[0]);
            break;
        case Op::store_buffer:
            stored_[entry_buffers + index].push_back(in[0]);
            break;
        case Op::store_output:
            take_output(index, in[0], pixel);
            break;
        case Op::store_core:
            keep_core(index, in[0], pixel);
            break;
        case Op::reduce:
            reduce(index, in[0], pixel);
            break;
        default:
            throw Error(Failure::internal, "a point program cannot contain this load or store");
    }
}

ptx::Number ChunkEmitter::buffer_value(int buffer, int pixel) {
    if (stored_.count(entry_buffers + buffer) > 0 &&
        stored_[entry_buffers + buffer].size() > static_cast<size_t>(pixel)) {
        throw Error(Failure::internal, "a program reads a buffer after storing it");
    }
    const RowLoad& load =
        loads_[buffer_loads_.at(buffer) + static_cast<size_t>(chunk_.row_of(pixel))];
    return plane_sample(to_, load, chunk_.column_of(pixel),
                        frame_.plan().buffers[static_cast<size_t>(buffer)].storage);
}

ptx::Number ChunkEmitter::coordinate(const std::string& origin, int offset) {
    return Number(to_.number("cvt.rn.f32.s32", {origin})) +
           Number(static_cast<float>(offset) + 0.5f);
}

// Returns `value`, or 0 if it is NaN. The code that packs the output does not handle NaN.
ptx::Number without_nan(const ptx::Number& value) {
    return value.bounds().any() ? value : ptx::where(value == value, value, ptx::Number(0.0f));
}

bool lies_within(const Bounds& bounds, const CodeRange& range) {
    return range.zero + range.scale * bounds.low >= range.lowest &&
           range.zero + range.scale * bounds.high <= range.highest;
}

void ChunkEmitter::take_output(int index, const Number& value, int pixel) {
    const bool coded = frame_.plan().output.format->sample != Sample::F32;
    const Number result =
        coded && !value.bounds().any() ? ptx::sanitize(value) : without_nan(value);
    CodeRange range = code_range(frame_.plan().output, index);
    range.scale *= factors_[static_cast<size_t>(index)];
    if (!coded || !lies_within(result.bounds(), range)) beyond_codes_ |= 1u << index;
    given_ |= 1u << index;
    take_result(index, result, pixel);
}

void ChunkEmitter::take_result(int index, const Number& value, int pixel) {
    to_.line("mov.f32",
             {chunk_.result.at(static_cast<size_t>(index)).at(static_cast<size_t>(pixel)),
              value.text()});
}

void ChunkEmitter::keep_core(int index, const Number& value, int pixel) {
    if (chunk_.result.empty()) {
        stored_[frame_.layout().core_plane[index]].push_back(value);
    } else {
        take_result(index, value, pixel);
    }
}

std::string ChunkEmitter::counts(int pixel) {
    const std::string column = to_.word("add.s32", {chunk_.x, text(chunk_.column_of(pixel))});
    return to_.truth("setp.lt.s32", {column, limit_[static_cast<size_t>(chunk_.row_of(pixel))]});
}

void ChunkEmitter::reduce(int reduction, const Number& value, int pixel) {
    const std::string taking_part = counts(pixel);
    switch (frame_.plan().reductions[static_cast<size_t>(reduction)].kind) {
        case ReductionKind::histogram:
            return count(reduction, value, taking_part);
        case ReductionKind::minimum:
        case ReductionKind::maximum:
            return take_key(reduction, value, taking_part);
        default:
            return add_up(reduction, value, taking_part);
    }
}

// Returns an unsigned integer that is computed from the bits of a float. Comparing two such
// integers gives the same result as comparing the two floats.
std::string sortable_key(PtxWriter& to, const std::string& bits) {
    const std::string sign = to.word("shr.s32", {bits, "31"});
    const std::string flip = to.word("or.b32", {sign, "0x80000000"});
    return to.word("xor.b32", {bits, flip});
}

void ChunkEmitter::count(int reduction, const Number& value, const std::string& counts) {
    std::string bin;
    if (frame_.plan().reductions[static_cast<size_t>(reduction)].unit_range) {
        const std::string scaled = to_.number(
            "fma.rz.ftz.f32",
            {saturate(value).text(), ptx_number(float{histogram_bins}), ptx_number(code_base)});
        const std::string floor =
            to_.word("and.b32", {to_.word("mov.b32", {scaled}), text(2 * histogram_bins - 1)});
        bin = to_.word("min.u32", {floor, text(histogram_bins - 1)});
    } else {
        const Number sane = ptx::where(value == value, value, Number(0.0f)) + Number(0.0f);
        const std::string bits = to_.word("mov.b32", {sane.text()});
        bin = to_.word("shr.u32", {sortable_key(to_, bits), text(sortable_key_shift)});
    }
    const std::string start = to_.word("mov.u32", {frame_.bins(reduction)});
    const std::string place = to_.word("mad.lo.u32", {bin, "4", start});
    to_.line_if(counts, "red.shared.add.u32", {"[" + place + "]", "1"});
}

// Includes `value` in the minimum or maximum of a reduction, unless `value` is NaN. A minimum is
// computed as the maximum of inverted keys.
void ChunkEmitter::take_key(int reduction, const Number& value, const std::string& counts) {
    const bool low =
        frame_.plan().reductions[static_cast<size_t>(reduction)].kind == ReductionKind::minimum;
    const std::string bits = to_.word("mov.b32", {value.text()});
    std::string key = sortable_key(to_, bits);
    if (low) key = to_.word("not.b32", {key});
    const std::string number = to_.truth("setp.num.f32", {value.text(), value.text()});
    const std::string taken = to_.truth("and.pred", {counts, number});
    to_.line_if(taken, "max.u32", {frame_.key(reduction), frame_.key(reduction), key});
}

void ChunkEmitter::add_up(int reduction, const Number& value, const std::string& counts) {
    Number term = value;
    switch (frame_.plan().reductions[static_cast<size_t>(reduction)].kind) {
        case ReductionKind::sum_of_squares:
            term = value * value;
            break;
        case ReductionKind::sum_of_logs: {
            constexpr float ln2 = 0.69314718056f, largest = 3.4028235e38f;
            const Number bounded = min(max(value, Number(smallest_of_logs)), Number(largest));
            term = log2(bounded) * Number(ln2);
            break;
        }
        default:
            break;
    }
    const Number part = ptx::where(ptx::Mask(counts), term, Number(0.0f));
    const auto [place, fresh] = sums_.emplace(reduction, part);
    if (!fresh) place->second = place->second + part;
}

void ChunkEmitter::add_totals() {
    for (const auto& [reduction, sum] : sums_) {
        const std::string wide = to_.make(RegisterKind::large);
        to_.line("cvt.f64.f32", {wide, sum.text()});
        to_.line("add.f64", {frame_.total(reduction), frame_.total(reduction), wide});
    }
}

void ChunkEmitter::store(int row) {
    for (const auto& [entry, values] : stored_) {
        const Storage storage =
            entry >= entry_buffers &&
                    entry < entry_buffers + static_cast<int>(frame_.plan().buffers.size())
                ? frame_.plan().buffers[static_cast<size_t>(entry - entry_buffers)].storage
                : Storage::float32;
        const auto columns = static_cast<size_t>(chunk_.columns());
        const auto all = std::span<const Number>(values);
        store_row(entry, storage, all.subspan(static_cast<size_t>(row) * columns, columns), row);
    }
}

// Returns a word whose low 16 bits are the unorm16 code of `value`. The code of NaN is 0.
std::string unorm16_bits(PtxWriter& to, const ptx::Number& value) {
    const ptx::Number code =
        multiply_add(saturate(value), ptx::Number(65535.0f), ptx::Number(code_base));
    return to.word("mov.b32", {code.text()});
}

std::string float32_bits(PtxWriter& to, const ptx::Number& value) {
    constexpr float largest = 3.4028235e38f;
    const ptx::Number finite = clamp(value, ptx::Number(-largest), ptx::Number(largest));
    return to.word("mov.b32", {ptx::where(value == value, finite, ptx::Number(0.0f)).text()});
}

void ChunkEmitter::store_row(int entry, Storage storage, std::span<const Number> values, int row) {
    std::vector<std::string> words;
    if (storage == Storage::float32) {
        for (const Number& value : values) words.push_back(float32_bits(to_, value));
    } else {
        for (size_t i = 0; i < values.size(); i += 2) {
            words.push_back(to_.word("prmt.b32", {unorm16_bits(to_, values[i]),
                                                  unorm16_bits(to_, values[i + 1]), "0x5410"}));
        }
    }
    const std::string at = address(entry, storage_bytes(storage), row);
    for (size_t i = 0; i < words.size();) {
        const size_t now = words.size() - i >= 4 ? 4 : words.size() - i >= 2 ? 2 : 1;
        std::string vector = words[i];
        for (size_t k = 1; k < now; ++k) vector += ", " + words[i + k];
        if (now > 1) vector = "{" + vector + "}";
        to_.line_if(effects_[static_cast<size_t>(row)],
                    now == 4   ? "st.global.v4.u32"
                    : now == 2 ? "st.global.v2.u32"
                               : "st.global.u32",
                    {"[" + at + "+" + text(static_cast<int>(4 * i)) + "]", vector});
        i += now;
    }
}

}  // namespace tonelift::cuda
