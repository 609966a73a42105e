// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the instructions of a program to loops over rows of pixels.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/index16.h"
#include "kernels/point/groups.h"
#include "kernels/point/input_codes.h"
#include "kernels/point/light_function.h"
#include "kernels/point/machine_code.h"
#include "kernels/point/scratch_rows.h"
#include "kernels/point/zero_case.h"

namespace tonelift {
namespace {

constexpr int no_value = -1;

// Maximum cost of a program that is compiled to machine code. With this limit, compiling a program
// takes at most about 20 ms.
constexpr int longest_program = 2048;

MemoryLoop load_of(Storage storage) {
    return storage == Storage::unorm16 ? MemoryLoop::load_unorm16 : MemoryLoop::load_float32;
}

MemoryLoop store_of(Storage storage) {
    return storage == Storage::unorm16 ? MemoryLoop::store_unorm16 : MemoryLoop::store_float32;
}

// Returns the part of a program that a table of light replaces, if there is one.
std::optional<LightFunction> tabulated(const PointProgram& program, const InstructionSet& set,
                                       Precision precision) {
    if (precision == Precision::full) return {};
    if (find_light_loop(1, set) == nullptr) return {};
    return find_light_function(program);
}

}  // namespace

class ProgramBuilder {
  public:
    ProgramBuilder(const PointProgram& program, const std::optional<LightFunction>& function,
                   std::span<const Buffer> buffers, const InstructionSet& set, const Picture* input,
                   Precision precision, PreparedProgram& out)
        : program_(function ? function->rest : program),
          function_(function),
          buffers_(buffers),
          set_(set),
          input_(input),
          precision_(precision),
          out_(out),
          defined_(static_cast<size_t>(program_.values), no_value) {}

    void build(bool machine_code) {
        for (size_t i = 0; i < program_.code.size(); ++i) {
            if (function_ && function_->place == i) add_lookup_by_light(*function_);
            add(program_.code[i]);
        }
        if (machine_code && cost() <= longest_program) group();
        leave_inputs();
        assign_rows();
        emit();
        out_.entries_ = out_.fixed_.size();
    }

    bool lacks_memory() const { return lacks_memory_; }

  private:
    using Kind = PreparedProgram::Fixed::Kind;

    using Value = DraftValue;

    int new_entry(Kind kind, uint32_t index) {
        out_.fixed_.push_back({kind, index});
        return static_cast<int>(out_.fixed_.size()) - 1;
    }

    int new_value(Kind kind, int entry = -1) {
        Value value;
        value.kind = kind;
        value.entry = entry;
        value.first = static_cast<int>(drafts_.size());
        values_.push_back(value);
        return static_cast<int>(values_.size()) - 1;
    }

    int entry_of_access(Op op, uint16_t index) {
        for (const auto& access : out_.accesses_) {
            if (access.op == op && access.index == index && !access.by_light) return access.entry;
        }
        const int entry = new_entry(Kind::outside, 0);
        out_.accesses_.push_back({op, index, index16(entry)});
        return entry;
    }

    int operand(const Operand& operand) {
        switch (operand.kind) {
            case Operand::Kind::value: {
                const int value = defined_.at(operand.index);
                if (value == no_value)
                    throw Error(Failure::internal, "a value is read before it is defined");
                return value;
            }
            case Operand::Kind::constant:
                return constant(operand.constant_value);
            case Operand::Kind::uniform:
                return uniform(operand.index);
            case Operand::Kind::none:
                break;
        }
        throw Error(Failure::internal, "an operand is missing");
    }

    int constant(float number) {
        const auto [known, fresh] = constants_.try_emplace(std::bit_cast<uint32_t>(number), 0);
        if (fresh) {
            out_.constants_.emplace_back();
            fill_block(out_.constants_.back().at, number);
            known->second = new_value(
                Kind::constant,
                new_entry(Kind::constant, static_cast<uint32_t>(out_.constants_.size() - 1)));
        }
        return known->second;
    }

    int uniform(uint16_t index) {
        const auto [known, fresh] = uniforms_.try_emplace(index, 0);
        if (fresh) known->second = new_value(Kind::uniform, new_entry(Kind::uniform, index));
        return known->second;
    }

