// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/light_function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "kernels/evaluate.h"
#include "kernels/point/common_factor.h"
#include "kernels/point/light_table.h"
#include "kernels/program_has.h"
#include "kernels/unread.h"

namespace tonelift {
namespace {

// Costs of a lookup by light with 1, 2 and 3 results, in the unit of operations.def.
constexpr std::array lookup_cost = {8, 10, 14};
static_assert(lookup_cost.size() == most_light_functions);
// Minimum cost of the instructions that a table saves, beyond the cost of the lookup.
constexpr int cost_worth_a_table = 4;
// Maximum number of values of light that are tried as results. This limit bounds the time of the
// search.
constexpr size_t most_candidates = 12;

bool is_value(const Operand& operand) { return operand.kind == Operand::Kind::value; }

bool is_small_constant(const Operand& operand) {
    constexpr float largest = 4;
    return operand.kind == Operand::Kind::constant && std::abs(operand.constant_value) <= largest;
}

// Returns whether the rows of a LightTable are narrow enough for the results of an instruction. The
// end of a row is at most 1/64 above its start, so that a product, quotient or power is nearly
// linear within a row. A sum can have a steep slope within a row. Scripts of the library have no
// divisor of light that is 0 for a positive light.
bool suits_table(const Instruction& instruction) {
    constexpr Op suitable[] = {Op::pq_encode, Op::pq_decode, Op::lookup, Op::multiply,
                               Op::divide,    Op::min,       Op::max};
    if (instruction.op == Op::pow) return is_small_constant(instruction.in[1]);
    return std::ranges::find(suitable, instruction.op) != std::end(suitable);
}

// Replaces each lightness() by luminance() and pq_encode().
PointProgram with_luminance(const PointProgram& program) {
    PointProgram result{{}, program.values};
    for (Instruction instruction : program.code) {
        if (instruction.op == Op::lightness) {
            Instruction luminance = instruction;
            luminance.op = Op::luminance;
            luminance.out[0] = index16(result.values++);
            instruction = {Op::pq_encode, 0, {Operand::value(luminance.out[0])}, instruction.out};
            result.code.push_back(luminance);
        }
        result.code.push_back(instruction);
    }
    return result;
}

// Numbers the values of a program whose instructions have at most one result.
PointProgram numbered_anew(PointProgram program) {
    std::vector<uint16_t> number(static_cast<size_t>(program.values));
    program.values = 0;
    for (Instruction& instruction : program.code) {
        for (Operand& operand : instruction.in) {
            if (is_value(operand)) operand.index = number[operand.index];
        }
        if (operation_info(instruction.op).outputs > 0)
            instruction.out[0] = number[instruction.out[0]] = index16(program.values++);
    }
    return program;
}

// Returns whether a value is the luminance of a color that is decoded from PQ or HLG, so that it is
// certainly below most_light.
bool is_limited(const PointProgram& program, uint16_t light) {
    const Instruction* luminance = definition_of(program, light);
    if (luminance == nullptr || luminance->op != Op::luminance) return false;
    return std::ranges::all_of(operands_of(*luminance), [&](const Operand& component) {
        return is_result_of(program, component, Op::pq_decode) ||
               is_result_of(program, component, Op::hlg_decode);
    });
}

// The instructions of a program whose results depend only on the value `light`. If the light is not
// limited, only values that depend on its PQ code count, because they are constant above the peak
// of PQ.
class ValuesOfLight {
  public:
    ValuesOfLight(const PointProgram& program, uint16_t light)
        : program_(program),
          light_(light),
          limited_(is_limited(program, light)),
          depends_(static_cast<size_t>(program.values)) {
        depends_[light] = true;
        for (const Instruction& instruction : program.code) {
            if (!is_on_light(instruction) || found_.size() == most_candidates) continue;
            depends_[instruction.out[0]] = true;
            found_.push_back(instruction.out[0]);
        }
    }

    const std::vector<uint16_t>& found() const { return found_; }

    // Returns the cost of the instructions that are still needed if `results` are known.
    int cost_with(std::span<const uint16_t> results) const {
        int cost = 0;
        for (const Instruction& instruction : rest_for(results).code) {
            if (is_of_light(instruction)) cost += operation_info(instruction.op).cost;
        }
        return cost;
    }

