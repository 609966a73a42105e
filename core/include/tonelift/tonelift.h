/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Tonelift: local tone mapping of video.
 *
 *   tonelift_options options;
 *   tonelift_options_default(&options);
 *   tonelift_video in, out;
 *   tonelift_video_default(&in);            ... fill in ...
 *   tonelift_video_default(&out);
 *   tonelift_output(&options, &in, &out, NULL);   describes the output frames to allocate
 *   tonelift_filter* filter;
 *   tonelift_filter_create(&filter, &options, &in, &out, NULL, NULL);
 *   tonelift_filter_process(filter, in_frames, out_frames, count);
 *   tonelift_filter_destroy(&filter);
 *
 * docs/reference/api.md is the guide to this API. docs/reference/example.c is a complete program.
 *
 * Structs and strings passed to a function need not outlive the call, unless the function says
 * otherwise. Every function that can fail returns a tonelift_status and logs the reason. A NULL log
 * is allowed everywhere. The library never throws, exits or aborts. Filters are independent of each
 * other.
 *
 * A failed change of options or of the input has no effect, and the filter continues as before.
 * After an error of tonelift_filter_process():
 *   _ARGUMENT, _UNSUPPORTED, _SCRIPT  no frame was written; the filter continues as before
 *   _IO                               some frames may be unwritten; the filter stays usable
 *   _DEVICE                           every later call returns the same error
 *   _OUT_OF_MEMORY, _INTERNAL         frames and statistics may be wrong; destroy the filter
 */
#ifndef TONELIFT_TONELIFT_H
#define TONELIFT_TONELIFT_H

#include <tonelift/dolby_vision.h>
#include <tonelift/frame.h>
#include <tonelift/hdr10_plus.h>
#include <tonelift/metadata.h>
#include <tonelift/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a call. */
typedef enum tonelift_status {
    TONELIFT_OK = 0,
    TONELIFT_ERROR_ARGUMENT = -1,    /**< an argument or option out of range, or an unknown name */
    TONELIFT_ERROR_UNSUPPORTED = -2, /**< a valid request that this build or device cannot do */
    TONELIFT_ERROR_SCRIPT = -3,      /**< the script does not compile; the log gives the location */
    TONELIFT_ERROR_OUT_OF_MEMORY = -4, /**< memory of the host or of the device is exhausted */
    TONELIFT_ERROR_IO = -5,            /**< a file cannot be read or written */
    TONELIFT_ERROR_DEVICE =
        -6, /**< the device or its driver failed; the filter can only be destroyed */
    TONELIFT_ERROR_INTERNAL = -7 /**< a bug in Tonelift */
} tonelift_status;

/** Returns one English sentence that describes a status. */
TONELIFT_API const char* tonelift_status_text(tonelift_status status);

/** Returns the version of the loaded library, such as "0.2.0". A version between two releases also
 * names the commit. */
TONELIFT_API const char* tonelift_version(void);

/** The importance of a message. */
typedef enum tonelift_log_level {
    TONELIFT_LOG_ERROR = 0,
    TONELIFT_LOG_WARNING = 1,
    TONELIFT_LOG_INFO = 2,
    TONELIFT_LOG_DEBUG = 3
} tonelift_log_level;

/**
 * A callback that receives messages. A message has no newline at its end, and is valid until the
 * callback returns. The library calls the callback only from the thread that called the library.
 * The callback must not call the filter.
 *
 * The callback and `user` must stay valid until tonelift_filter_destroy() has returned.
 * Thread-safety: filters that share a log may call its callback from several threads.
 */
typedef struct tonelift_log {
    size_t struct_size; /**< sizeof(tonelift_log) */
    void* user;         /**< passed to the callback */
    void (*callback)(void* user, tonelift_log_level level, const char* message);
} tonelift_log;

/* Every option occupies 8 bytes, so that no new option lies in the padding of an older struct. */
#ifdef __cplusplus
#define TONELIFT_ALIGNED_ alignas(8)
#else
#define TONELIFT_ALIGNED_ _Alignas(8)
#endif

