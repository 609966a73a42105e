// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/machine_code.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>

#include "kernels/call_operation.h"
#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/point/code_input.h"
#include "kernels/point/loop_invariants.h"
#include "kernels/prefetch.h"

namespace tonelift {
namespace {

using asmjit::x86::Gp;
namespace Inst = asmjit::x86::Inst;
using asmjit::x86::Mem;
using asmjit::x86::Vec;
using code::Number;
using Kind = PreparedProgram::Fixed::Kind;

// Returns whether an operation is compiled to machine code. A long operation is faster in a
// separate SIMD loop than in machine code, because this loop overlaps the dependency chains of
// several pixels.
constexpr bool has_code(Op op, int cost) {
    switch (op) {
        case Op::cbrt:
        case Op::pow:
            return false;
        case Op::luminance:
        case Op::max_rgb:
        case Op::min_rgb:
        case Op::saturation:
            return true;
        default:
            return cost < 8;
    }
}

template <bool exists, int inputs, int outputs, typename F>
void write_operation(F f, const Number* in, Number* out) {
    if constexpr (exists) write_result<outputs>(call_with<inputs>(f, in), out);
}

void write_operation(Op op, const Number* in, Number* out) {
    switch (op) {
#define TONELIFT_ACCESS(name, inputs, outputs, range, cost)
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost)             \
    case Op::name:                                                         \
        return write_operation<has_code(Op::name, cost), inputs, outputs>( \
            [](const auto&... x) { return code::name(x...); }, in, out);
#include "kernels/operations.def"
        default:
            throw Error(Failure::internal, "machine code does not contain this load or store");
    }
}

class GroupWriter {
  public:
    GroupWriter(const Draft& group, const MachineCode::GroupTables& tables,
                code::CodeWriter& writer)
        : group_(group), tables_(tables), writer_(writer), to_(writer.to) {}

    const asmjit::FuncNode* write() {
        function_ = to_.addFunc(asmjit::FuncSignatureT<void, const void*, const void*>());
        if (function_ == nullptr) return nullptr;
        begin();
        asmjit::BaseNode* const before_loop = to_.cursor();
        const asmjit::Label again = to_.newLabel();
        to_.align(asmjit::AlignMode::kCode, 32);
        to_.bind(again);
        const code::CodeSpan rare = write_group();
        code::load_invariants_before_loop(writer_, before_loop, rare);
        to_.add(pixel_, writer_.lanes());
        to_.cmp(pixel_, pixels_);
        to_.jl(again);
        to_.endFunc();
        return function_;
    }

  private:
    void begin() {
        function_->frame().setAvxEnabled();
        if (writer_.wide()) function_->frame().setAvx512Enabled();
        function_->frame().setAvxCleanup();
        const Gp strip = to_.newIntPtr();
        at_ = to_.newIntPtr();
        pixels_ = to_.newIntPtr();
        pixel_ = to_.newIntPtr();
        function_->setArg(1, strip);
        to_.movsxd(pixels_, asmjit::x86::dword_ptr(strip, offsetof(PixelStrip, pixels)));
        to_.mov(at_, asmjit::x86::qword_ptr(strip, offsetof(PixelStrip, at)));
        to_.xor_(pixel_.r32(), pixel_.r32());
        find_addresses();
    }

    const DraftValue& value(int index) const { return tables_.values[static_cast<size_t>(index)]; }

    void find_addresses() {
        addresses_.resize(tables_.fixed.size());
        for (const Draft& member : group_.group) {
            if (member.memory >= 0) find_address(member.memory);
            for (int i = 1; i < entries_of_codes(member); ++i) find_address(member.memory + i);
        }
        for (const std::vector<int>* list : {&group_.in, &group_.out}) {
            for (const int index : *list) find_address(value(index).entry);
        }
        load_limits(group_.zero);
    }

    // Loads the uniforms that are upper limits of the values of zero cases.
    void load_limits(const ZeroCase& zero) {
        if (zero.limit >= 0 && !limits_.contains(zero.limit)) {
            const Address& address = *addresses_[static_cast<size_t>(value(zero.limit).entry)];
            const Gp loaded = to_.newInt32();
            to_.mov(loaded, asmjit::x86::dword_ptr(address.base, address.bytes));
            limits_[zero.limit] = loaded;
        }
        for (const ZeroCase& inner : zero.of_rest) load_limits(inner);
        for (const ZeroCase& inner : zero.of_remaining) load_limits(inner);
    }

