// SPDX-License-Identifier: BSD-2-Clause
// Runs the threads of PTX kernels one after the other. Device memory is host memory, and every
// memory access is checked.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/cuda/interpreter/program.h"

namespace tonelift::interpreter {

enum class Error : uint8_t { none, down, up, mixed };

struct Piece {
    uintptr_t begin = 0;
    size_t bytes = 0;
};

struct Launch {
    std::string kernel;
    std::array<unsigned, 3> grid = {1, 1, 1};
    std::array<unsigned, 3> block = {1, 1, 1};
    unsigned shared_bytes = 0;
    std::vector<std::byte> parameters;
    Error error = Error::none;
    bool last_first = false;
};

using FindPiece = std::function<Piece(uintptr_t)>;
FindPiece pieces_of(const Module& module, FindPiece others);

std::vector<std::byte> parameters_of(const Module& module, const std::string& kernel,
                                     void* const* addresses);

void run_kernel(const Module& module, const Launch& launch, const FindPiece& find);

class Block;

enum class Status : uint8_t { running, at_barrier, at_warp, done };

class Thread {
  public:
    Thread(Block& block, unsigned number) : block_(block), number_(number) {}

    void start(const Function& kernel);
    void run(std::vector<uint64_t>& spare_registers);
    Status status() const { return status_; }
    void go_on() { status_ = Status::running; }

    uint64_t bits(const Operand& from) const {
        if (from.kind == Operand::Kind::reg)
            return registers_[frame_.registers + from.index] + from.value;
        return from.kind == Operand::Kind::constant ? from.value : rare_bits(from);
    }
    template <typename T>
    T get(const Operand& from) const {
        return from_bits<T>(bits(from));
    }
    template <typename T>
    void set(const Operand& to, T value) {
        if (to.kind == Operand::Kind::reg) registers_[frame_.registers + to.index] = to_bits(value);
    }
    std::byte* memory(Space space, uint64_t address, size_t bytes);

    void jump(uint64_t instruction) { frame_.next = instruction; }
    void wait(Status why) { status_ = why; }
    void call(const Instruction& instruction);
    void leave();

    Block& block() { return block_; }
    unsigned lane() const { return number_ % 32; }
    unsigned warp() const { return number_ / 32; }
    struct Shuffle {
        static constexpr int all = -2;
        uint32_t value = 0;
        int from = -1;
        const Instruction* instruction = nullptr;
    };
    Shuffle shuffle;

    template <typename T>
    static T from_bits(uint64_t value) {
        if constexpr (std::is_same_v<T, bool>) {
            return (value & 1) != 0;
        } else if constexpr (std::is_same_v<T, float>) {
            return std::bit_cast<float>(static_cast<uint32_t>(value));
        } else if constexpr (std::is_same_v<T, double>) {
            return std::bit_cast<double>(value);
        } else {
            return static_cast<T>(value);
        }
    }
    template <typename T>
    static uint64_t to_bits(T value) {
        if constexpr (std::is_same_v<T, float>) {
            return std::bit_cast<uint32_t>(value);
        } else if constexpr (std::is_same_v<T, double>) {
            return std::bit_cast<uint64_t>(value);
        } else if constexpr (std::is_signed_v<T>) {
            return static_cast<uint64_t>(static_cast<int64_t>(value));
        } else {
            return value;
        }
    }

  private:
    struct Frame {
        const Function* function = nullptr;
        size_t next = 0;
        size_t registers = 0;
        size_t params = 0;
        size_t local = 0;
    };
    void enter(const Function& function, size_t params);
    void begin();
    void run_instructions();
    uint64_t rare_bits(const Operand& from) const;
    uint32_t special(Special what) const;
    std::string place() const;

    Block& block_;
    unsigned number_;
    const Function* kernel_ = nullptr;
    Status status_ = Status::running;
    Frame frame_;
    std::vector<Frame> callers_;
    std::vector<uint64_t> registers_;
    std::vector<std::byte> params_;
    std::vector<std::byte> local_;
};

class Block {
  public:
    Block(const Module& module, const Launch& launch, const FindPiece& find);

    void run(std::array<unsigned, 3> number);

    const Module& module() const { return module_; }
    const Launch& launch() const { return launch_; }
    const std::array<unsigned, 3>& number() const { return number_; }
    unsigned threads() const { return launch_.block[0] * launch_.block[1] * launch_.block[2]; }
    std::byte* shared(uint64_t address, size_t bytes);
    std::byte* global(uint64_t address, size_t bytes);

  private:
    void start(std::array<unsigned, 3> number);
    bool run_threads();
    bool release_warps();
    bool release_barrier();
    void exchange(std::span<Thread> warp);

    const Module& module_;
    const Launch& launch_;
    const FindPiece& find_;
    std::array<unsigned, 3> number_{};
    std::vector<std::byte> shared_;
    std::vector<Thread> threads_;
    std::vector<uint64_t> spare_registers_;
    Piece piece_;
};

constexpr uint64_t first_shared = 1024;
constexpr uint64_t shared_window = uint64_t{1} << 60;
constexpr uint64_t local_window = uint64_t{2} << 60;
constexpr uint64_t param_window = uint64_t{3} << 60;

}  // namespace tonelift::interpreter
