// SPDX-License-Identifier: BSD-2-Clause
// Sets options from lines of the form name=value. The first byte of a line can select an option, so
// that the fuzzer reaches every option.
#include <tonelift/tonelift.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/common/options.h"

namespace {

using tonelift::Option;
using tonelift::OptionType;

void check_ranges(const tonelift_options& options) {
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    if (!(options.name >= (minimum) && options.name <= (maximum))) std::abort();
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    if (options.name < (minimum) || options.name > (maximum)) std::abort();
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) \
    if (options.name < (minimum) || options.name > (maximum)) std::abort();
#include <tonelift/options.def>
}

void set_line(const std::string& line) {
    const size_t sign = line.find('=');
    std::string name = line.substr(0, sign);
    const std::string value = sign == std::string::npos ? "" : line.substr(sign + 1);
    const auto all = tonelift::options();
    if (name.size() == 1) name = all[static_cast<unsigned char>(name[0]) % all.size()].name;
    tonelift_options options = tonelift::default_options();
    const tonelift_status status =
        tonelift_options_set(&options, name.c_str(), value.c_str(), nullptr);
    if (status != TONELIFT_OK && status != TONELIFT_ERROR_ARGUMENT) std::abort();
    check_ranges(options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        set_line(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return 0;
}
