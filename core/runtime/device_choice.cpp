// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/device_choice.h"

#include <tonelift/vulkan.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/common/structs.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

enum class Kind { automatic, cpu, cuda, vulkan };
constexpr std::pair<std::string_view, Kind> kinds[] = {
    {"auto", Kind::automatic}, {"cpu", Kind::cpu}, {"cuda", Kind::cuda}, {"vulkan", Kind::vulkan}};

struct Choice {
    Kind kind{};
    std::optional<int> index;
};

// Parses the index of a device, such as "0" or ":0".
std::optional<int> index_in(std::string_view text) {
    if (text.starts_with(':')) text.remove_prefix(1);
    int index = -1;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const bool whole = error == std::errc() && stop == text.data() + text.size();
    return whole && index >= 0 ? std::optional(index) : std::nullopt;
}

Choice parse_device(const std::string& name) {
    for (const auto& [word, kind] : kinds) {
        if (same_name(name, std::string(word))) return {kind, {}};
        const bool counts = kind == Kind::cuda || kind == Kind::vulkan;
        if (!counts || !same_name(name.substr(0, word.size()), std::string(word))) continue;
        const auto index = index_in(std::string_view(name).substr(word.size()));
        if (index) return {kind, index};
    }
    throw Error(Failure::argument,
                "device=" + name +
                    ": allowed are auto, cpu, cuda, vulkan, and cudaN or vulkanN, such as cuda0");
}

bool on_device(const tonelift_device& given) {
    return given.input_on_device != 0 || given.output_on_device != 0;
}

void check_place_of_frames(const std::string& option, Kind kind, const tonelift_device& given) {
    if (given.vulkan != nullptr && given.cuda_context != nullptr)
        throw Error(Failure::argument,
                    "a device has both cuda_context and vulkan: set one of them");
    if (!on_device(given)) return;
    const bool is_vulkan = given.vulkan != nullptr;
    if (kind != Kind::automatic && kind != (is_vulkan ? Kind::vulkan : Kind::cuda)) {
        throw Error(Failure::argument, "device=" + option + ", but frames are in the memory of a " +
                                           (is_vulkan ? "Vulkan" : "CUDA") +
                                           " device: set device=auto, or download them before and "
                                           "upload them after");
    }
    if (!is_vulkan && given.cuda_context == nullptr)
        throw Error(
            Failure::argument,
            "frames are on a device, but cuda_context and vulkan are NULL: set one of them");
}

GivenVulkan checked(const tonelift_vulkan& given) {
    constexpr StructRule<tonelift_vulkan> rule{
        "tonelift_vulkan", "tonelift_vulkan_default()", sizeof(tonelift_vulkan), {}};
    const tonelift_vulkan vulkan = read_struct(&given, rule);
    if (vulkan.get_instance_proc_addr == nullptr || vulkan.instance == nullptr ||
        vulkan.physical_device == nullptr || vulkan.device == nullptr)
        throw Error(Failure::argument,
                    "a field of a Vulkan device is NULL: set get_instance_proc_addr, instance, "
                    "physical_device and device");
    return {vulkan.get_instance_proc_addr,
            vulkan.instance,
            vulkan.physical_device,
            vulkan.device,
            vulkan.features,
            vulkan.queue_family,
            vulkan.queue_index,
            vulkan.queue_flags,
            vulkan.user,
            vulkan.lock_queue,
            vulkan.unlock_queue};
}

// Returns false if this machine has no GPU. Vulkan drivers are then not loaded, which saves time
// and memory.
bool may_have_gpu() {
    constexpr const char* files[] = {"/dev/dri", "/dev/nvidiactl", "/dev/dxg"};
    return std::ranges::any_of(files, [](const char* file) {
        std::error_code error;
        return std::filesystem::exists(file, error);
    });
}

template <typename Open>
auto opened(bool required, const char* what, const Log& log, const Open& open) -> decltype(open()) {
    try {
        return open();
    } catch (const Error& error) {
        if (required) throw;
        log.debug(std::string("no GPU is used by ") + what + ": " + error.what());
        return nullptr;
    }
}

}  // namespace

OpenDevice open_device(const std::string& option, const tonelift_device& given, const Log& log) {
    const auto [kind, index] = parse_device(option);
    check_place_of_frames(option, kind, given);
    OpenDevice device;
    device.by_name = kind != Kind::automatic || on_device(given);
    if (given.vulkan != nullptr && (kind == Kind::automatic || kind == Kind::vulkan)) {
        const GivenVulkan vulkan = checked(*given.vulkan);
        device.vulkan =
            opened(device.by_name, "Vulkan", log, [&] { return use_vulkan_device(vulkan); });
        if (device.vulkan != nullptr) return device;
    }
    if (kind == Kind::cuda || kind == Kind::automatic) {
        const DeviceTarget target{given.cuda_context, given.cuda_stream, index.value_or(0)};
        device.cuda = opened(device.by_name, "CUDA", log, [&] { return open_cuda_device(target); });
    }
    const bool tries_vulkan =
        kind == Kind::automatic && device.cuda == nullptr && !device.by_name && may_have_gpu();
    if (kind == Kind::vulkan || tries_vulkan) {
        const VulkanTarget target{index.value_or(-1), kind == Kind::automatic};
        device.vulkan =
            opened(device.by_name, "Vulkan", log, [&] { return open_vulkan_device(target); });
    }
    return device;
}

}  // namespace tonelift