    void add(const Instruction& instruction) {
        switch (instruction.op) {
            case Op::load_input:
                return load_input(instruction);
            case Op::load_core:
            case Op::load_here:
                return load_outside(instruction);
            case Op::load_weight:
                load_outside(instruction);
                values_.back().block = true;
                return;
            case Op::load_neighbor:
                return make_memory(instruction, MemoryLoop::load_float32,
                                   entry_of_access(Op::load_neighbor, instruction.index));
            case Op::load_buffer:
                return load_buffer(instruction);
            case Op::load_upsampled:
                return make_memory(instruction, MemoryLoop::upsample,
                                   entry_of_access(instruction.op, instruction.index));
            case Op::coordinate_x:
                return make_memory(instruction, MemoryLoop::coordinate_x, -1);
            case Op::coordinate_y:
                return make_memory(instruction, MemoryLoop::coordinate_y, -1);
            case Op::lookup:
                return add_lookup(instruction);
            case Op::store_buffer:
                return store_buffer(instruction);
            case Op::store_core:
            case Op::store_output:
                return store_outside(instruction);
            case Op::reduce:
                return reduce(instruction);
            case Op::store_uniform:
                throw Error(Failure::internal, "a pass cannot store a uniform");
            default:
                return make(instruction, {instruction.op, MemoryLoop::count_, {}, {}, -1});
        }
    }

    void make(const Instruction& instruction, Draft draft) {
        const OperationInfo& info = operation_info(instruction.op);
        for (int i = 0; i < info.inputs; ++i) draft.in.push_back(operand(instruction.in[i]));
        for (int i = 0; i < info.outputs; ++i) {
            draft.out.push_back(new_value(Kind::row));
            defined_.at(instruction.out[i]) = draft.out.back();
        }
        note_shares(instruction, draft);
        draft.encodes_share = precision_ == Precision::of_8_bits &&
                              instruction.op == Op::bt1886_encode && has_shares(draft);
        drafts_.push_back(std::move(draft));
    }

    void make_memory(const Instruction& instruction, MemoryLoop loop, int entry, int buffer = -1) {
        make(instruction, {{}, loop, {}, {}, entry, buffer});
    }

    void add_lookup(const Instruction& instruction) {
        const bool gathers = set_.has_quick_gathers();
        make_memory(instruction, gathers ? MemoryLoop::lookup_by_gathers : MemoryLoop::lookup,
                    entry_of_access(Op::lookup, instruction.index));
    }

    void add_lookup_by_light(const LightFunction& function) {
        const int entry = new_entry(Kind::outside, 0);
        out_.accesses_.push_back({Op::lookup, 0, index16(entry), false, true});
        Draft draft{{}, MemoryLoop::lookup_by_light, {defined_.at(function.light)}, {}, entry};
        for (const uint16_t result : function.results) {
            draft.out.push_back(new_value(Kind::row));
            defined_.at(result) = draft.out.back();
        }
        drafts_.push_back(std::move(draft));
    }

    void load_input(const Instruction& instruction) {
        const auto [known, fresh] = inputs_.try_emplace(instruction.index, 0);
        if (fresh) {
            known->second = new_value(Kind::row);
            values_.back().first = before_all;
            if (input_ != nullptr && has_codes_to_read(*input_, instruction.index))
                load_codes(instruction.index, known->second);
        }
        defined_.at(instruction.out[0]) = known->second;
    }

    void load_outside(const Instruction& instruction) {
        const int entry = entry_of_access(instruction.op, instruction.index);
        defined_.at(instruction.out[0]) = new_value(Kind::outside, entry);
    }

    void load_buffer(const Instruction& instruction) {
        const Storage storage = buffers_[instruction.index].storage;
        const bool written = has(Op::store_buffer, instruction.index);
        const int entry = entry_of_access(Op::load_buffer, instruction.index);
        if (storage == Storage::float32 && !written) return load_outside(instruction);
        make_memory(instruction, load_of(storage), entry, written ? instruction.index : -1);
    }

    void store_buffer(const Instruction& instruction) {
        const int entry = entry_of_access(Op::store_buffer, instruction.index);
        const Storage storage = buffers_[instruction.index].storage;
        make_memory(instruction, store_of(storage), entry, instruction.index);
    }

