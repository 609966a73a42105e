// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/driver/device.h"

#include <algorithm>
#include <utility>

#include "kernels/error.h"

namespace tonelift {
namespace {

using cuda::check;
using cuda::driver;

// Device attributes and other constants of the CUDA driver that dynlink_cuda.h does not declare.
constexpr auto l2_cache_bytes = static_cast<CUdevice_attribute>(38);
constexpr auto shared_bytes_per_multiprocessor = static_cast<CUdevice_attribute>(81);
constexpr auto shared_bytes_per_block_opt_in = static_cast<CUdevice_attribute>(97);
constexpr int function_local_bytes = 3;
constexpr int function_max_dynamic_shared = 8;
constexpr unsigned schedule_blocking_sync = 4;
constexpr unsigned stream_non_blocking = 1;

// Minimum compute capability: 7.5 (Turing).
constexpr int oldest_compute = 75;

std::string device_name(CUdevice device) {
    char name[128] = "";
    driver().device_name(name, sizeof name, device);
    return name;
}

CUdevice find_gpu(int index) {
    int count = 0;
    check(driver().device_count(&count), "counting the GPUs");
    CUdevice device = 0;
    if (index < count) {
        check(driver().device_get(&device, index), "opening the GPU");
        return device;
    }
    std::string list;
    for (int i = 0; i < count; ++i) {
        check(driver().device_get(&device, i), "listing the GPUs");
        list += (i > 0 ? ", cuda" : "cuda") + std::to_string(i) + " " + device_name(device);
    }
    throw Error(Failure::argument,
                "device=cuda" + std::to_string(index) + " does not exist; allowed are " + list);
}

}  // namespace

CudaDevice::CudaDevice(const DeviceTarget& target)
    : context_(static_cast<CUcontext>(target.cuda_context)),
      stream_(static_cast<CUstream>(target.cuda_stream)) {
    if (context_ == nullptr) {
        check(driver().context_create(&context_, schedule_blocking_sync, find_gpu(target.device)),
              "making a context");
        owns_ = true;
        CUcontext popped = nullptr;
        driver().context_pop(&popped);
    }
    try {
        read_limits();
    } catch (...) {
        if (owns_) driver().context_destroy(context_);
        throw;
    }
}

CudaDevice::~CudaDevice() {
    if (!owns_) return;
    if (driver().context_push(context_) == CUDA_SUCCESS) {
        driver().stream_destroy(stream_);
        CUcontext popped = nullptr;
        driver().context_pop(&popped);
    }
    driver().context_destroy(context_);
}

void CudaDevice::read_limits() {
    const CurrentContext current(*this);
    CUdevice device = 0;
    check(driver().context_device(&device), "querying the GPU of the context");
    const auto attribute = [&](CUdevice_attribute which) {
        int value = 0;
        check(driver().device_attribute(&value, which, device), "querying the GPU's limits");
        return value;
    };
    limits_.multiprocessors = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    limits_.shared_bytes_per_block = attribute(shared_bytes_per_block_opt_in);
    limits_.shared_bytes_per_multiprocessor = attribute(shared_bytes_per_multiprocessor);
    limits_.compute_major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    limits_.compute_minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    limits_.cache_bytes = attribute(l2_cache_bytes);
    name_ = device_name(device);
    if (10 * limits_.compute_major + limits_.compute_minor < oldest_compute) {
        throw Error(Failure::unsupported,
                    name_ +
                        " is older than Tonelift supports (compute capability 7.5 or newer); "
                        "set device=cpu");
    }
    if (owns_) check(driver().stream_create(&stream_, stream_non_blocking), "making a stream");
}

// Throws if the caller has destroyed the context. Without this check, the driver would make the
// destroyed context current. The destructor would then make the driver free the context again.
CurrentContext::CurrentContext(const CudaDevice& device) {
    unsigned version = 0;
    if (!device.owns_)
        check(driver().context_version(device.context_, &version), "entering the context");
    check(driver().context_push(device.context_), "entering the context");
}

CurrentContext::~CurrentContext() {
    CUcontext popped = nullptr;
    driver().context_pop(&popped);
}

std::string name_of(const CudaDevice& device) { return device.name(); }

namespace cuda {
namespace {

class MemoryCopy : public DeviceCopy {
  public:
    MemoryCopy(DevicePointer device, std::span<const std::byte> bytes)
        : memory_(std::move(device), bytes.size()) {
        memory_.upload(bytes.data(), bytes.size());
    }
    std::byte* address() const override { return reinterpret_cast<std::byte*>(memory_.address()); }