    LightFunction with_results(const std::vector<uint16_t>& results) const {
        PointProgram rest = rest_for(results);
        const auto place = static_cast<size_t>(definition_of(rest, light_) - rest.code.data()) + 1;
        return {program_for(results), std::move(rest), place, light_, results};
    }

  private:
    bool is_on_light(const Instruction& instruction) const {
        if (!suits_table(instruction)) return false;
        if (!limited_ && instruction.op != Op::pq_encode && reads_light(instruction)) return false;
        const auto operands = operands_of(instruction);
        return std::ranges::any_of(operands, is_value) &&
               std::ranges::all_of(operands, [&](const Operand& operand) {
                   return !is_value(operand) || depends_[operand.index];
               });
    }

    bool reads_light(const Instruction& instruction) const {
        return std::ranges::find(operands_of(instruction), Operand::value(light_)) !=
               operands_of(instruction).end();
    }

    bool is_of_light(const Instruction& instruction) const {
        return operation_info(instruction.op).outputs > 0 && instruction.out[0] != light_ &&
               depends_[instruction.out[0]];
    }

    // Returns the program without the instructions that only `results` need.
    PointProgram rest_for(std::span<const uint16_t> results) const {
        PointProgram rest = program_;
        std::erase_if(rest.code, [&](const Instruction& instruction) {
            return is_of_light(instruction) &&
                   std::ranges::find(results, instruction.out[0]) != results.end();
        });
        rest.code.push_back(
            {Op::store_core, 0, {Operand::value(light_)}, {}});  // the table reads it
        rest = without_unread(std::move(rest));
        rest.code.pop_back();
        return rest;
    }

    // Returns a program that computes `results` from the light. Its values are numbered anew, so
    // that equal functions of several programs are equal programs.
    PointProgram program_for(std::span<const uint16_t> results) const {
        PointProgram made{{{Op::load_core, 0, {}, {light_}}}, program_.values};
        std::ranges::copy_if(program_.code, std::back_inserter(made.code),
                             [&](const Instruction& each) { return is_of_light(each); });
        for (uint16_t i = 0; i < results.size(); ++i)
            made.code.push_back({Op::store_core, i, {Operand::value(results[i])}, {}});
        return numbered_anew(without_unread(std::move(made)));
    }

    const PointProgram& program_;
    uint16_t light_;
    bool limited_;
    std::vector<bool> depends_;
    std::vector<uint16_t> found_;
};

// Finds the results that save the most.
class BestResults {
  public:
    void try_all(const ValuesOfLight& values) {
        std::vector<uint16_t> results;
        extend(values, values.cost_with({}), results, 0);
    }

    std::optional<LightFunction> take() { return std::move(best_); }

  private:
    // Tries `results` with each of the values from number `from` on.
    void extend(const ValuesOfLight& values, int whole_cost, std::vector<uint16_t>& results,
                size_t from) {
        if (results.size() == lookup_cost.size()) return;
        for (size_t i = from; i < values.found().size(); ++i) {
            results.push_back(values.found()[i]);
            attempt(values, whole_cost, results);
            extend(values, whole_cost, results, i + 1);
            results.pop_back();
        }
    }

    void attempt(const ValuesOfLight& values, int whole_cost,
                 const std::vector<uint16_t>& results) {
        const int saved = whole_cost - values.cost_with(results) - lookup_cost[results.size() - 1];
        if (saved <= most_) return;
        most_ = saved;
        best_ = values.with_results(results);
    }

    int most_ = cost_worth_a_table - 1;
    std::optional<LightFunction> best_;
};

}  // namespace

std::optional<LightFunction> find_light_function(const PointProgram& program) {
    const PointProgram whole = without_common_factor(with_luminance(program));
    std::set<uint16_t> lights;
    for (const Instruction& instruction : whole.code) {
        if (instruction.op == Op::luminance) lights.insert(instruction.out[0]);
        if (instruction.op == Op::pq_encode && is_value(instruction.in[0]))
            lights.insert(instruction.in[0].index);
    }
    BestResults best;
    for (const uint16_t light : lights) best.try_all({whole, light});
    return best.take();
}

}  // namespace tonelift
