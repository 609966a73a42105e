/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Tonelift maps the tones of video locally.
 *
 *   tonelift_options options;
 *   tonelift_options_default(&options);
 *   tonelift_video in, out;
 *   tonelift_video_default(&in);            ... fill in ...
 *   tonelift_video_default(&out);
 *   tonelift_output(&options, &in, &out, NULL);   what will come out; allocate such frames
 *   tonelift_filter* filter;
 *   tonelift_filter_create(&filter, &options, &in, &out, NULL, NULL);
 *   tonelift_filter_process(filter, in_frames, out_frames, count);
 *   tonelift_filter_destroy(&filter);
 *
 * docs/reference/api.md is the guide, docs/reference/example.c a whole program.
 *
 * Rules for the whole library: structs and strings that are passed in may go away when the call
 * returns, unless the function says otherwise. Every function that can fail returns a
 * tonelift_status and says why through the log. A NULL log is allowed everywhere. No exception,
 * exit or abort crosses this boundary. Every filter is independent of every other.
 *
 * After an error: a change that fails, of options or of the input, has changed nothing, whatever
 * the error is, and the filter goes on as before. So it does when tonelift_filter_process() gives
 * TONELIFT_ERROR_ARGUMENT, _UNSUPPORTED or _SCRIPT, which are found before a frame is touched.
 * After its _IO the filter goes on, too, but frames of the call may be unwritten. After its _DEVICE
 * every call gives the same error, and after its _OUT_OF_MEMORY and _INTERNAL frames of the call
 * may be half written and the statistics be wrong: destroy the filter.
 */
#ifndef TONELIFT_TONELIFT_H
#define TONELIFT_TONELIFT_H

#include <tonelift/dolby_vision.h>
#include <tonelift/frame.h>
#include <tonelift/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a call. */
typedef enum tonelift_status {
    TONELIFT_OK = 0,
    TONELIFT_ERROR_ARGUMENT = -1,    /**< an argument or option out of its range, an unknown name */
    TONELIFT_ERROR_UNSUPPORTED = -2, /**< valid, but not supported by this build or device */
    TONELIFT_ERROR_SCRIPT = -3,      /**< the script does not compile; the log says where */
    TONELIFT_ERROR_OUT_OF_MEMORY = -4, /**< of the host or of the device */
    TONELIFT_ERROR_IO = -5,            /**< a file cannot be read or written */
    TONELIFT_ERROR_DEVICE =
        -6, /**< the device or its driver failed; the filter can only be destroyed */
    TONELIFT_ERROR_INTERNAL = -7 /**< a bug of Tonelift */
} tonelift_status;

/** One sentence in English for a status. */
TONELIFT_API const char* tonelift_status_text(tonelift_status status);

/** Version of the loaded library: "0.2.0", or with the commit where it is no release. */
TONELIFT_API const char* tonelift_version(void);

/** The importance of a message. */
typedef enum tonelift_log_level {
    TONELIFT_LOG_ERROR = 0,
    TONELIFT_LOG_WARNING = 1,
    TONELIFT_LOG_INFO = 2,
    TONELIFT_LOG_DEBUG = 3
} tonelift_log_level;

/**
 * The receiver of messages. message has no newline at its end, but may have some inside, and is
 * valid until the callback returns. The callback is called by the thread that calls the library,
 * before the call returns, and by no other; it must not call the filter that logs.
 * tonelift_filter_create() copies the struct and keeps callback and user until
 * tonelift_filter_destroy() has returned, which may log, too; the other functions use them during
 * the call only. Thread-safety: filters that share a log call it from as many threads as call them.
 */
typedef struct tonelift_log {
    size_t struct_size; /**< sizeof(tonelift_log) */
    void* user;         /**< handed to the callback */
    void (*callback)(void* user, tonelift_log_level level, const char* message);
} tonelift_log;

/* Every option takes 8 bytes, so that none is ever added in the padding of an older struct. */
#ifdef __cplusplus
#define TONELIFT_ALIGNED_ alignas(8)
#else
#define TONELIFT_ALIGNED_ _Alignas(8)
#endif

/**
 * Every option, as declared in options.def: strings, doubles and ints (enums are ints, with the
 * names below). Start from tonelift_options_default(). Strings belong to the caller, or are
 * literals; they must last as long as the struct is used. NULL is the default. The functions that
 * take the struct copy what they keep. Thread-safety: a plain value.
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

/** Names of the numbers that enum options take: TONELIFT_TONEMAP_HABLE for tonemap=hable. Those of
 * transfer, primaries, matrix and range are code points of ITU-T H.273 and serve tonelift_video,
 * too. */