    struct Address {
        Gp base;
        int32_t bytes = 0;
    };

    void find_address(int entry) {
        std::optional<Address>& address = addresses_[static_cast<size_t>(entry)];
        const PreparedProgram::Fixed& fixed = tables_.fixed[static_cast<size_t>(entry)];
        if (address || fixed.kind == Kind::constant) return;
        if (fixed.kind == Kind::outside) {
            address = Address{load_address(entry)};
            return;
        }
        const bool row = fixed.kind == Kind::row;
        std::optional<Base>& base = row ? rows_ : uniforms_;
        if (!base) base = Base{load_address(entry), fixed.index};
        const auto size = static_cast<int32_t>(sizeof(float)) * (row ? tables_.row : block_floats);
        const int distance = static_cast<int>(fixed.index) - static_cast<int>(base->index);
        address = Address{base->address, size * distance};
    }

    Gp load_address(int entry) {
        const Gp address = to_.newIntPtr();
        to_.mov(address, asmjit::x86::qword_ptr(at_, entry * static_cast<int>(sizeof(void*))));
        return address;
    }

    Mem here(int entry, uint32_t shift) const {
        const Address& address = *addresses_[static_cast<size_t>(entry)];
        return asmjit::x86::ptr(address.base, pixel_, shift, address.bytes);
    }

    static constexpr uint32_t floats = 2, codes = 1;

    Number number(int index) {
        const auto known = numbers_.find(index);
        if (known != numbers_.end()) return known->second;
        const Number number = loaded(value(index));
        if (number.in_register()) numbers_[index] = number;
        return number;
    }

    Number loaded(const DraftValue& of) {
        const PreparedProgram::Fixed& fixed = tables_.fixed[static_cast<size_t>(of.entry)];
        if (fixed.kind == Kind::constant)
            return Number(tables_.constants[size_t{fixed.index} * block_floats]);
        if (of.shared()) {
            const Address& address = *addresses_[static_cast<size_t>(of.entry)];
            return asmjit::x86::ptr(address.base, address.bytes);
        }
        return writer_.result(Inst::kIdVmovups, here(of.entry, floats));
    }

    // Returns the instructions that run if the value of the zero case is not 0.
    code::CodeSpan write_group() {
        if (group_.zero.value >= 0) return write_members(group_.group, group_.zero);
        write(group_.group);
        return {};
    }

    code::CodeSpan write_members(std::span<const Draft> members, const ZeroCase& zero) {
        const asmjit::Label is_zero = to_.newLabel(), end = to_.newLabel();
        const Known known = write_until_jump(members.first(zero.before), zero, is_zero);
        code::CodeSpan remaining{to_.cursor()};
        write_members(members.subspan(zero.before), zero.of_remaining);
        remaining.last = to_.cursor();
        to_.jmp(end);
        to_.bind(is_zero);
        std::tie(numbers_, pairs_) = known;
        numbers_[zero.value] = Number(0.0f);
        write_members(zero.rest, zero.of_rest);
        to_.bind(end);
        return remaining;
    }

    // `zero` has at most one element.
    void write_members(std::span<const Draft> members, std::span<const ZeroCase> zero) {
        if (zero.empty())
            write(members);
        else
            write_members(members, zero.front());
    }

    using Known = std::pair<std::map<int, Number>, code::ChromaPairs>;

    // Writes the instructions that compute the value of a zero case. Jumps if this value is 0 for
    // all lanes. Returns the numbers that are known after every jump.
    Known write_until_jump(std::span<const Draft> members, const ZeroCase& zero,
                           const asmjit::Label& is_zero) {
        if (zero.limit >= 0) {
            const Known before{numbers_, pairs_};
            const Gp& limit = limits_.at(zero.limit);
            to_.test(limit, limit);
            to_.jz(is_zero);
            write_and_jump(members, zero.value, is_zero);
            return before;
        }
        write_and_jump(members, zero.value, is_zero);
        return {numbers_, pairs_};
    }

    void write_and_jump(std::span<const Draft> members, int zero, const asmjit::Label& is_zero) {
        if (members.empty() || !saturates(members.back(), zero)) {
            write(members);
            return code::jump_if_zero(writer_, number(zero).reg(), is_zero);
        }
        write(members.first(members.size() - 1));
        code::jump_if_negative(writer_, number(members.back().in[0]).reg(), is_zero);
        write(members.back());
    }

