// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/interpreter/machine.h"

#include <algorithm>

namespace tonelift::interpreter {
namespace {

constexpr int instructions_at_once = 20000;
constexpr int most_rounds = 5000;

constexpr uint64_t unset = 0x7fa5a5a57fa5a5a5;

std::string hexadecimal(uint64_t number) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
    return text;
}

std::byte* within(std::byte* begin, size_t size, uint64_t offset, size_t bytes, const char* what) {
    if (offset > size || bytes > size - offset)
        throw Fault("an access beyond " + std::string(what) + ", at " + std::to_string(offset) +
                    " of " + std::to_string(size));
    if (offset % bytes != 0)
        throw Fault("an access of " + std::string(what) + " that is not aligned");
    return begin + offset;
}

}  // namespace

FindPiece pieces_of(const Module& module, FindPiece others) {
    return [&module, others = std::move(others)](uintptr_t address) {
        for (const auto& [name, words] : module.globals) {
            const auto begin = reinterpret_cast<uintptr_t>(words.data());
            if (address - begin < 8 * words.size()) return Piece{begin, 8 * words.size()};
        }
        return others(address);
    };
}

std::vector<std::byte> parameters_of(const Module& module, const std::string& kernel,
                                     void* const* addresses) {
    const Function& function = module.functions.at(kernel);
    std::vector<std::byte> result(function.parameter_bytes);
    for (const Parameter& parameter : function.parameters)
        std::memcpy(result.data() + parameter.offset, *addresses++, parameter.bytes);
    return result;
}

void run_kernel(const Module& module, const Launch& launch, const FindPiece& find) {
    if (module.functions.count(launch.kernel) == 0) throw Fault("no kernel " + launch.kernel);
    Block block(module, launch, find);
    std::array<unsigned, 3> number{};
    for (number[2] = 0; number[2] < launch.grid[2]; ++number[2]) {
        for (number[1] = 0; number[1] < launch.grid[1]; ++number[1]) {
            for (number[0] = 0; number[0] < launch.grid[0]; ++number[0]) block.run(number);
        }
    }
}

// -------------------------------------------------------------------------------------------------

void Thread::start(const Function& kernel) {
    kernel_ = &kernel;
    status_ = Status::running;
    frame_ = {};
}

void Thread::begin() {
    shuffle = {};
    callers_.clear();
    registers_.clear();
    local_.clear();
    params_ = block_.launch().parameters;
    params_.resize(kernel_->parameter_bytes);
    enter(*kernel_, 0);
}

void Thread::enter(const Function& function, size_t params) {
    frame_ = {&function, 0, registers_.size(), params, local_.size()};
    registers_.resize(registers_.size() + function.registers, unset);
    params_.resize(std::max(params_.size(), params + function.parameter_bytes));
    local_.resize(local_.size() + function.local_bytes, std::byte{0xA5});
}

std::string Thread::place() const {
    const Instruction& instruction = frame_.function->code[frame_.next - 1];
    return frame_.function->name + ", line " + std::to_string(instruction.line) + ", thread " +
           std::to_string(number_);
}

void Thread::run(std::vector<uint64_t>& spare_registers) {
    if (frame_.function == nullptr) {
        registers_.swap(spare_registers);
        begin();
    }
    run_instructions();
    if (status_ == Status::done) registers_.swap(spare_registers);
}

void Thread::run_instructions() {
    try {
        for (int left = instructions_at_once; left > 0 && status_ == Status::running; --left) {
            const Instruction& instruction = frame_.function->code[frame_.next++];
            if (instruction.guard >= 0) {
                const size_t guard = frame_.registers + static_cast<size_t>(instruction.guard);
                if (((registers_[guard] & 1) != 0) == instruction.inverted) continue;
            }
            instruction.form->run(*this, instruction);
        }
    } catch (const std::out_of_range&) {
        throw Fault("an instruction without all of its operands in " + place());
    } catch (const Fault& fault) {
        throw Fault(fault.what() + (" in " + place()));
    }
}

uint32_t Thread::special(Special what) const {
    const Launch& launch = block_.launch();
    const auto index = static_cast<size_t>(what);
    const unsigned x = launch.block[0], y = launch.block[1];
    const unsigned thread[] = {number_ % x, number_ / x % y, number_ / x / y};
    if (what == Special::laneid) return lane();
    return index < 3   ? thread[index]
           : index < 6 ? launch.block[index - 3]
           : index < 9 ? block_.number()[index - 6]
                       : launch.grid[index - 9];
}

uint64_t Thread::rare_bits(const Operand& from) const {
    switch (from.kind) {
        case Operand::Kind::special:
            return special(static_cast<Special>(from.index));
        case Operand::Kind::local:
            return frame_.local + from.value;
        case Operand::Kind::param:
            return frame_.params + from.value;
        case Operand::Kind::dynamic_shared:
            return first_shared + block_.module().shared_bytes + from.value;
        case Operand::Kind::none:
            throw Fault("an operand that nothing was said of");
        default:
            return from.value;
    }
}

std::byte* Thread::memory(Space space, uint64_t address, size_t bytes) {
    constexpr uint64_t window = shared_window - 1;
    if (space == Space::generic && address > window) {
        const uint64_t which = address & ~window;
        space = which == shared_window  ? Space::shared
                : which == local_window ? Space::local
                                        : Space::param;
        address &= window;
    }
    switch (space) {
        case Space::shared:
            return block_.shared(address & 0xffffffff, bytes);
        case Space::local:
            return within(local_.data(), local_.size(), address, bytes, "local memory");
        case Space::param:
            return within(params_.data(), params_.size(), address, bytes, "the parameters");
        default:
            return block_.global(address, bytes);
    }
}

