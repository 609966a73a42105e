// SPDX-License-Identifier: BSD-2-Clause
// Tests CUDA memory in the GStreamer element, on machines without a GPU. A test double of
// libgstcuda keeps device memory on the host.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <tonelift/tonelift.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <future>
#include <utility>

#include "tests/gstreamer/device_frames.h"
#include "tests/gstreamer/stand_in/gstcuda.h"

namespace {
tonelift_device last_device;
int last_batch;
tonelift_status next_status = TONELIFT_OK;
tonelift_status next_creation = TONELIFT_OK;

template <typename Function>
Function* in_library(const char* name) {
    return reinterpret_cast<Function*>(
        dlsym(dlopen("libtonelift.so." TONELIFT_ABI, RTLD_LAZY | RTLD_NOLOAD), name));
}

tonelift_options on_cpu(const tonelift_options* options) {
    tonelift_options result = *options;
    if (result.device != nullptr && std::strncmp(result.device, "cuda", 4) == 0)
        result.device = "cpu";
    return result;
}
}  // namespace

extern "C" TONELIFT_API tonelift_status tonelift_filter_create(
    tonelift_filter** filter, const tonelift_options* options, const tonelift_video* in,
    const tonelift_video* out, const tonelift_device* device, const tonelift_log* log) {
    static const auto create =
        in_library<decltype(tonelift_filter_create)>("tonelift_filter_create");
    const tonelift_options changed = on_cpu(options);
    last_device = device != nullptr ? *device : tonelift_device{};
    last_batch = options->batch;
    const tonelift_status status = std::exchange(next_creation, TONELIFT_OK);
    if (status != TONELIFT_OK) return status;
    return create(filter, &changed, in, out, nullptr, log);
}

extern "C" TONELIFT_API tonelift_status tonelift_options_check(const tonelift_options* options,
                                                               const tonelift_log* log) {
    static const auto check =
        in_library<decltype(tonelift_options_check)>("tonelift_options_check");
    const tonelift_options changed = on_cpu(options);
    return check(&changed, log);
}

extern "C" TONELIFT_API tonelift_status tonelift_filter_process(tonelift_filter* filter,
                                                                const tonelift_frame* in,
                                                                tonelift_frame* out, int count) {
    static const auto process =
        in_library<decltype(tonelift_filter_process)>("tonelift_filter_process");
    const tonelift_status status = std::exchange(next_status, TONELIFT_OK);
    return status != TONELIFT_OK ? status : process(filter, in, out, count);
}

namespace tonelift::cuda_test {
namespace {

#ifdef WITHOUT_STREAMS
constexpr bool has_streams = false;
#else
constexpr bool has_streams = true;
#endif

const std::string host_caps = host_input_caps();
const std::string device_caps = on_device(host_caps);

struct UnrefMiniObject {
    void operator()(GstMiniObject* object) const { gst_mini_object_unref(object); }
};
using Stream = std::unique_ptr<GstMiniObject, UnrefMiniObject>;

class Cuda : public DeviceTest {
  protected:
    void SetUp() override {
        stand_in_counts = {};
        stand_in_set_neighbor(context_.get());
    }
    void TearDown() override {
        element_.reset();
        EXPECT_EQ(stand_in_counts.pushed, 0);
        stand_in_set_neighbor(nullptr);
    }

    static Pool new_pool(GstObject* context, GstMiniObject* stream = nullptr) {
        Pool pool(gst_cuda_buffer_pool_new(context));
        GstStructure* config = config_for_input(pool.get());
#ifndef WITHOUT_STREAMS
        if (stream != nullptr) gst_buffer_pool_config_set_cuda_stream(config, stream);
#endif
        EXPECT_TRUE(gst_buffer_pool_set_config(pool.get(), config));
        return pool;
    }
    void expect_frames(const std::vector<int>& indices, bool in_device_memory) {
        expect_outputs(made_on_host("tonelift", indices), in_device_memory);
    }