    // Returns whether an instruction limits a number to [0,1]. The result must not be stored,
    // because negative numbers skip the instruction.
    bool saturates(const Draft& draft, int result) const {
        return draft.op == Op::saturate && draft.out[0] == result && value(result).in_register;
    }

    void write(std::span<const Draft> members) {
        for (const Draft& member : members) write(member);
    }

    void write(const Draft& member) {
        if (is_copy(member)) return define(member.out[0], number(member.in[0]));
        std::array<Number, max_inputs> in;
        std::array<Number, max_outputs> out;
        for (size_t i = 0; i < member.in.size(); ++i) in[i] = number(member.in[i]);
        if (member.encodes_share)
            out[0] = code::quick_bt1886_encode_of_share(writer_, in[0]);
        else if (member.memory_loop == MemoryLoop::count_)
            write_operation(member.op, in.data(), out.data());
        else
            write_access(member, in[0], out[0]);
        for (size_t i = 0; i < member.out.size(); ++i) define(member.out[i], out[i]);
    }

    void define(int index, const Number& number) {
        const Vec result = number.reg();
        numbers_[index] = Number(result).with_least(number.least());
        const DraftValue& of = value(index);
        if (!of.in_register) to_.emit(Inst::kIdVmovups, here(of.entry, floats), result);
    }

    void write_access(const Draft& member, const Number& in, Number& out) {
        switch (member.memory_loop) {
            case MemoryLoop::load_codes:
                out = input(member);
                return;
            case MemoryLoop::load_unorm16:
                ask_for_next(member.memory, codes);
                out = code_at(member.memory);
                return;
            case MemoryLoop::load_float32:
                ask_for_next(member.memory, floats);
                out = writer_.result(Inst::kIdVmovups, here(member.memory, floats));
                return;
            case MemoryLoop::store_unorm16:
                ask_for_next(member.memory, codes);
                return store_code(member.memory, in);
            default:
                ask_for_next(member.memory, floats);
                return store_float(member.memory, in);
        }
    }

    void ask_for_next(int entry, uint32_t shift) {
        Mem next = here(entry, shift);
        next.addOffset(int64_t{prefetch_pixels} << shift);
        to_.prefetcht1(next);
    }

    Number code_at(int entry) {
        const Vec code = writer_.result(Inst::kIdVpmovzxwd, here(entry, codes));
        return Number(writer_.result(Inst::kIdVcvtdq2ps, code)) * Number(1.0f / 65535.0f);
    }

    InputCodes codes_of(const Draft& member) const {
        return input_codes(*tables_.input, member.component);
    }

    int entries_of_codes(const Draft& member) const {
        const bool some = member.memory_loop == MemoryLoop::load_codes;
        return some && codes_of(member).narrow ? narrow_entries : 0;
    }

    Number input(const Draft& member) {
        const InputCodes how = codes_of(member);
        const uint32_t shift = static_cast<uint32_t>(how.step) - (how.narrow ? 1 : 0);
        const int entry = member.memory;
        if (!how.narrow) {
            ask_for_next(entry, shift);
            return code::input_of_row(writer_, how, here(entry, shift));
        }
        const Address& weight = *addresses_[static_cast<size_t>(entry + 2)];
        const code::NarrowRows rows = {here(entry, shift), here(entry + 1, shift),
                                       asmjit::x86::ptr(weight.base, weight.bytes)};
        return code::input_between_rows(writer_, how, rows, pairs_);
    }

    void store_code(int entry, const Number& in) {
        const Number scaled = code::saturate(in) * Number(65535.0f);
        const Vec code = writer_.result(Inst::kIdVcvtps2dq, scaled.operand());
        const Mem target = here(entry, codes);
        if (writer_.wide()) {
            to_.emit(Inst::kIdVpmovdw, target, code);
            return;
        }
        const asmjit::x86::Xmm above = to_.newXmm(), packed = to_.newXmm();
        to_.vextracti128(above, code, 1);
        to_.vpackusdw(packed, code.xmm(), above);
        to_.vmovups(target, packed);
    }

    void store_float(int entry, const Number& in) {
        const Number finite = code::clamp(in, Number(-3.4028235e38f), Number(3.4028235e38f));
        const Number stored = code::where(in == in, finite, Number(0.0f));
        to_.emit(Inst::kIdVmovups, here(entry, floats), stored.reg());
    }

    struct Base {
        Gp address;
        uint32_t index;
    };

