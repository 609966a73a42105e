// SPDX-License-Identifier: BSD-2-Clause
#include "tests/vulkan/image_device.h"

#include <dlfcn.h>

#include <cstring>
#include <stdexcept>

#include "kernels/gpu/packed_picture.h"
#include "tests/vulkan/structure.h"

namespace tonelift::test {
namespace {

uint64_t number_of(const void* handle) { return reinterpret_cast<uintptr_t>(handle); }

}  // namespace

ImageDevice::ImageDevice(const std::string& missing) {
    void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error("there is no libvulkan.so.1");
    const auto get =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
    open(get);
    make_device(missing);
    tonelift_vulkan_default(&described_);
    described_.get_instance_proc_addr = reinterpret_cast<void (*)()>(get);
    described_.instance = instance_;
    described_.physical_device = physical_;
    described_.device = device_;
    described_.features = &features_;
    described_.user = this;
    described_.lock_queue = [](void* user, uint32_t, uint32_t) {
        auto* self = static_cast<ImageDevice*>(user);
        self->queue_mutex_.lock();
        ++self->locks_;
    };
    described_.unlock_queue = [](void* user, uint32_t, uint32_t) {
        static_cast<ImageDevice*>(user)->queue_mutex_.unlock();
    };
}

void ImageDevice::open(PFN_vkGetInstanceProcAddr get) {
    auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
    application.apiVersion = VK_API_VERSION_1_3;
    auto create = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    create.pApplicationInfo = &application;
    const auto make = reinterpret_cast<PFN_vkCreateInstance>(get(nullptr, "vkCreateInstance"));
    check(make(&create, nullptr, &instance_), "vkCreateInstance");
#define TONELIFT_TEST_LOAD(name) name = reinterpret_cast<PFN_vk##name>(get(instance_, "vk" #name));
    TONELIFT_TEST_INSTANCE_FUNCTIONS(TONELIFT_TEST_LOAD)
#undef TONELIFT_TEST_LOAD
    uint32_t one = 1;
    EnumeratePhysicalDevices(instance_, &one, &physical_);
    if (one == 0) throw std::runtime_error("there is no Vulkan device");
}

void ImageDevice::make_device(const std::string& missing) {
    v13_ = structure<VkPhysicalDeviceVulkan13Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
    v13_.maintenance4 = missing != "maintenance4";
    v13_.synchronization2 = missing != "synchronization2";
    v12_ = structure<VkPhysicalDeviceVulkan12Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &v13_);
    v12_.bufferDeviceAddress = missing != "bufferDeviceAddress";
    v12_.timelineSemaphore = missing != "timelineSemaphore";
    features_ =
        structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &v12_);
    const float priority = 1;
    auto queue = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    auto create = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features_);
    create.queueCreateInfoCount = 1;
    create.pQueueCreateInfos = &queue;
    check(CreateDevice(physical_, &create, nullptr, &device_), "vkCreateDevice");
#define TONELIFT_TEST_LOAD(name) \
    name = reinterpret_cast<PFN_vk##name>(GetDeviceProcAddr(device_, "vk" #name));
    TONELIFT_TEST_DEVICE_FUNCTIONS(TONELIFT_TEST_LOAD)
#undef TONELIFT_TEST_LOAD
    GetDeviceQueue(device_, 0, 0, &queue_);
    const auto pool =
        structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    check(CreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
}

ImageDevice::~ImageDevice() {
    DeviceWaitIdle(device_);
    DestroyCommandPool(device_, pool_, nullptr);
    DestroyDevice(device_, nullptr);
    DestroyInstance(instance_, nullptr);
}

bool ImageDevice::can_hold(VkFormat format) const {
    constexpr VkFormatFeatureFlags copies =
        VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    VkFormatProperties properties;
    GetPhysicalDeviceFormatProperties(physical_, format, &properties);
    return (properties.optimalTilingFeatures & copies) == copies;
}