  private:
    DeviceMemory memory_;
};

}  // namespace
}  // namespace cuda

std::string details_of(const CudaDevice& device) {
    return std::to_string(device.limits().multiprocessors) + " multiprocessors, driver for CUDA " +
           cuda::version_text(cuda::driver().version);
}

std::unique_ptr<DeviceCopy> copy_to_device(std::shared_ptr<CudaDevice> device,
                                           std::span<const std::byte> bytes) {
    return std::make_unique<cuda::MemoryCopy>(std::move(device), bytes);
}

void wait_for(const CudaDevice& device) {
    const CurrentContext current(device);
    cuda::check(cuda::driver().stream_synchronize(device.stream()), "waiting for the GPU");
}

namespace cuda {
namespace {

std::string megabytes(size_t bytes) {
    return std::to_string((bytes + (1u << 20) - 1) >> 20) + " MB";
}

}  // namespace

DeviceMemory::DeviceMemory(DevicePointer device, size_t bytes)
    : device_(std::move(device)), bytes_(bytes) {
    if (bytes == 0) return;
    const CurrentContext current(*device_);
    check(driver().memory_allocate(&address_, bytes),
          "allocating " + megabytes(bytes) + " of device memory");
    const CUresult cleared = driver().memory_set(address_, 0, bytes, device_->stream());
    if (cleared == CUDA_SUCCESS) return;
    driver().memory_free(address_);
    check(cleared, "clearing device memory");
}

DeviceMemory::~DeviceMemory() {
    if (address_ != 0) in_context(device_, [&] { driver().memory_free(address_); });
}

void DeviceMemory::swap(DeviceMemory& other) {
    std::swap(device_, other.device_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
}

void DeviceMemory::upload(const void* from, size_t bytes) const {
    if (bytes == 0) return;
    const CurrentContext current(*device_);
    check(driver().copy_to_device(address_, from, bytes, device_->stream()), "uploading");
}

void DeviceMemory::download(void* to, size_t offset, size_t bytes) const {
    if (bytes == 0) return;
    const CurrentContext current(*device_);
    check(driver().copy_to_host(to, address_ + offset, bytes, device_->stream()), "downloading");
    check(driver().stream_synchronize(device_->stream()), "waiting for the GPU");
}

Kernel::Kernel(DevicePointer device, const std::string& code, const std::string& name,
               unsigned shared_bytes)
    : device_(std::move(device)) {
    const CurrentContext current(*device_);
    check(driver().module_load(&module_, code.c_str(), 0, nullptr, nullptr),
          "loading the kernel " + name);
    const CUresult found = driver().module_function(&function_, module_, name.c_str());
    CUresult prepared = found;
    if (found == CUDA_SUCCESS && shared_bytes > 0) {
        prepared = driver().function_set(function_, function_max_dynamic_shared,
                                         static_cast<int>(shared_bytes));
    }
    if (prepared == CUDA_SUCCESS) return;
    driver().module_unload(module_);
    check(prepared, "preparing the kernel " + name);
}

Kernel::Kernel(Kernel&& other) noexcept
    : device_(std::move(other.device_)),
      module_(std::exchange(other.module_, nullptr)),
      function_(other.function_) {}

Kernel::~Kernel() {
    if (module_ != nullptr) in_context(device_, [&] { driver().module_unload(module_); });
}

void Kernel::launch(const KernelCall& call, unsigned frames, void** parameters,
                    CUstream stream) const {
    const CUresult started =
        driver().launch(function_, call.grid.x, call.grid.y, frames, call.block.x, call.block.y, 1,
                        call.shared_bytes, stream, parameters, nullptr);
    if (started != CUDA_SUCCESS) check(started, "starting the kernel " + call.kernel);
}

CUgraphNode Kernel::add_to(CUgraph graph, const KernelCall& call, unsigned frames,
                           void** parameters, std::span<const CUgraphNode> behind) const {
    const KernelNode what{function_,    call.grid.x, call.grid.y,       frames,     call.block.x,
                          call.block.y, 1,           call.shared_bytes, parameters, nullptr};
    const std::string doing = "adding the kernel " + call.kernel + " to a graph";
    CUgraphNode node = nullptr;
    check(driver().graph_add(&node, graph, behind.data(), behind.size(), &what), doing);
    return node;
}

int Kernel::local_bytes() const {
    int bytes = 0;
    check(driver().function_get(&bytes, function_local_bytes, function_),
          "querying the resources of a kernel");
    return bytes;
}

}  // namespace cuda
}  // namespace tonelift