    const Draft& group_;
    const MachineCode::GroupTables& tables_;
    code::CodeWriter& writer_;
    asmjit::x86::Compiler& to_;
    asmjit::FuncNode* function_ = nullptr;
    Gp at_, pixels_, pixel_;
    std::vector<std::optional<Address>> addresses_;
    std::optional<Base> rows_, uniforms_;
    std::map<int, Number> numbers_;
    std::map<int, Gp> limits_;  // the uniforms of ZeroCase::limit
    code::ChromaPairs pairs_;
};

// Records errors of asmjit. After an error, asmjit omits the instruction and continues, so the code
// must not run.
class Refusals : public asmjit::ErrorHandler {
  public:
    void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { any_ = true; }
    bool any() const { return any_; }

  private:
    bool any_ = false;
};

class Assembly {
  public:
    explicit Assembly(int lanes) : writer_(compiler_, lanes) {
        code_.init(asmjit::Environment::host());
        code_.setErrorHandler(&refusals_);
        attached_ = code_.attach(&compiler_) == asmjit::kErrorOk;
        // If attach() fails, the destructor of the compiler would abort unless _code is null.
        if (!attached_) compiler_._code = nullptr;
    }

    bool write(std::span<const Draft* const> groups, const MachineCode::GroupTables& tables) {
        if (!attached_) return false;
        const code::WritingScope scope(writer_);
        for (const Draft* group : groups) {
            const asmjit::FuncNode* function = GroupWriter(*group, tables, writer_).write();
            if (function == nullptr) return false;
            starts_.push_back(function->label());
        }
        return !refusals_.any() && compiler_.finalize() == asmjit::kErrorOk && !refusals_.any();
    }

    std::vector<PointLoop> load(asmjit::JitRuntime& runtime) {
        char* begin = nullptr;
        if (runtime.add(&begin, &code_) != asmjit::kErrorOk) return {};
        std::vector<PointLoop> loops;
        for (const asmjit::Label& start : starts_)
            loops.push_back(reinterpret_cast<PointLoop>(begin + code_.labelOffset(start)));
        return loops;
    }

  private:
    Refusals refusals_;
    asmjit::CodeHolder code_;
    asmjit::x86::Compiler compiler_;
    bool attached_ = false;
    code::CodeWriter writer_;
    std::vector<asmjit::Label> starts_;
};

// Ways to map executable memory, in order of preference. With dual mapping, no address is both
// writable and executable.
constexpr std::array mappings = {asmjit::JitAllocatorOptions::kUseDualMapping,
                                 asmjit::JitAllocatorOptions::kNone};

asmjit::JitAllocator::CreateParams with(asmjit::JitAllocatorOptions options) {
    asmjit::JitAllocator::CreateParams params;
    params.options = options;
    return params;
}

}  // namespace

struct MachineCode::Memory {
    explicit Memory(const asmjit::JitAllocator::CreateParams& params) : runtime(&params) {}
    asmjit::JitRuntime runtime;
};

MachineCode::MachineCode() = default;
MachineCode::~MachineCode() = default;

bool MachineCode::is_for(const InstructionSet& set) { return set.machine_code_lanes() > 0; }

bool MachineCode::may_run() {
    return std::any_of(mappings.begin(), mappings.end(), [](asmjit::JitAllocatorOptions mapping) {
        const asmjit::JitAllocator::CreateParams params = with(mapping);
        asmjit::JitAllocator allocator(&params);
        void *executed = nullptr, *written = nullptr;
        return allocator.alloc(&executed, &written, 1) == asmjit::kErrorOk;
    });
}

bool MachineCode::can_join(const Draft& draft) {
    switch (draft.memory_loop) {
        case MemoryLoop::load_codes:
        case MemoryLoop::load_unorm16:
        case MemoryLoop::load_float32:
        case MemoryLoop::store_unorm16:
        case MemoryLoop::store_float32:
            return true;
        case MemoryLoop::count_:
            return draft.encodes_share || has_code(draft.op, operation_info(draft.op).cost);
        default:
            return false;
    }
}

std::vector<PointLoop> MachineCode::compile(std::span<const Draft* const> groups,
                                            const GroupTables& tables, const InstructionSet& set) {
    Assembly assembly(set.machine_code_lanes());
    if (!assembly.write(groups, tables)) return {};
    std::vector<PointLoop> loops;
    for (const asmjit::JitAllocatorOptions mapping : mappings) {
        memory_ = std::make_unique<Memory>(with(mapping));
        loops = assembly.load(memory_->runtime);
        if (!loops.empty()) return loops;
    }
    memory_.reset();
    return {};
}

}  // namespace tonelift