    Context context_{stand_in_new_context(0)};
};

TEST_F(Cuda, FramesStayOnTheDevice) {
    start("tonelift", device_caps, device_output);
    EXPECT_EQ(last_device.cuda_context, context_.get());
    EXPECT_TRUE(last_device.input_on_device);
    EXPECT_TRUE(last_device.output_on_device);
    const Pool pool = new_pool(context_.get());
    for (int i = 0; i < 3; ++i) {
        BufferHandle frame = frame_from(pool.get(), i);
        const int before = stand_in_counts.host_maps;
        ASSERT_EQ(element_->push(std::move(frame), i), GST_FLOW_OK);
        EXPECT_EQ(stand_in_counts.host_maps, before);
    }
    expect_frames({0, 1, 2}, true);
}

TEST_F(Cuda, CopiesFramesBetweenDeviceAndHost) {
    start("tonelift", device_caps, host_output);
    EXPECT_TRUE(last_device.input_on_device);
    EXPECT_FALSE(last_device.output_on_device);
    const Pool pool = new_pool(context_.get());
    ASSERT_EQ(element_->push(frame_from(pool.get(), 1), 1), GST_FLOW_OK);
    EXPECT_EQ(stand_in_counts.stream_waits, 1);
    expect_frames({1}, false);

    start("tonelift", host_caps, device_output);
    EXPECT_FALSE(last_device.input_on_device);
    EXPECT_TRUE(last_device.output_on_device);
    ASSERT_EQ(element_->push(host_frame(2), 2), GST_FLOW_OK);
    EXPECT_EQ(stand_in_counts.stream_waits, 2);
    expect_frames({2}, true);
}

TEST_F(Cuda, UnchangedFramesPassThroughWithoutWork) {
    const std::string sdr = on_device(video_caps("P010_10LE", 62, 34, "bt709"));
    for (const bool stays : {true, false}) {
        start("tonelift preset=faithful format=same", sdr, stays ? device_output : host_output);
        const Pool pool = new_pool(context_.get());
        BufferHandle frame = frame_from(pool.get(), 0);
        const GstBuffer* pointer = frame.get();
        ASSERT_EQ(element_->push(std::move(frame), 0), GST_FLOW_OK);
        const BufferHandle out = element_->pull();
        ASSERT_TRUE(out);
        EXPECT_EQ(out.get() == pointer, stays);
        EXPECT_EQ(is_device_memory(out.get()), stays);
    }
}

TEST_F(Cuda, MemoryOfTheSameKindIsPreferred) {
    const std::string both = device_output + ";video/x-raw";
    for (const auto& [in, device] : {std::pair(device_caps, true), {host_caps, false}}) {
        start("tonelift", in, both);
        const CapsHandle out = element_->output();
        EXPECT_EQ(
            gst_caps_features_contains(gst_caps_get_features(out.get(), 0), "memory:CUDAMemory"),
            device);
    }
}

TEST_F(Cuda, EncodersGetDeviceMemory) {
    const std::string fields =
        ",format={NV12,P010_10LE,Y444,Y444_16LE},width=[16,8192],"
        "height=[16,8192],framerate=[0/1,2147483647/1]";
    for (const std::string& encoder :
         {"video/x-raw" + fields + ",interlace-mode=progressive;" + device_output + fields +
              ";video/x-raw(memory:GLMemory)" + fields,
          device_output + fields + ";video/x-raw" + fields}) {
        for (const auto& [launch, format] :
             {std::pair("tonelift", "NV12"), {"tonelift transfer=pq", "P010_10LE"}}) {
            start(launch, device_caps, encoder);
            const CapsHandle out = element_->output();
            EXPECT_EQ(field(out, "format"), format);
            EXPECT_TRUE(last_device.output_on_device);
        }
    }
}

TEST_F(Cuda, WaitsOnlyWithoutACommonStream) {
    start("tonelift batch=2", device_caps, device_output);
    const Pool pool = proposed_pool(device_caps);
    push(pool.get(), 8);
    EXPECT_EQ(stand_in_counts.stream_waits, has_streams ? 0 : 4);
    EXPECT_EQ(stand_in_counts.memory_waits, 0);
    expect_frames({0, 1, 2, 3, 4, 5, 6, 7}, true);
}

#ifndef WITHOUT_STREAMS
TEST_F(Cuda, WaitsForAnotherStream) {
    start("tonelift", device_caps, device_output);
    const Stream other(gst_cuda_stream_new(context_.get()));
    const Pool pool = new_pool(context_.get(), other.get());
    push(pool.get(), 3);
    EXPECT_EQ(stand_in_counts.memory_waits, 3);
    EXPECT_EQ(stand_in_counts.stream_waits, 3);
    expect_frames({0, 1, 2}, true);
}

GstPadProbeReturn offer_pool(GstPad*, GstPadProbeInfo* info, gpointer pool) {
    GstQuery* query = GST_PAD_PROBE_INFO_QUERY(info);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
    gst_query_add_allocation_pool(query, static_cast<GstBufferPool*>(pool), 0, 1, 0);
    return GST_PAD_PROBE_HANDLED;
}

TEST_F(Cuda, UsesTheStreamOfDownstream) {
    const Stream theirs(gst_cuda_stream_new(context_.get()));
    element_ = std::make_unique<Element>();
    const Pool pool = new_pool(context_.get(), theirs.get());
    GstPad* pad = gst_element_get_static_pad(element_->tonelift(), "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool, pool.get(), nullptr);
    gst_object_unref(pad);
    element_->set_output(device_output);
    element_->set_input(device_caps);
    EXPECT_EQ(last_device.cuda_stream, theirs.get());

    const Pool ours = proposed_pool(device_caps);
    push(ours.get(), 3);
    EXPECT_EQ(stand_in_counts.stream_waits, 0);
    expect_frames({0, 1, 2}, true);
}
#endif

TEST_F(Cuda, FollowsTheFramesToAnotherContext) {
    start("tonelift batch=3", device_caps, device_output);
    const Context other(stand_in_new_context(0));
    const Pool pools[] = {new_pool(context_.get()), new_pool(other.get())};
    for (int i = 0; i < 12; ++i) {
        ASSERT_EQ(element_->push(frame_from(pools[i / 4 % 2].get(), i), i), GST_FLOW_OK);
    }
    gst_harness_push_event(element_->harness(), gst_event_new_eos());
    for (int i = 0; i < 12; ++i) {
        const BufferHandle out = element_->pull();
        ASSERT_TRUE(out) << "frame " << i;
        EXPECT_EQ(GST_BUFFER_PTS(out.get()) / frame_duration, static_cast<GstClockTime>(i));
        EXPECT_EQ(stand_in_context_of(out.get()), i / 4 % 2 ? other.get() : context_.get());
    }
}

TEST_F(Cuda, DoesNotFollowToAnotherDevice) {
    start("tonelift cuda-device-id=0", device_caps, device_output);
    const Context other(stand_in_new_context(1));
    const Pool pool = new_pool(other.get());
    EXPECT_EQ(element_->push(frame_from(pool.get(), 0), 0), GST_FLOW_ERROR);
    EXPECT_NE(element_->said(GST_MESSAGE_ERROR), "");
}

TEST_F(Cuda, HostMemoryWithDeviceMemoryCapsIsAnError) {
    start("tonelift", device_caps, device_output);
    EXPECT_EQ(element_->push(host_frame(0), 0), GST_FLOW_ERROR);
    EXPECT_NE(element_->said(GST_MESSAGE_ERROR), "");
}

TEST_F(Cuda, SharesItsContextWithNeighbors) {
    start("tonelift", device_caps, device_output);
    GstQuery* query = gst_query_new_context("gst.cuda.context");
    EXPECT_TRUE(gst_pad_peer_query(element_->harness()->srcpad, query));
    GstContext* found = nullptr;
    gst_query_parse_context(query, &found);
    ASSERT_NE(found, nullptr);
    GstObject* context = nullptr;
    gst_structure_get(gst_context_get_structure(found), "gst.cuda.context",
                      G_OBJECT_TYPE(context_.get()), &context, nullptr);
    EXPECT_EQ(context, context_.get());
    gst_object_unref(context);
    gst_query_unref(query);
}

TEST_F(Cuda, UsesTheGivenContext) {
    const Context given(stand_in_new_context(0));
    element_ = std::make_unique<Element>();
    give_context(element_->tonelift(), given.get());
    element_->set_output(device_output);
    element_->set_input(device_caps);
    EXPECT_EQ(last_device.cuda_context, given.get());
}

// Tests what happens while an element searches for a context. Other elements that search hold a
// lock of libgstcuda, so this element must not make their threads wait.
class Searching : public Cuda {
  protected:
    void TearDown() override {
        if (other_.valid()) other_.wait();
        Cuda::TearDown();
    }

    void start_with(const std::function<void(GstElement*)>& search) {
        search_ = search;
        stand_in_search = [](GstElement* element) { search_(element); };
        start("tonelift", device_caps, device_output);
        stand_in_search = nullptr;
        search_ = nullptr;
    }

    void happens_in_another_thread(const std::function<void()>& function) {
        other_ = std::async(std::launch::async, function);
        EXPECT_EQ(other_.wait_for(std::chrono::seconds(2)), std::future_status::ready)
            << "the element waits for the end of its search";
    }

    static inline std::function<void(GstElement*)> search_;
    std::future<void> other_;
    Context given_{stand_in_new_context(0)};
};

TEST_F(Searching, AnswersQueriesMeanwhile) {
    start_with([this](GstElement* element) {
        happens_in_another_thread([element] {
            GstPad* pad = gst_element_get_static_pad(element, "src");
            GstQuery* query = gst_query_new_context("gst.cuda.context");
            EXPECT_FALSE(gst_pad_query(pad, query));
            gst_query_unref(query);
            gst_object_unref(pad);
        });
    });
    EXPECT_EQ(last_device.cuda_context, context_.get());
}

TEST_F(Searching, KeepsTheContextThatAnotherThreadGivesMeanwhile) {
    start_with([this](GstElement* element) {
        happens_in_another_thread([this, element] { give_context(element, given_.get()); });
    });
    EXPECT_EQ(last_device.cuda_context, given_.get());
}

TEST_F(Searching, TakesTheContextThatItFinds) {
    start_with([this](GstElement* element) { give_context(element, given_.get()); });
    EXPECT_EQ(last_device.cuda_context, given_.get());
}

TEST_F(Cuda, StartsAgainInAnotherContext) {
    start("tonelift", device_caps, device_output);
    const Context next(stand_in_new_context(0));
    stand_in_set_neighbor(next.get());
    restart(device_caps);
    EXPECT_EQ(last_device.cuda_context, next.get());
    const Pool pool = new_pool(next.get());
    ASSERT_EQ(element_->push(frame_from(pool.get(), 5), 5), GST_FLOW_OK);
    expect_frames({5}, true);
}

TEST_F(Cuda, IsStartedAgainAfterAFailure) {
    for (const tonelift_status status : {TONELIFT_ERROR_DEVICE, TONELIFT_ERROR_OUT_OF_MEMORY}) {
        start("tonelift", device_caps, device_output);
        const Pool pool = new_pool(context_.get());
        next_status = status;
        EXPECT_EQ(element_->push(frame_from(pool.get(), 0), 0), GST_FLOW_ERROR);
        EXPECT_EQ(element_->said(GST_MESSAGE_ERROR), tonelift_status_text(status));
        restart(device_caps);
        push(pool.get(), 3);
        expect_frames({0, 1, 2}, true);
    }
}

TEST_F(Cuda, PoolWithoutMemoryIsAnError) {
    start("tonelift", device_caps, device_output);
    const Pool pool = new_pool(context_.get());
    push(pool.get(), 1);
    const BufferHandle held = element_->pull();
    BufferHandle next = frame_from(pool.get(), 1);
    stand_in_out_of_memory = TRUE;
    EXPECT_EQ(element_->push(std::move(next), 1), GST_FLOW_ERROR);
    stand_in_out_of_memory = FALSE;
    EXPECT_NE(element_->said(GST_MESSAGE_ERROR).find("no memory"), std::string::npos);
}

TEST_F(Cuda, FailureToChangeTheContextIsAnError) {
    start("tonelift", device_caps, device_output);
    const Context other(stand_in_new_context(0));
    const Pool pool = new_pool(other.get());
    next_creation = TONELIFT_ERROR_OUT_OF_MEMORY;
    EXPECT_EQ(element_->push(frame_from(pool.get(), 0), 0), GST_FLOW_ERROR);
    EXPECT_EQ(element_->said(GST_MESSAGE_ERROR),
              tonelift_status_text(TONELIFT_ERROR_OUT_OF_MEMORY));
    EXPECT_NE(element_->push(frame_from(pool.get(), 1), 1), GST_FLOW_OK);
}

TEST_F(Cuda, LiveFramesDoNotWaitForABatch) {
    for (const bool live : {false, true}) {
        for (const int batch : {0, 4}) {
            element_ = std::make_unique<Element>("tonelift batch=" + std::to_string(batch));
            gst_harness_set_live(element_->harness(), live);
            element_->set_output(device_output);
            element_->set_input(device_caps);
            EXPECT_EQ(last_batch, batch == 0 && live ? 1 : batch);
        }
    }
}

TEST_F(Cuda, UsesTheRequestedDevice) {
    const Context second(stand_in_new_context(1));
    stand_in_set_neighbor(second.get());
    for (const char* launch : {"tonelift cuda-device-id=1", "tonelift device=cuda1", "tonelift"}) {
        start(launch, device_caps, device_output);
        EXPECT_EQ(last_device.cuda_context, second.get()) << launch;
    }
    for (const char* launch :
         {"tonelift cuda-device-id=0", "tonelift device=cuda0", "tonelift device=cuda:0"}) {
        start(launch, device_caps, device_output);
        EXPECT_NE(last_device.cuda_context, second.get()) << launch;
    }
}

bool takes_device_memory(const Element& element) {
    GstPad* pad = gst_element_get_static_pad(element.tonelift(), "sink");
    const CapsHandle caps(gst_pad_query_caps(pad, nullptr));
    gst_object_unref(pad);
    for (guint i = 0; i < gst_caps_get_size(caps.get()); ++i) {
        if (gst_caps_features_contains(gst_caps_get_features(caps.get(), i), "memory:CUDAMemory")) {
            return true;
        }
    }
    return false;
}

TEST_F(Cuda, DeviceMemoryIsOfferedUnlessTheCpuIsRequested) {
    EXPECT_TRUE(takes_device_memory(Element("tonelift")));
    EXPECT_FALSE(takes_device_memory(Element("tonelift device=cpu")));
}

TEST_F(Cuda, HostMemoryNeedsNoDevice) {
    start("tonelift", host_caps, host_output);
    EXPECT_EQ(last_device.cuda_context, nullptr);
    ASSERT_EQ(element_->push(host_frame(3), 3), GST_FLOW_OK);
    expect_frames({3}, false);
}

}  // namespace
}  // namespace tonelift::cuda_test