/**
 * All options (options.def). Start from tonelift_options_default(). Strings belong to the caller,
 * and must stay valid as long as the struct is used. NULL means the default. Thread-safety: plain
 * data without locks.
 */
typedef struct tonelift_options {
    size_t struct_size; /**< sizeof(tonelift_options), set by tonelift_options_default() */
#define TONELIFT_OPTION_STRING(name, group, value, live, help) TONELIFT_ALIGNED_ const char* name;
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    TONELIFT_ALIGNED_ double name;
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    TONELIFT_ALIGNED_ int name;
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) \
    TONELIFT_ALIGNED_ int name;
#include <tonelift/options.def>
} tonelift_options;

/**
 * Names of the values of enum options, such as TONELIFT_TONEMAP_HABLE for tonemap=hable. Color
 * numbers are code points of ITU-T H.273.
 */
enum {
#define TONELIFT_OPTION_VALUE(option, id, value_name, number, help) TONELIFT_##id = number,
#include <tonelift/options.def>
    /* values for fields of tonelift_video only */
    TONELIFT_PRIMARIES_UNSPECIFIED = 2,
    TONELIFT_TRANSFER_UNSPECIFIED = 2,
    TONELIFT_MATRIX_RGB = 0,
    TONELIFT_MATRIX_UNSPECIFIED = 2,
    TONELIFT_RANGE_UNSPECIFIED = 0
};

/** Fills the first `size` bytes of *options with the defaults of options.def. NULL is allowed. */
TONELIFT_API void tonelift_options_init(tonelift_options* options, size_t size);

/** Calls tonelift_options_init() with the size of the struct in the program's headers. */
static inline void tonelift_options_default(tonelift_options* options) {
    tonelift_options_init(options, sizeof(*options));
}

/**
 * Sets an option from text, like `name=value` on a command line. A string option keeps the pointer
 * `value`: the text must stay valid as long as *options is used.
 *
 * Errors: TONELIFT_ERROR_ARGUMENT for an unknown name or a wrong value. *options is then unchanged.
 */
TONELIFT_API tonelift_status tonelift_options_set(tonelift_options* options, const char* name,
                                                  const char* value, const tonelift_log* log);

/**
 * Checks options before a stream is known. The function makes the plan for a typical input (HDR10),
 * without the limits script_memory and script_work. Options that pass can still fail for a stream.
 * The function reads scripts and the files named by options, except statistics files.
 *
 * Errors: those of tonelift_output() and tonelift_filter_create().
 */
TONELIFT_API tonelift_status tonelift_options_check(const tonelift_options* options,
                                                    const tonelift_log* log);

/**
 * The location of the frames. If all fields except struct_size are 0, frames are in host memory.
 * Otherwise, the CUDA context or the Vulkan device does the work. Context, device and stream must
 * outlive the filter. Thread-safety: plain data without locks.
 */
typedef struct tonelift_device {
    size_t struct_size;   /**< sizeof(tonelift_device), set by tonelift_device_default() */
    void* cuda_context;   /**< CUcontext; NULL: no CUDA device */
    void* cuda_stream;    /**< CUstream for the work; NULL: the default stream of the context */
    int input_on_device;  /**< nonzero if input frames are in device memory */
    int output_on_device; /**< nonzero if output frames are in device memory */
    const struct tonelift_vulkan*
        vulkan; /**< a Vulkan device (tonelift/vulkan.h) or NULL; not with cuda_context */
} tonelift_device;

/** Fills the first `size` bytes of *device with the values for frames in host memory. NULL is
 * allowed. */
TONELIFT_API void tonelift_device_init(tonelift_device* device, size_t size);

/** Calls tonelift_device_init() with the size of the struct in the program's headers. */
static inline void tonelift_device_default(tonelift_device* device) {
    tonelift_device_init(device, sizeof(*device));
}