enum {
#define TONELIFT_OPTION_VALUE(option, id, value_name, number, help) TONELIFT_##id = number,
#include <tonelift/options.def>
    /* for tonelift_video only */
    TONELIFT_PRIMARIES_UNSPECIFIED = 2,
    TONELIFT_TRANSFER_UNSPECIFIED = 2,
    TONELIFT_MATRIX_RGB = 0,
    TONELIFT_MATRIX_UNSPECIFIED = 2,
    TONELIFT_RANGE_UNSPECIFIED = 0
};

/** Fills the first `size` bytes of *options with the defaults of options.def. NULL is allowed. */
TONELIFT_API void tonelift_options_init(tonelift_options* options, size_t size);

/** tonelift_options_init() with the size that the program was compiled with. */
static inline void tonelift_options_default(tonelift_options* options) {
    tonelift_options_init(options, sizeof(*options));
}

/**
 * Sets one option from text, as `name=value` on a command line would; name may be an alias. A
 * number or a name is read from the text. A string option keeps the pointer `value`: the text must
 * last as long as *options is used, as a string that is assigned to the field must. Errors:
 * TONELIFT_ERROR_ARGUMENT with a message that names the range or the allowed values, and for an
 * option that *options is too small for; *options is as it was then.
 */
TONELIFT_API tonelift_status tonelift_options_set(tonelift_options* options, const char* name,
                                                  const char* value, const tonelift_log* log);

/**
 * Checks options before a stream is known, as a host does when a user has typed them: makes
 * the plan of a filter for a typical input, HDR10 of 1920x1080 in host memory. A script that does
 * not fit that size is tried with 3840x2160, 640x360 and 160x90. Scripts and the files that
 * options name are read, except those of statistics; a CUDA device is opened only if the option
 * device asks for one. Errors: those of tonelift_output() and tonelift_filter_create(). An option
 * that fits the typical input may still not fit a stream.
 */
TONELIFT_API tonelift_status tonelift_options_check(const tonelift_options* options,
                                                    const tonelift_log* log);

/** The device and the stream of frames. All zero: the host; the option device then says where the
 * work is done. With a context the work is done there, unless the option says cpu, which is an
 * error when frames are on the device. The context and the stream must outlive the filter.
 * Thread-safety: a plain value. */
typedef struct tonelift_device {
    size_t struct_size; /**< sizeof(tonelift_device), set by tonelift_device_default() */
    void* cuda_context; /**< CUcontext, NULL for the host */
    void*
        cuda_stream; /**< CUstream the work is put on; NULL is the default stream of the context */
    int input_on_device;  /**< input frames are device memory */
    int output_on_device; /**< output frames are device memory */
} tonelift_device;

/** Fills the first `size` bytes of *device: the host. NULL is allowed. */
TONELIFT_API void tonelift_device_init(tonelift_device* device, size_t size);

/** tonelift_device_init() with the size that the program was compiled with. */
static inline void tonelift_device_default(tonelift_device* device) {
    tonelift_device_init(device, sizeof(*device));
}

/**
 * The output for a given input: fills *out (format, size, color, HDR metadata) as far as
 * out->struct_size says, which must be set: start from tonelift_video_default(). It follows the
 * options transfer, matrix, primaries, range, format and target_peak. The light level of HDR10 that
 * is made here is that of the film where stats_file is complete; else max_cll is a bound, the peak
 * of the target, and max_fall unknown. Errors: TONELIFT_ERROR_ARGUMENT, TONELIFT_ERROR_UNSUPPORTED;
 * TONELIFT_ERROR_IO where stats_file is something else.
 */
TONELIFT_API tonelift_status tonelift_output(const tonelift_options* options,
                                             const tonelift_video* in, tonelift_video* out,
                                             const tonelift_log* log);

/**
 * A stream being processed.
 * Thread-safety: calls on one filter must not overlap; different filters may be used at once from
 * different threads.
 */
typedef struct tonelift_filter tonelift_filter;

/**
 * Creates a filter and allocates all memory it will need. out is the result of tonelift_output(),
 * but may have any other format. Errors: TONELIFT_ERROR_ARGUMENT for sizes that differ,
 * for options out of range, and for numbers of out that are no format, chroma location, range
 * (limited or full) or light (finite, 0 to 10000 cd/m2); TONELIFT_ERROR_UNSUPPORTED for colors that
 * the library does not know, and for a device that is not there; TONELIFT_ERROR_SCRIPT;
 * TONELIFT_ERROR_IO for files that options name; TONELIFT_ERROR_OUT_OF_MEMORY;
 * TONELIFT_ERROR_DEVICE. *filter is NULL on failure. device may be NULL: the host.
 */
TONELIFT_API tonelift_status tonelift_filter_create(
    tonelift_filter** filter, const tonelift_options* options, const tonelift_video* in,
    const tonelift_video* out, const tonelift_device* device, const tonelift_log* log);

/** Frees a filter and sets *filter to NULL. filter and *filter may be NULL. */
TONELIFT_API void tonelift_filter_destroy(tonelift_filter** filter);

