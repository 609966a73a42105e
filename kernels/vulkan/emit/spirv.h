// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of SPIR-V 1.6 (Khronos, "SPIR-V Specification", section 3; "SPIR-V Extended
// Instructions for GLSL", section 2).
#pragma once

#include <cstdint>
#include <vector>

namespace tonelift::spirv {

constexpr uint32_t magic = 0x07230203;
constexpr int header_words = 5;

enum class Code : uint16_t {
    nop = 0,
    undef = 1,
    source_continued = 2,
    source = 3,
    source_extension = 4,
    name = 5,
    member_name = 6,
    string = 7,
    line = 8,
    ext_inst_import = 11,
    ext_inst = 12,
    entry_point = 15,
    type_void = 19,
    type_bool = 20,
    type_int = 21,
    type_float = 22,
    type_vector = 23,
    type_matrix = 24,
    type_forward_pointer = 39,
    constant_true = 41,
    constant_false = 42,
    constant = 43,
    constant_composite = 44,
    spec_constant_true = 48,
    spec_constant_false = 49,
    spec_constant = 50,
    function = 54,
    function_parameter = 55,
    function_end = 56,
    function_call = 57,
    variable = 59,
    store = 62,
    copy_memory = 63,
    decorate = 71,
    member_decorate = 72,
    group_member_decorate = 75,
    composite_construct = 80,
    composite_extract = 81,
    image_write = 99,
    convert_f_to_s = 110,
    convert_s_to_f = 111,
    convert_u_to_f = 112,
    bitcast = 124,
    f_negate = 127,
    i_add = 128,
    f_add = 129,
    i_sub = 130,
    f_sub = 131,
    i_mul = 132,
    f_mul = 133,
    f_div = 136,
    all = 155,
    logical_and = 167,
    select = 169,
    s_less_than = 177,
    u_less_than_equal = 178,
    f_ord_equal = 180,
    f_ord_less_than = 184,
    f_ord_less_than_equal = 188,
    shift_right_logical = 194,
    shift_right_arithmetic = 195,
    shift_left_logical = 196,
    bitwise_or = 197,
    bitwise_xor = 198,
    bitwise_and = 199,
    control_barrier = 224,
    memory_barrier = 225,
    atomic_store = 228,
    phi = 245,
    loop_merge = 246,
    selection_merge = 247,
    label = 248,
    branch = 249,
    branch_conditional = 250,
    switch_ = 251,
    kill = 252,
    return_ = 253,
    return_value = 254,
    unreachable = 255,
    no_line = 317,
    module_processed = 330,
    decorate_id = 332,
};

enum class Glsl : uint32_t {
    round_even = 2,
    trunc = 3,
    f_abs = 4,
    floor = 8,
    ceil = 9,
    exp2 = 29,
    log2 = 30,
    sqrt = 31,
    inverse_sqrt = 32,
    fma = 50,
    n_min = 79,
    n_max = 80,
    n_clamp = 81,
};

constexpr uint32_t decoration_spec_id = 1;
constexpr uint32_t decoration_built_in = 11;

struct Instruction {
    Code code{};
    std::vector<uint32_t> operands;
};

constexpr int result_index(Code code) {
    switch (code) {
        case Code::nop:
        case Code::line:
        case Code::type_forward_pointer:
        case Code::function_end:
        case Code::store:
        case Code::copy_memory:
        case Code::image_write:
        case Code::control_barrier:
        case Code::memory_barrier:
        case Code::atomic_store:
        case Code::loop_merge:
        case Code::selection_merge:
        case Code::branch:
        case Code::branch_conditional:
        case Code::switch_:
        case Code::kill:
        case Code::return_:
        case Code::return_value:
        case Code::unreachable:
        case Code::no_line:
            return -1;
        case Code::label:
            return 0;
        default:
            return code >= Code::type_void && code < Code::type_forward_pointer ? 0 : 1;
    }
}

}  // namespace tonelift::spirv