/**
 * Describes the output for an input: fills *out with format, size, color and HDR metadata.
 * out->struct_size must be set: start from tonelift_video_default().
 *
 * If stats_file is complete, PQ output has the light level (max_cll and max_fall) that the file
 * states for the film. Otherwise, max_cll of PQ output is the target peak, and mastering_max of HDR
 * output too. HDR output keeps the input's values if the script changes no pixel and the input's
 * peak is at most the target peak. max_cll and max_fall of HLG output are always 0.
 *
 * Errors: TONELIFT_ERROR_ARGUMENT for invalid options and for an invalid input.
 * TONELIFT_ERROR_UNSUPPORTED for unknown colors and for an input of textures. TONELIFT_ERROR_IO if
 * the output is PQ and stats_file is not a statistics file.
 */
TONELIFT_API tonelift_status tonelift_output(const tonelift_options* options,
                                             const tonelift_video* in, tonelift_video* out,
                                             const tonelift_log* log);

/**
 * A stream that is being processed. Thread-safety: calls on one filter must not overlap. Different
 * filters may be used at the same time from different threads.
 */
typedef struct tonelift_filter tonelift_filter;

/**
 * Creates a filter and allocates all memory that it will need. `out` is the result of
 * tonelift_output(), in which the caller may set another format of the same family (YUV, RGB or
 * gray). The option `format` sets any format. If `device` is NULL, frames are in host memory. On
 * failure *filter is NULL.
 *
 * Errors: TONELIFT_ERROR_ARGUMENT for options out of range and for an invalid `out`.
 * TONELIFT_ERROR_UNSUPPORTED for unknown colors and for a missing device. TONELIFT_ERROR_SCRIPT for
 * a script that does not compile. TONELIFT_ERROR_IO if a file that an option names cannot be used.
 * TONELIFT_ERROR_OUT_OF_MEMORY if an allocation fails. TONELIFT_ERROR_DEVICE if the device or its
 * driver fails.
 */
TONELIFT_API tonelift_status tonelift_filter_create(
    tonelift_filter** filter, const tonelift_options* options, const tonelift_video* in,
    const tonelift_video* out, const tonelift_device* device, const tonelift_log* log);

/** Frees a filter and sets *filter to NULL. Both `filter` and *filter may be NULL. */
TONELIFT_API void tonelift_filter_destroy(tonelift_filter** filter);

/**
 * Maps `count` consecutive frames of the stream. Output on a device is queued; output in host
 * memory is complete when the call returns.
 *
 * No output frame may share memory with another frame of the call.
 *
 * Errors: TONELIFT_ERROR_ARGUMENT for a missing, misaligned or overlapping plane and for a pitch
 * that is too small; no frame is then written. TONELIFT_ERROR_IO for a frame that is missing in the
 * stats_file. TONELIFT_ERROR_DEVICE if the device fails; all later calls then return the same
 * error.
 */
TONELIFT_API tonelift_status tonelift_filter_process(tonelift_filter* filter,
                                                     const tonelift_frame* in, tonelift_frame* out,
                                                     int count);

/**
 * Gets the length of the filter's look-ahead, in seconds and in frames. Both are 0 if the filter
 * has no look-ahead. The look-ahead of a frame is complete when tonelift_filter_look() has received
 * later frames that last `seconds` in total, or `frames` later frames. `seconds` and `frames` may
 * be NULL.
 */
TONELIFT_API void tonelift_filter_lookahead(const tonelift_filter* filter, double* seconds,
                                            int* frames);

/**
 * Measures `count` frames for the look-ahead. Call this function for each frame of the stream, once
 * and in order, before tonelift_filter_process(). Does nothing if the filter has no look-ahead.
 * Errors: those of tonelift_filter_process().
 */
TONELIFT_API tonelift_status tonelift_filter_look(tonelift_filter* filter, const tonelift_frame* in,
                                                  int count);

/**
 * Returns how many of the next frames have a complete look-ahead. The caller can map these frames
 * now by tonelift_filter_process(). A frame that is mapped before its look-ahead is complete can
 * get another exposure than with a complete look-ahead. At the end of the stream, map the remaining
 * frames without a complete look-ahead.
 */
TONELIFT_API int tonelift_filter_ready(const tonelift_filter* filter);

/**
 * Applies the live options (options.def) of *options; all other options must be unchanged. With the
 * option `metadata`, all options must be unchanged. Statistics are kept unless the script changes.
 * On failure, the filter is unchanged.
 */
