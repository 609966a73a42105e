// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/driver/device.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "kernels/error.h"
#include "kernels/vulkan/driver/features.h"
#include "kernels/vulkan/driver/kernel.h"

namespace tonelift {
namespace {

using vulkan::InstanceFunctions;
using vulkan::version_text;

constexpr uint32_t needed_version = VK_API_VERSION_1_3;

VkInstance make_instance() {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.pApplicationName = "tonelift";
    application.apiVersion = needed_version;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    const VkResult made = vulkan::loader().CreateInstance(&info, nullptr, &instance);
    // The Khronos loader also returns this error if it cannot parse a driver's file.
    if (made == VK_ERROR_OUT_OF_HOST_MEMORY)
        throw Error(Failure::unsupported,
                    "Vulkan cannot read the file of a driver (in /usr/share/vulkan/icd.d, or named "
                    "by VK_DRIVER_FILES), or there is no memory; install the driver of the GPU "
                    "again, or set device=cpu");
    vulkan::check(made, "making an instance");
    return instance;
}

struct Properties {
    VkPhysicalDeviceProperties2 all{};
    VkPhysicalDeviceVulkan11Properties v11{};
    VkPhysicalDeviceVulkan12Properties v12{};

    Properties(const InstanceFunctions& functions, VkPhysicalDevice gpu) {
        all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
        v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
        v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
        all.pNext = &v11;
        v11.pNext = &v12;
        functions.GetPhysicalDeviceProperties2(gpu, &all);
    }
    const VkPhysicalDeviceProperties& base() const { return all.properties; }
};

struct Gpu {
    VkPhysicalDevice handle;
    VkPhysicalDeviceType type;
    std::string name;
};

std::vector<Gpu> list_gpus(const InstanceFunctions& functions, VkInstance instance) {
    uint32_t count = 0;
    vulkan::check(functions.EnumeratePhysicalDevices(instance, &count, nullptr),
                  "counting the GPUs");
    std::vector<VkPhysicalDevice> handles(count);
    const VkResult listed = functions.EnumeratePhysicalDevices(instance, &count, handles.data());
    // VK_INCOMPLETE is no error: the number of GPUs can change between the two calls.
    if (listed != VK_INCOMPLETE) vulkan::check(listed, "listing the GPUs");
    handles.resize(count);
    std::vector<Gpu> gpus;
    for (const VkPhysicalDevice handle : handles) {
        const Properties properties(functions, handle);
        gpus.push_back({handle, properties.base().deviceType, properties.base().deviceName});
    }
    return gpus;
}

// Returns the rank of a type of device. The device with the lowest rank is preferred; software
// implementations have the highest rank.
int rank_of(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return 0;
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return 1;
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return 2;
        default:
            return 3;
    }
}
constexpr int most_rank_of_hardware = 1;

std::string list_of(const std::vector<Gpu>& gpus) {
    std::string list;
    for (size_t i = 0; i < gpus.size(); ++i)
        list += (i > 0 ? ", vulkan" : "vulkan") + std::to_string(i) + " " + gpus[i].name;
    return list;
}

const Gpu& choose(const std::vector<Gpu>& gpus, const VulkanTarget& target) {
    if (gpus.empty())
        throw Error(Failure::unsupported,
                    "Vulkan finds no GPU; install the driver of the GPU, or set device=cpu");
    if (target.device >= 0) {
        if (static_cast<size_t>(target.device) < gpus.size())
            return gpus[static_cast<size_t>(target.device)];
        throw Error(Failure::argument, "device=vulkan" + std::to_string(target.device) +
                                           " does not exist; allowed are " + list_of(gpus));
    }
    const Gpu& best =
        *std::ranges::min_element(gpus, {}, [](const Gpu& gpu) { return rank_of(gpu.type); });
    if (target.only_hardware && rank_of(best.type) > most_rank_of_hardware)
        throw Error(Failure::unsupported, "Vulkan finds only " + best.name +
                                              ", which is not a GPU; set device=vulkan to use it");
    return best;
}

std::vector<VkQueueFamilyProperties> families_of(const InstanceFunctions& functions,
                                                 VkPhysicalDevice gpu) {
    uint32_t count = 0;
    functions.GetPhysicalDeviceQueueFamilyProperties(gpu, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    functions.GetPhysicalDeviceQueueFamilyProperties(gpu, &count, families.data());
    return families;
}

void check_features(const InstanceFunctions& functions, VkPhysicalDevice gpu,
                    const std::string& name) {
    vulkan::Features offered;
    functions.GetPhysicalDeviceFeatures2(gpu, &offered.chain());
    offered.check(name, "update its driver, or set device=cpu");
}

void check_limits(const VkPhysicalDeviceLimits& limits, const std::string& name) {
    struct Limit {
        const char* what;
        uint32_t has;
        uint32_t needed;
    };
    const Limit all[] = {
        {"invocations per workgroup", limits.maxComputeWorkGroupInvocations, 256},
        {"bytes of shared memory per workgroup", limits.maxComputeSharedMemorySize, 32768}};
    for (const Limit& limit : all) {
        if (limit.has < limit.needed)
            throw Error(Failure::unsupported,
                        name + " has " + std::to_string(limit.has) + " " + limit.what + ", and " +
                            std::to_string(limit.needed) + " are needed; set device=cpu");
    }
}

std::string hex_of(const uint8_t* bytes, size_t count) {
    std::string text;
    char digits[3];
    for (size_t i = 0; i < count; ++i) {
        std::snprintf(digits, sizeof digits, "%02x", bytes[i]);
        text += digits;
    }
    return text;
}

struct OpenDevices {
    std::mutex mutex;
    std::map<std::pair<int, bool>, std::weak_ptr<VulkanDevice>> devices;
    std::map<void*, std::weak_ptr<VulkanDevice>> given;
};

// Returns true for the first instance of the process, which is never destroyed. NVIDIA's driver
// fails if it is loaded about 29 times; as long as an instance exists, the driver stays loaded.
bool stays(VkInstance instance) {
    static std::atomic<VkInstance> kept = VK_NULL_HANDLE;
    VkInstance none = VK_NULL_HANDLE;
    return kept.compare_exchange_strong(none, instance);
}

OpenDevices& open_devices() {
    // The object is never freed, because devices can outlive the static objects of this library.
    static auto* const all = new OpenDevices;
    return *all;
}

}  // namespace

std::shared_ptr<VulkanDevice> VulkanDevice::open(const VulkanTarget& target) {
    const std::lock_guard lock(open_devices().mutex);
    std::weak_ptr<VulkanDevice>& known =
        open_devices().devices[{target.device, target.only_hardware}];
    std::shared_ptr<VulkanDevice> device = known.lock();
    if (device == nullptr || device->is_lost())
        known = device = std::make_shared<VulkanDevice>(target);
    return device;
}

std::shared_ptr<VulkanDevice> VulkanDevice::use(const GivenVulkan& given) {
    const std::lock_guard lock(open_devices().mutex);
    std::erase_if(open_devices().given, [](const auto& each) { return each.second.expired(); });
    std::weak_ptr<VulkanDevice>& known = open_devices().given[given.device];
    std::shared_ptr<VulkanDevice> device = known.lock();
    if (device == nullptr) known = device = std::make_shared<VulkanDevice>(given);
    return device;
}

VulkanDevice::VulkanDevice(const VulkanTarget& target)
    : instance_(make_instance()), kernels_(std::make_unique<vulkan::KernelPool>()) {
    instance_functions_ = vulkan::functions_of(vulkan::loader().GetInstanceProcAddr, instance_);
    try {
        const std::vector<Gpu> gpus = list_gpus(instance_functions_, instance_);
        const Gpu& gpu = choose(gpus, target);
        read_properties(gpu.handle);
        check_features(instance_functions_, gpu.handle, name_);
        check_limits(Properties(instance_functions_, gpu.handle).base().limits, name_);
        make_device(gpu.handle, choose_queues(gpu.handle));
    } catch (...) {
        close();
        throw;
    }
}

VulkanDevice::VulkanDevice(const GivenVulkan& given)
    : device_(static_cast<VkDevice>(given.device)),
      kernels_(std::make_unique<vulkan::KernelPool>()) {
    instance_functions_ = vulkan::functions_of(
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(given.get_instance_proc_addr),
        static_cast<VkInstance>(given.instance));
    const auto gpu = static_cast<VkPhysicalDevice>(given.physical_device);
    read_properties(gpu);
    vulkan::Features enabled;
    enabled.take(static_cast<const VkPhysicalDeviceFeatures2*>(given.features));
    enabled.check("the caller's device on " + name_, "it must be made with this feature");
    check_limits(Properties(instance_functions_, gpu).base().limits, name_);
    functions_ = vulkan::functions_of(instance_functions_, device_);
    add_queue({given.queue_family, given.queue_index}, given);
}

VulkanDevice::~VulkanDevice() {
    if (instance_ != VK_NULL_HANDLE) close();
}

// Destroys the device and the instance. Looks up vkDestroyDevice here, because functions_ is empty
// if the device lacks one of the needed functions.
void VulkanDevice::close() const {
    if (device_ != VK_NULL_HANDLE) {
        const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(
            instance_functions_.GetDeviceProcAddr(device_, "vkDestroyDevice"));
        if (destroy != nullptr) destroy(device_, nullptr);
    }
    if (!stays(instance_)) instance_functions_.DestroyInstance(instance_, nullptr);
}

void VulkanDevice::check(VkResult result, const std::string& doing) const {
    if (result == VK_ERROR_DEVICE_LOST) lost_ = true;
    vulkan::check(result, doing);
}

void VulkanDevice::read_properties(VkPhysicalDevice gpu) {
    const Properties properties(instance_functions_, gpu);
    const VkPhysicalDeviceProperties& base = properties.base();
    name_ = base.deviceName;
    driver_ = std::string(properties.v12.driverName) + " " + properties.v12.driverInfo;
    if (base.apiVersion < needed_version)
        throw Error(Failure::unsupported,
                    name_ + " is for Vulkan " + version_text(base.apiVersion) + ", and " +
                        version_text(needed_version) +
                        " or newer is needed; update its driver, or set device=cpu");
    is_software_ = base.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    shares_memory_ = base.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || is_software_;
    limits_.shared_bytes_per_block = static_cast<int>(base.limits.maxComputeSharedMemorySize);
    limits_.threads_per_block = static_cast<int>(base.limits.maxComputeWorkGroupInvocations);
    compiler_ = hex_of(base.pipelineCacheUUID, VK_UUID_SIZE) + " " +
                hex_of(properties.v11.deviceUUID, VK_UUID_SIZE) + " " + driver_;
    instance_functions_.GetPhysicalDeviceMemoryProperties(gpu, &memory_);
}

std::vector<vulkan::QueuePlace> VulkanDevice::choose_queues(VkPhysicalDevice gpu) const {
    const std::vector<VkQueueFamilyProperties> families = families_of(instance_functions_, gpu);
    const std::optional<uint32_t> compute = vulkan::compute_family(families);
    if (!compute)
        throw Error(Failure::unsupported, name_ + " has no queue for compute; set device=cpu");
    std::vector<vulkan::QueuePlace> places = {{*compute, 0}};
    if (shares_memory_) return places;
    const std::vector<vulkan::QueuePlace> copies = vulkan::copy_queues(families, *compute);
    places.insert(places.end(), copies.begin(), copies.end());
    return places;
}

void VulkanDevice::make_device(VkPhysicalDevice gpu,
                               const std::vector<vulkan::QueuePlace>& places) {
    std::map<uint32_t, uint32_t> counts;
    for (const vulkan::QueuePlace& place : places)
        counts[place.family] = std::max(counts[place.family], place.index + 1);
    constexpr float priorities[] = {1, 1, 1};
    std::vector<VkDeviceQueueCreateInfo> queues;
    for (const auto& [family, count] : counts) {
        VkDeviceQueueCreateInfo& queue = queues.emplace_back();
        queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
        queue.queueFamilyIndex = family;
        queue.queueCount = count;
        queue.pQueuePriorities = priorities;
    }
    vulkan::Features features;
    features.need();
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &features.chain();
    info.queueCreateInfoCount = static_cast<uint32_t>(queues.size());
    info.pQueueCreateInfos = queues.data();
    vulkan::check(instance_functions_.CreateDevice(gpu, &info, nullptr, &device_),
                  "opening " + name_);
    functions_ = vulkan::functions_of(instance_functions_, device_);
    for (const vulkan::QueuePlace& place : places) add_queue(place, {});
}

void VulkanDevice::add_queue(const vulkan::QueuePlace& place, const GivenVulkan& owner) {
    VkDeviceQueueInfo2 info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2;
    info.flags = owner.queue_flags;
    info.queueFamilyIndex = place.family;
    info.queueIndex = place.index;
    VkQueue handle = VK_NULL_HANDLE;
    functions_.GetDeviceQueue2(device_, &info, &handle);
    queues_.emplace_back(handle, place.family, owner);
    if (std::ranges::find(families_, place.family) == families_.end())
        families_.push_back(place.family);
}

// Returns the queue for a kind of work, or the compute queue if the device has no queue for this
// work. If there is only one transfer queue, uploads use it, because uploads move more bytes than
// downloads.
const vulkan::Queue& VulkanDevice::queue(vulkan::Work work) const {
    const auto index = static_cast<size_t>(work);
    return queues_[index < queues_.size() ? index : 0];
}

std::shared_ptr<VulkanDevice> open_vulkan_device(const VulkanTarget& target) {
    return VulkanDevice::open(target);
}

std::shared_ptr<VulkanDevice> use_vulkan_device(const GivenVulkan& given) {
    return VulkanDevice::use(given);
}

std::string name_of(const VulkanDevice& device) { return device.name(); }
std::string details_of(const VulkanDevice& device) { return device.driver(); }

}  // namespace tonelift
