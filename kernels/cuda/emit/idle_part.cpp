// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/idle_part.h"

#include <algorithm>
#include <map>
#include <set>

#include "kernels/evaluate.h"

namespace tonelift::cuda {
namespace {

// Minimum number of operations in a part that is skipped. A branch that skips a part for two pixels
// takes as long as seven operations, so skipping a shorter part would gain little.
constexpr size_t least_operations = 12;
// Maximum number of weights that the branch around an idle part tests.
constexpr size_t most_switches = 3;

class Finder {
  public:
    explicit Finder(const PointProgram& program) : program_(program) {
        for (size_t i = 0; i < code().size(); ++i) {
            for (const uint16_t value : results_of(i)) maker_[value] = i;
            for (const uint16_t value : operands_of(i)) users_[value].insert(i);
        }
    }

    IdlePart find() {
        const IdlePart none{program_, 0, 0, {}, {}};
        choose_mixes();
        if (switches_.empty() || switches_.size() > most_switches) return none;
        close();
        find_dependent();
        return part_.size() >= least_operations && is_one_piece() ? ordered() : none;
    }

  private:
    const std::vector<Instruction>& code() const { return program_.code; }

    std::vector<uint16_t> operands_of(size_t i) const {
        std::vector<uint16_t> values;
        for (int k = 0; k < operation_info(code()[i].op).inputs; ++k) {
            const Operand& operand = code()[i].in[static_cast<size_t>(k)];
            if (operand.kind == Operand::Kind::value) values.push_back(operand.index);
        }
        return values;
    }

    std::vector<uint16_t> results_of(size_t i) const {
        const auto& out = code()[i].out;
        return {out.begin(), out.begin() + operation_info(code()[i].op).outputs};
    }

    void add_factors(const Operand& weight, std::vector<uint16_t>& factors) const {
        if (weight.kind != Operand::Kind::value) return;
        const Instruction& instruction = code()[maker_.at(weight.index)];
        if (is_ramp(instruction.op)) factors.push_back(weight.index);
        if (instruction.op == Op::saturate) add_factors(instruction.in[0], factors);
        if (instruction.op != Op::multiply) return;
        for (size_t i = 0; i < 2; ++i) add_factors(instruction.in[i], factors);
    }

    void choose_mixes() {
        for (size_t i = 0; i < code().size(); ++i) {
            if (code()[i].op != Op::mix) continue;
            std::vector<uint16_t> factors;
            add_factors(code()[i].in[2], factors);
            if (factors.empty()) continue;
            switches_.insert(*std::ranges::min_element(
                factors, {}, [&](uint16_t value) { return maker_.at(value); }));
            part_.insert(i);
            const Operand held = kept(code()[i].in[0]);
            if (held.kind == Operand::Kind::value) held_.insert(held.index);
        }
    }

    void close() {
        for (size_t i = code().size(); i-- > 0;) {
            if (part_.contains(i) || operation_info(code()[i].op).access) continue;
            if (code()[i].op == Op::gamut_map) continue;
            const auto results = results_of(i);
            const bool only = std::ranges::all_of(results, [&](uint16_t value) {
                return !switches_.contains(value) && !held_.contains(value) &&
                       read_only_inside(value);
            });
            if (only) part_.insert(i);
        }
    }

    bool read_only_inside(uint16_t value) const {
        const auto found = users_.find(value);
        return found != users_.end() && std::ranges::all_of(found->second, [&](size_t user) {
                   return part_.contains(user);
               });
    }

    Operand kept(Operand operand) const {
        while (operand.kind == Operand::Kind::value && part_.contains(maker_.at(operand.index)))
            operand = code()[maker_.at(operand.index)].in[0];
        return operand;
    }

    void find_dependent() {
        for (size_t i = 0; i < code().size(); ++i) {
            const bool reads = std::ranges::any_of(operands_of(i), [&](uint16_t value) {
                return dependent_.contains(maker_.at(value));
            });
            if (reads || part_.contains(i)) dependent_.insert(i);
        }
    }

    bool is_one_piece() const {
        const auto is_early = [&](uint16_t value) {
            return part_.contains(maker_.at(value)) || !dependent_.contains(maker_.at(value));
        };
        return std::ranges::all_of(switches_, is_early) &&
               std::ranges::all_of(
                   part_, [&](size_t i) { return std::ranges::all_of(operands_of(i), is_early); });
    }

    IdlePart ordered() const {
        IdlePart result{{{}, program_.values}, 0, 0, {switches_.begin(), switches_.end()}, {}};
        std::vector<Instruction> inside, after;
        for (size_t i = 0; i < code().size(); ++i) {
            if (part_.contains(i))
                inside.push_back(code()[i]);
            else if (dependent_.contains(i))
                after.push_back(code()[i]);
            else
                result.program.code.push_back(code()[i]);
        }
        result.begin = result.program.code.size();
        result.program.code.insert(result.program.code.end(), inside.begin(), inside.end());
        result.end = result.program.code.size();
        result.program.code.insert(result.program.code.end(), after.begin(), after.end());
        for (const size_t i : part_) {
            for (const uint16_t value : results_of(i)) {
                if (!read_only_inside(value))
                    result.results.emplace_back(value, kept(Operand::value(value)));
            }
        }
        return result;
    }

    const PointProgram& program_;
    std::map<uint16_t, size_t> maker_;
    std::map<uint16_t, std::set<size_t>> users_;
    std::set<uint16_t> switches_;
    std::set<uint16_t> held_;
    std::set<size_t> part_;
    std::set<size_t> dependent_;
};

}  // namespace

IdlePart idle_part_of(const PointProgram& program) { return Finder(program).find(); }

}  // namespace tonelift::cuda
