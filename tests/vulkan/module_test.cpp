// SPDX-License-Identifier: BSD-2-Clause
// Tests how SPIR-V modules are changed, and how programs are inserted into kernels.
#include "kernels/vulkan/emit/spirv_module.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "kernels/error.h"
#include "kernels/vulkan/emit/core_modules.h"
#include "operation.h"
#include "tests/vulkan/validator.h"

namespace tonelift::module_test {
namespace {

using spirv::Code;

std::vector<std::vector<uint32_t>> instructions_of(std::span<const uint32_t> words, Code code) {
    std::vector<std::vector<uint32_t>> found;
    for (size_t at = spirv::header_words; at < words.size(); at += words[at] >> 16) {
        const auto all = words.subspan(at, words[at] >> 16);
        if (static_cast<Code>(all[0] & 0xffff) == code) found.emplace_back(all.begin(), all.end());
    }
    return found;
}

std::span<const uint32_t> core(std::string_view kernel) {
    const auto all = vulkan::core_modules();
    return std::find_if(all.begin(), all.end(),
                        [&](const auto& each) { return each.kernel == kernel; })
        ->words;
}

TEST(SpirvModule, StaysValidWithoutUnusedFunctions) {
    for (const vulkan::CoreModule& each : vulkan::core_modules()) {
        const std::vector<uint32_t> words = spirv::Module(each.words).words();
        EXPECT_EQ(test::faults_of(words), "") << each.kernel;
        EXPECT_LT(instructions_of(words, Code::function).size(),
                  instructions_of(each.words, Code::function).size())
            << each.kernel;
    }
}

TEST(SpirvModule, HasOnlyConstantsThatAreUsed) {
    for (const vulkan::CoreModule& each : vulkan::core_modules()) {
        const std::vector<uint32_t> words = spirv::Module(each.words).words();
        std::map<uint32_t, int> times;
        for (size_t at = spirv::header_words; at < words.size(); at += words[at] >> 16) {
            if (static_cast<Code>(words[at] & 0xffff) == Code::decorate) continue;
            for (size_t i = 1; i < words[at] >> 16; ++i) ++times[words[at + i]];
        }
        for (const auto& constant : instructions_of(words, Code::spec_constant))
            EXPECT_GT(times[constant[2]], 1) << each.kernel << ", constant " << constant[2];
    }
}

TEST(SpirvModule, FrozenConstantsNeedNoSpecialization) {
    spirv::Module module(core("output"));
    const auto before = instructions_of(module.words(), Code::spec_constant);
    module.freeze({{"output_sample", 2}, {"no_such_constant", 1}});
    const std::vector<uint32_t> words = module.words();
    EXPECT_EQ(instructions_of(words, Code::spec_constant).size() + 1, before.size());
    EXPECT_EQ(test::faults_of(words), "");
}

TEST(SpirvModule, DeclaresEachConstantOnce) {
    spirv::Module module(operation);
    const uint32_t type = module.float_type();
    EXPECT_EQ(module.float_type(), type);
    EXPECT_EQ(module.splat_constant(type, 0x3f800000, 4),
              module.splat_constant(type, 0x3f800000, 4));
    EXPECT_NE(module.constant(type, 1), module.constant(type, 2));
}

TEST(SpirvModule, InvalidModulesAreRefused) {
    const std::vector<uint32_t> whole(std::begin(operation), std::end(operation));
    auto without_magic = whole;
    without_magic[0] = 0;
    EXPECT_THROW(spirv::Module{without_magic}, Error);
    EXPECT_THROW(spirv::Module(std::span(whole).first(whole.size() - 1)).words(), Error);
    EXPECT_THROW(spirv::Module(std::span(whole).first(3)), Error);
    EXPECT_THROW(spirv::Module(operation).function("no_such_function"), Error);
}

}  // namespace
}  // namespace tonelift::module_test