void Thread::call(const Instruction& instruction) {
    const Call& call = frame_.function->calls[static_cast<size_t>(instruction.call)];
    const auto found = block_.module().functions.find(call.function);
    if (found == block_.module().functions.end()) throw Fault("no function " + call.function);
    const Function& function = found->second;
    const Frame caller = frame_;
    callers_.push_back(caller);
    enter(function, caller.params + (caller.function->parameter_bytes + 15) / 16 * 16);
    for (size_t i = 0; i < call.arguments.size(); ++i)
        std::memcpy(&params_[frame_.params + function.parameters.at(i).offset],
                    &params_[caller.params + call.arguments[i].offset], call.arguments[i].bytes);
}

void Thread::leave() {
    if (callers_.empty()) return wait(Status::done);
    const Frame called = frame_;
    frame_ = callers_.back();
    callers_.pop_back();
    const Instruction& instruction = frame_.function->code[frame_.next - 1];
    const Call& call = frame_.function->calls[static_cast<size_t>(instruction.call)];
    for (size_t i = 0; i < call.results.size(); ++i)
        std::memcpy(&params_[frame_.params + call.results[i].offset],
                    &params_[called.params + called.function->results.at(i).offset],
                    call.results[i].bytes);
    registers_.resize(called.registers);
    local_.resize(called.local);
}

// -------------------------------------------------------------------------------------------------

Block::Block(const Module& module, const Launch& launch, const FindPiece& find)
    : module_(module),
      launch_(launch),
      find_(find),
      shared_(module.shared_bytes + launch.shared_bytes) {
    for (unsigned i = 0; i < threads(); ++i) threads_.emplace_back(*this, i);
}

void Block::start(std::array<unsigned, 3> number) {
    number_ = number;
    std::fill(shared_.begin(), shared_.end(), std::byte{0xA5});
    const Function& kernel = module_.functions.at(launch_.kernel);
    for (Thread& thread : threads_) thread.start(kernel);
}

std::byte* Block::shared(uint64_t address, size_t bytes) {
    return within(shared_.data(), shared_.size(), address - first_shared, bytes, "shared memory");
}

std::byte* Block::global(uint64_t address, size_t bytes) {
    if (address - piece_.begin >= piece_.bytes) piece_ = find_(address);
    const uint64_t offset = address - piece_.begin;
    if (piece_.bytes == 0 || offset > piece_.bytes || bytes > piece_.bytes - offset)
        throw Fault("an access of " + std::to_string(bytes) + " bytes at " + hexadecimal(address) +
                    ", which is no memory of the device");
    if (address % bytes != 0) throw Fault("an access of global memory that is not aligned");
    return reinterpret_cast<std::byte*>(address);
}

void Block::run(std::array<unsigned, 3> number) {
    start(number);
    for (int round = 0; round < most_rounds; ++round) {
        if (!run_threads()) return;
        const bool warps = release_warps(), barrier = release_barrier();
        const bool any = std::any_of(threads_.begin(), threads_.end(), [](const Thread& thread) {
            return thread.status() == Status::running;
        });
        if (!warps && !barrier && !any) throw Fault("threads wait for what never comes");
    }
    throw Fault("a block does not come to an end");
}

bool Block::run_threads() {
    bool left = false;
    for (size_t i = 0; i < threads_.size(); ++i) {
        Thread& thread = threads_[launch_.last_first ? threads_.size() - 1 - i : i];
        if (thread.status() == Status::running) thread.run(spare_registers_);
        left |= thread.status() != Status::done;
    }
    return left;
}

bool all_are(std::span<const Thread> threads, Status status) {
    bool any = false;
    for (const Thread& thread : threads) {
        if (thread.status() != status && thread.status() != Status::done) return false;
        any |= thread.status() == status;
    }
    return any;
}

bool Block::release_warps() {
    bool released = false;
    for (size_t first = 0; first < threads_.size(); first += 32) {
        const std::span<Thread> warp(&threads_[first],
                                     std::min<size_t>(32, threads_.size() - first));
        if (!all_are(warp, Status::at_warp)) continue;
        exchange(warp);
        released = true;
    }
    return released;
}

void Block::exchange(std::span<Thread> warp) {
    std::vector<uint32_t> given;
    uint32_t all = 0;
    const Instruction* instruction = nullptr;
    for (const Thread& thread : warp) {
        given.push_back(thread.shuffle.value);
        if (thread.status() != Status::at_warp) continue;
        all |= thread.shuffle.value;
        if (instruction != nullptr && instruction != thread.shuffle.instruction)
            throw Fault("lanes of a warp wait at different places");
        instruction = thread.shuffle.instruction;
    }
    for (Thread& thread : warp) {
        if (thread.status() != Status::at_warp) continue;
        thread.go_on();
        const int from = thread.shuffle.from;
        const bool there = from >= 0 && static_cast<size_t>(from) < warp.size();
        if (instruction->operands.size() < 2) continue;
        const uint32_t one = given[there ? static_cast<size_t>(from) : thread.lane()];
        thread.set(instruction->operands[0], from == Thread::Shuffle::all ? all : one);
    }
}

bool Block::release_barrier() {
    if (!all_are(threads_, Status::at_barrier)) return false;
    for (Thread& thread : threads_) {
        if (thread.status() == Status::at_barrier) thread.go_on();
    }
    return true;
}

}  // namespace tonelift::interpreter