/**
 * Maps count consecutive frames of the stream. The result does not depend on how a stream is cut
 * into calls. With output on a device the work is queued on the stream and the call does not wait
 * for it; input in host memory has been read, and output there is complete, when the call returns.
 *
 * An output frame must not share memory with any other frame of the call, so a picture cannot be
 * mapped in place; rows of the same pitch may lie between each other. Errors:
 * TONELIFT_ERROR_ARGUMENT, before anything is written, for a plane that is missing, misaligned,
 * whose pitch does not hold a row, or that overlaps; TONELIFT_ERROR_IO for a frame that the
 * stats_file does not have; TONELIFT_ERROR_DEVICE when the device fails, and from then on.
 */
TONELIFT_API tonelift_status tonelift_filter_process(tonelift_filter* filter,
                                                     const tonelift_frame* in, tonelift_frame* out,
                                                     int count);

/**
 * How far the filter looks ahead (smoothing=shot without statistics to read): the time in seconds,
 * and the most frames that wait for one before it can be mapped with its whole look ahead. 0 and 0:
 * it does not. seconds and frames may be NULL.
 */
TONELIFT_API void tonelift_filter_lookahead(const tonelift_filter* filter, double* seconds,
                                            int* frames);

/**
 * Looks at count frames ahead: at each of the stream, once, in their order, before
 * tonelift_filter_process() maps it. The frames stay with the caller. Does nothing where the filter
 * does not look ahead. A frame that was not looked at is mapped without a look ahead. Errors: those
 * of tonelift_filter_process().
 */
TONELIFT_API tonelift_status tonelift_filter_look(tonelift_filter* filter, const tonelift_frame* in,
                                                  int count);

/**
 * The number of frames that were looked at and have their whole look ahead: so many can be mapped
 * next. The picture depends on it only where a frame is mapped earlier, as those at the end of the
 * stream must be.
 */
TONELIFT_API int tonelift_filter_ready(const tonelift_filter* filter);

/** Takes over the live options (options.def) from *options; the others must be as they were. What
 * the variables of a script remember stays as long as the script does; another script begins anew.
 * The file of a script is read again only when the option script names another file, and by
 * tonelift_filter_read_script(). On failure, whatever its cause, the filter is as it was. */
TONELIFT_API tonelift_status tonelift_filter_set_options(tonelift_filter* filter,
                                                         const tonelift_options* options);

/**
 * Takes over a changed color description or HDR metadata of the input in mid-stream; format and
 * size must be as they were. The state is kept when only HDR metadata changed. On failure, whatever
 * its cause, the filter is as it was.
 */
TONELIFT_API tonelift_status tonelift_filter_set_input(tonelift_filter* filter,
                                                       const tonelift_video* in);

/**
 * Ends the stream: the stats_file that was written is complete and gets its name.
 * A filter that is destroyed without this leaves what it wrote beside the place of the file, under
 * its name with ".part" behind it, and another filter of this process for the rest of the stream
 * (in another size, for one) goes on there. Frames that come later, as after a seek back, are
 * mapped and no longer recorded. Does nothing where no file is written.
 * Errors: TONELIFT_ERROR_IO when the file cannot be written, as on a full disk; a complete file
 * that stood there before stays.
 */
TONELIFT_API tonelift_status tonelift_filter_finish(tonelift_filter* filter);

/** Discards the statistics of the frames so far, as after a seek, and those of frames that were
 * looked at ahead. */
TONELIFT_API tonelift_status tonelift_filter_reset(tonelift_filter* filter);

/**
 * The light level of the frames so far, where the output is PQ: the brightest pixel and the
 * brightest frame average, cd/m2 (MaxCLL and MaxFALL of CTA-861.3), 0: unknown. Where stats_file
 * is read, that of the whole film; tonelift_output() gives it before the first frame then. Waits
 * for the device.
 */
TONELIFT_API tonelift_status tonelift_filter_light(tonelift_filter* filter, double* max_cll,
                                                   double* max_fall);

/** The preferred number of frames per call of tonelift_filter_process(): the option batch, or the
 * number chosen for it. */
TONELIFT_API int tonelift_filter_batch(const tonelift_filter* filter);

/** Nonzero when output equals input bit for bit, so that a host may hand frames through without a
 * copy. */
TONELIFT_API int tonelift_filter_passthrough(const tonelift_filter* filter);

/** tonelift_filter_set_options() for `count` filters, each with its own options: all of them
 * change, or none, as where one stream has a filter with the look and one without. */
TONELIFT_API tonelift_status tonelift_filters_set_options(tonelift_filter* const* filters,
                                                          const tonelift_options* const* options,
                                                          int count);

/** Reads the file of the option script again, as when a user sets the option to the name that it
 * has. Does nothing without that option. Errors: those of tonelift_filter_set_options(). */
TONELIFT_API tonelift_status tonelift_filter_read_script(tonelift_filter* filter);

#ifdef __cplusplus
}
#endif

#endif