TONELIFT_API tonelift_status tonelift_filter_set_options(tonelift_filter* filter,
                                                         const tonelift_options* options);

/**
 * Applies a changed color description or HDR metadata; format and size must be unchanged.
 * Statistics are kept if only HDR metadata changed. On failure, the filter is unchanged.
 */
TONELIFT_API tonelift_status tonelift_filter_set_input(tonelift_filter* filter,
                                                       const tonelift_video* in);

/**
 * Ends the stream: completes the stats_file that is being written, and gives it its final name.
 * Later frames are mapped but not recorded.
 *
 * Without this call, the file keeps the suffix ".part", and a later filter of this process can
 * continue the file.
 *
 * An earlier complete file is kept, with a warning, if no frame was measured, or if the earlier
 * file begins with the same frames and has more.
 *
 * Errors: TONELIFT_ERROR_IO if the file cannot be written. An earlier complete file is then kept.
 */
TONELIFT_API tonelift_status tonelift_filter_finish(tonelift_filter* filter);

/** Discards the statistics of all frames so far, including frames that were only measured for the
 * look-ahead. Call this function after a seek. */
TONELIFT_API tonelift_status tonelift_filter_reset(tonelift_filter* filter);

/**
 * Gets MaxCLL and MaxFALL (CTA-861.3) of all output frames so far, in cd/m2. 0 means unknown, as
 * for output that is not PQ. Waits until the device has finished its work.
 */
TONELIFT_API tonelift_status tonelift_filter_light(tonelift_filter* filter, double* max_cll,
                                                   double* max_fall);

/** Returns the preferred number of frames per call of tonelift_filter_process(): the option `batch`
 * if it is not 0, else an automatic choice. */
TONELIFT_API int tonelift_filter_batch(const tonelift_filter* filter);

/**
 * Returns nonzero if output equals input bit for bit. The caller may then use the input frames
 * as output.
 */
TONELIFT_API int tonelift_filter_passthrough(const tonelift_filter* filter);

/**
 * Sets the options of filters[i] to *options[i], for `count` filters (0 or more). If one filter
 * fails, no filter changes.
 */
TONELIFT_API tonelift_status tonelift_filters_set_options(tonelift_filter* const* filters,
                                                          const tonelift_options* const* options,
                                                          int count);

/** Reads the file of the option `script` again, for example after the user has edited it. Does
 * nothing if the option is not set. Errors: those of tonelift_filter_set_options(). */
TONELIFT_API tonelift_status tonelift_filter_read_script(tonelift_filter* filter);

/**
 * Gets the dynamic metadata of a frame. The filter must have the option `metadata`. `frame` is an
 * input frame. Its fields `timestamp` and `time` identify the frame. The call may come before or
 * after tonelift_filter_process(). A program that does not change the picture need not call
 * tonelift_filter_process(). metadata->struct_size must be set: start from
 * tonelift_metadata_default().
 *
 * Without a stats_file, frames must be given in order. This call measures a frame that
 * tonelift_filter_look() did not measure. The metadata of the last 128 frames can be requested
 * again. Without a look-ahead, a frame with the timestamp and time of an earlier frame therefore
 * has the metadata of that frame. Errors: TONELIFT_ERROR_ARGUMENT without the option `metadata`, or
 * for a frame that is not the next frame of the look-ahead. TONELIFT_ERROR_IO for a frame that is
 * missing in the stats_file.
 */
TONELIFT_API tonelift_status tonelift_filter_metadata(tonelift_filter* filter,
                                                      const tonelift_frame* frame,
                                                      tonelift_metadata* metadata);

/**
 * Logs the plan (the passes over a frame) for an input and options, in one message of level
 * TONELIFT_LOG_INFO. If `reasons` is nonzero, adds the reason for each pass, stored plane and
 * statistic. The text is for people and changes between versions.
 *
 * Errors: those of tonelift_output() and tonelift_filter_create().
 */
TONELIFT_API tonelift_status tonelift_explain(const tonelift_options* options,
                                              const tonelift_video* in, int reasons,
                                              const tonelift_log* log);

#ifdef __cplusplus
}
#endif

#endif