    bool has(Op op, uint16_t index) const {
        return std::any_of(
            program_.code.begin(), program_.code.end(),
            [&](const Instruction& each) { return each.op == op && each.index == index; });
    }

    void store_outside(const Instruction& instruction) {
        const int source = operand(instruction.in[0]);
        const int entry = entry_of_access(instruction.op, instruction.index);
        Value& value = values_[static_cast<size_t>(source)];
        if (value.kind == Kind::row && value.first != before_all) {
            value.kind = Kind::outside;
            value.entry = entry;
        } else {
            copy(source, new_value(Kind::outside, entry));
        }
    }

    void copy(int from, int to) { drafts_.push_back(copy_of(from, to)); }

    void reduce(const Instruction& instruction) {
        int source = operand(instruction.in[0]);
        if (values_[static_cast<size_t>(source)].shared()) {
            const int row = new_value(Kind::row);
            copy(source, row);
            source = row;
        }
        reductions_.push_back({instruction.index, source});
    }

    int cost() const {
        int sum = 0;
        for (const Draft& draft : drafts_) sum += cost_of(draft);
        return sum;
    }

    // Groups the instructions. The instructions of a filter (a program with load_core and
    // store_core) keep their order, because they read and write sums at the same address.
    void group() {
        std::vector<int> kept;
        for (const auto& [index, value] : reductions_) kept.push_back(value);
        const bool in_order = has(Op::load_core) && has(Op::store_core);
        drafts_ = grouped(std::move(drafts_), values_, kept, MachineCode::can_join, in_order);
        if (precision_ == Precision::of_8_bits && !in_order)
            find_zero_cases(drafts_, values_, {known_constant(0), known_constant(1)});
    }

    // Returns the value of a constant, or -1 if the program does not have this constant.
    int known_constant(float number) const {
        const auto found = constants_.find(std::bit_cast<uint32_t>(number));
        return found == constants_.end() ? no_value : found->second;
    }

    bool has(Op op) const {
        return std::any_of(program_.code.begin(), program_.code.end(),
                           [&](const Instruction& each) { return each.op == op; });
    }

    void load_codes(uint16_t component, int value) {
        const int entry = new_entry(Kind::outside, 0);
        for (int i = 1; i < narrow_entries; ++i) new_entry(Kind::outside, 0);
        drafts_.push_back({{}, MemoryLoop::load_codes, {}, {value}, entry, -1, {}, component});
    }

    void leave_inputs() {
        std::erase_if(drafts_, [](const Draft& draft) {
            return draft.memory_loop == MemoryLoop::load_codes;
        });
        for (const Draft& draft : drafts_) {
            for (const Draft& member : draft.group) {
                if (member.memory_loop != MemoryLoop::load_codes) continue;
                inputs_.erase(member.component);
                out_.accesses_.push_back(
                    {Op::load_input, member.component, index16(member.memory), true});
            }
        }
    }

    void assign_rows() {
        std::vector<int> made_before, kept;
        for (const auto& [component, value] : inputs_) made_before.push_back(value);
        for (const auto& [index, value] : reductions_) kept.push_back(value);
        out_.rows_ = tonelift::assign_rows(drafts_, values_, made_before, kept, out_.fixed_);
    }

    Value& at(int value) { return values_[static_cast<size_t>(value)]; }

    void emit() {
        std::vector<PointLoop> loops = compile();
        auto loop = loops.begin();
        for (const Draft& draft : drafts_) {
            if (draft.group.empty()) {
                out_.steps_.push_back(resolve(draft));
            } else if (loop != loops.end()) {
                out_.steps_.emplace_back().loop = *loop++;
            }
        }
        for (const auto& [component, value] : inputs_) {
            out_.accesses_.push_back({Op::load_input, component, index16(at(value).entry), {}});
        }
        for (const auto& [index, value] : reductions_) {
            out_.accesses_.push_back({Op::reduce, index, index16(at(value).entry), {}});
        }
    }