void ImageDevice::run(const std::function<void(VkCommandBuffer)>& record, VkSemaphore semaphore,
                      uint64_t& value) {
    auto which =
        structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    which.commandPool = pool_;
    which.commandBufferCount = 1;
    VkCommandBuffer commands = nullptr;
    check(AllocateCommandBuffers(device_, &which, &commands), "vkAllocateCommandBuffers");
    const auto begin =
        structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    BeginCommandBuffer(commands, &begin);
    record(commands);
    EndCommandBuffer(commands);
    const uint64_t next = value + 1;
    auto values =
        structure<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    values.waitSemaphoreValueCount = values.signalSemaphoreValueCount = 1;
    values.pWaitSemaphoreValues = &value;
    values.pSignalSemaphoreValues = &next;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    auto submission = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO, &values);
    submission.waitSemaphoreCount = submission.signalSemaphoreCount = 1;
    submission.pWaitSemaphores = submission.pSignalSemaphores = &semaphore;
    submission.pWaitDstStageMask = &stage;
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &commands;
    const std::lock_guard lock(queue_mutex_);
    check(QueueSubmit(queue_, 1, &submission, nullptr), "vkQueueSubmit");
    check(QueueWaitIdle(queue_), "vkQueueWaitIdle");
    value = next;
    FreeCommandBuffers(device_, pool_, 1, &commands);
}

VkDeviceMemory ImageDevice::allocate(const VkMemoryRequirements& needs,
                                     VkMemoryPropertyFlags properties) {
    VkPhysicalDeviceMemoryProperties memory;
    GetPhysicalDeviceMemoryProperties(physical_, &memory);
    auto take = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    take.allocationSize = needs.size;
    while ((needs.memoryTypeBits >> take.memoryTypeIndex & 1) == 0 ||
           (memory.memoryTypes[take.memoryTypeIndex].propertyFlags & properties) != properties)
        ++take.memoryTypeIndex;
    VkDeviceMemory made = nullptr;
    check(AllocateMemory(device_, &take, nullptr, &made), "vkAllocateMemory");
    return made;
}