    std::vector<PointLoop> compile() {
        std::vector<const Draft*> groups;
        for (const Draft& draft : drafts_) {
            if (!draft.group.empty()) groups.push_back(&draft);
        }
        if (groups.empty()) return {};
        auto code = std::make_shared<MachineCode>();
        const auto* constants = reinterpret_cast<const float*>(out_.constants_.data());
        std::vector<PointLoop> loops =
            code->compile(groups,
                          {values_,
                           out_.fixed_,
                           {constants, out_.constants_.size() * block_floats},
                           input_,
                           out_.row_},
                          set_);
        lacks_memory_ = loops.empty();
        out_.code_ = std::move(code);
        return loops;
    }

    PointStep resolve(const Draft& draft) {
        PointStep step;
        unsigned uniform = 0;
        for (size_t i = 0; i < draft.in.size(); ++i) {
            const Value& value = at(draft.in[i]);
            step.in[i] = index16(value.entry);
            step.varies[i] = value.shared() ? 0u : ~0u;
            if (value.shared()) uniform |= 1u << i;
        }
        for (size_t i = 0; i < draft.out.size(); ++i) {
            step.out[i] = index16(at(draft.out[i]).entry);
        }
        if (draft.memory >= 0) step.in[1] = index16(draft.memory);
        step.loop = loop_of(draft, uniform);
        return step;
    }

    PointLoop loop_of(const Draft& draft, unsigned uniform) const {
        if (draft.memory_loop == MemoryLoop::count_)
            return find_loop(draft.op, uniform, set_, precision_, has_shares(draft));
        if (draft.memory_loop == MemoryLoop::lookup_by_light)
            return find_light_loop(draft.out.size(), set_);
        return find_loop(draft.memory_loop, set_);
    }

    // Returns whether the operand is a component of a color that gamut_map() has limited to a peak
    // of at most 1, so that it is in [0,1].
    bool has_shares(const Draft& draft) const {
        return draft.in.size() == 1 && shares_.contains(draft.in[0]);
    }

    void note_shares(const Instruction& instruction, const Draft& draft) {
        const Operand& peak = instruction.in[3];
        if (instruction.op == Op::gamut_map && peak.kind == Operand::Kind::constant &&
            peak.constant_value <= 1)
            shares_.insert(draft.out.begin(), draft.out.end());
    }

    struct ReducedValue {
        uint16_t index;
        int value;
    };

    const PointProgram& program_;
    const std::optional<LightFunction>& function_;
    std::span<const Buffer> buffers_;
    const InstructionSet& set_;
    const Picture* input_;
    Precision precision_;
    PreparedProgram& out_;
    std::vector<int> defined_;
    std::vector<Value> values_;
    std::vector<Draft> drafts_;
    std::map<uint32_t, int> constants_;
    std::map<uint16_t, int> uniforms_;
    std::map<uint16_t, int> inputs_;
    std::set<int> shares_;
    std::vector<ReducedValue> reductions_;
    bool lacks_memory_ = false;
};

PreparedProgram::PreparedProgram(const PointProgram& program, std::span<const Buffer> buffers,
                                 const InstructionSet& set, const Picture* input, int row,
                                 Precision precision) {
    const std::optional<LightFunction> function = tabulated(program, set, precision);
    const auto build = [&](const Picture* input_to_read, bool machine_code) {
        *this = {};
        row_ = row;
        if (function) light_function_ = function->program;
        ProgramBuilder builder(program, function, buffers, set, input_to_read, precision, *this);
        builder.build(machine_code);
        return !builder.lacks_memory();
    };
    if (!build(input, MachineCode::is_for(set))) build(nullptr, false);
}

void PreparedProgram::bind(std::span<void*> at, float* scratch, float* uniforms) const {
    for (size_t i = 0; i < fixed_.size(); ++i) {
        const Fixed& fixed = fixed_[i];
        switch (fixed.kind) {
            case Fixed::Kind::row:
                at[i] = scratch + size_t{fixed.index} * static_cast<size_t>(row_);
                break;
            case Fixed::Kind::constant:
                at[i] = const_cast<float*>(constants_[fixed.index].at);
                break;
            case Fixed::Kind::uniform:
                at[i] = uniforms + fixed.index * block_floats;
                break;
            case Fixed::Kind::outside:
                at[i] = nullptr;
                break;
        }
    }
}

}  // namespace tonelift