struct ImageFrame::Staging {
    Staging(ImageDevice& of, const Picture& picture) : device(of), layout(picture) {
        auto create = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
        create.size = layout.bytes;
        create.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
        check(of.CreateBuffer(of.handle(), &create, nullptr, &buffer), "vkCreateBuffer");
        VkMemoryRequirements needs;
        of.GetBufferMemoryRequirements(of.handle(), buffer, &needs);
        memory = of.allocate(
            needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
        check(of.BindBufferMemory(of.handle(), buffer, memory, 0), "vkBindBufferMemory");
        void* mapped = nullptr;
        check(of.MapMemory(of.handle(), memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
        host = static_cast<std::byte*>(mapped);
    }
    Staging(const Staging&) = delete;
    ~Staging() {
        device.DestroyBuffer(device.handle(), buffer, nullptr);
        device.FreeMemory(device.handle(), memory, nullptr);
    }
    void copy(const FramePlanes& from, const FramePlanes& to) const {
        for (size_t i = 0; i < layout.count; ++i) {
            for (size_t row = 0; row < layout.planes[i].rows; ++row) {
                const auto y = static_cast<ptrdiff_t>(row);
                std::memcpy(to.data[i] + y * to.pitch[i], from.data[i] + y * from.pitch[i],
                            layout.planes[i].row_bytes);
            }
        }
    }

    ImageDevice& device;
    PackedPicture layout;
    VkBuffer buffer = nullptr;
    VkDeviceMemory memory = nullptr;
    std::byte* host = nullptr;
};

ImageFrame::ImageFrame(ImageDevice& device, const Picture& picture, std::vector<VkFormat> formats,
                       int width, int height)
    : device_(device), picture_(picture) {
    tonelift_vulkan_frame_default(&state);
    if (width == 0) width = picture.width, height = picture.height;
    for (size_t i = 0; i < formats.size(); ++i) {
        const bool is_chroma =
            formats.size() > 1 && picture.format->halves_rows(static_cast<int>(i));
        auto create = structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
        create.imageType = VK_IMAGE_TYPE_2D;
        create.format = formats[i];
        create.extent = {static_cast<uint32_t>(is_chroma ? (width + 1) / 2 : width),
                         static_cast<uint32_t>(is_chroma ? (height + 1) / 2 : height), 1};
        create.mipLevels = create.arrayLayers = 1;
        create.samples = VK_SAMPLE_COUNT_1_BIT;
        create.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        VkImage image = nullptr;
        check(device.CreateImage(device.handle(), &create, nullptr, &image), "vkCreateImage");
        images_.push_back(image);
        VkMemoryRequirements needs;
        device.GetImageMemoryRequirements(device.handle(), image, &needs);
        memory_.push_back(device.allocate(needs, 0));
        check(device.BindImageMemory(device.handle(), image, memory_.back(), 0),
              "vkBindImageMemory");
        state.image[i] = number_of(image);
    }
    auto type = structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    const auto create =
        structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type);
    check(device.CreateSemaphore(device.handle(), &create, nullptr, &semaphore_),
          "vkCreateSemaphore");
    state.semaphore[0] = number_of(semaphore_);
}

ImageFrame::~ImageFrame() {
    device_.DeviceWaitIdle(device_.handle());
    for (const VkImage image : images_) device_.DestroyImage(device_.handle(), image, nullptr);
    for (const VkDeviceMemory memory : memory_)
        device_.FreeMemory(device_.handle(), memory, nullptr);
    device_.DestroySemaphore(device_.handle(), semaphore_, nullptr);
}

void ImageFrame::transfer(const Staging& staging, bool to_images) {
    const VkImageLayout layout =
        to_images ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const Format& format = *picture_.format;
    device_.run(
        [&](VkCommandBuffer to) {
            for (size_t i = 0; i < images_.size(); ++i) {
                auto barrier =
                    structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
                barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
                barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
                barrier.oldLayout = static_cast<VkImageLayout>(state.layout[i]);
                barrier.newLayout = layout;
                barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
                barrier.image = images_[i];
                barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
                device_.CmdPipelineBarrier(to, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                           VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                                           nullptr, 1, &barrier);
                state.layout[i] = static_cast<uint32_t>(layout);
            }
            for (size_t i = 0; i < staging.layout.count; ++i) {
                const PackedPicture::Plane& plane = staging.layout.planes[i];
                const bool is_chroma = format.halves_rows(static_cast<int>(i));
                const int width = is_chroma ? (picture_.width + 1) / 2 : picture_.width;
                const size_t texel = plane.row_bytes / static_cast<size_t>(width);
                VkBufferImageCopy part{};
                part.bufferOffset = plane.offset;
                part.bufferRowLength = static_cast<uint32_t>(plane.pitch / texel);
                part.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
                if (images_.size() < staging.layout.count)
                    part.imageSubresource.aspectMask = VK_IMAGE_ASPECT_PLANE_0_BIT << i;
                part.imageOffset = {is_chroma ? state.x / 2 : state.x,
                                    is_chroma ? state.y / 2 : state.y, 0};
                part.imageExtent = {static_cast<uint32_t>(width), static_cast<uint32_t>(plane.rows),
                                    1};
                const VkImage image = images_[images_.size() == 1 ? 0 : i];
                if (to_images)
                    device_.CmdCopyBufferToImage(to, staging.buffer, image, layout, 1, &part);
                else
                    device_.CmdCopyImageToBuffer(to, image, layout, staging.buffer, 1, &part);
            }
        },
        semaphore_, state.value[0]);
}

void ImageFrame::write(const TestPicture& from) {
    const Staging staging(device_, picture_);
    staging.copy(from.planes(), staging.layout.at(staging.host));
    transfer(staging, true);
}

void ImageFrame::read(TestPicture& to) {
    const Staging staging(device_, picture_);
    transfer(staging, false);
    staging.copy(staging.layout.at(staging.host), to.planes());
}

}  // namespace tonelift::test
