/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Negotiates caps. Finds compatible caps, and selects the output caps for a fixed input.
 */
#ifndef GST_TONELIFT_CAPS_H
#define GST_TONELIFT_CAPS_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Caps feature of CUDA memory. It is defined here, too, because libgstcuda may be missing. */
#define GST_TONELIFT_CUDA_MEMORY "memory:CUDAMemory"

/* The kinds of memory that the element supports. */
typedef enum { GST_TONELIFT_SYSTEM_ONLY, GST_TONELIFT_SYSTEM_AND_CUDA } GstToneliftMemory;

/* Returns the caps of both pad templates, which are all caps that the element can accept or
 * produce. */
GstCaps* gst_tonelift_template_caps(void);

gboolean gst_tonelift_caps_are_cuda(const GstCaps* caps);

/* Returns the caps that are possible on the other pad if the pad `direction` has `caps`. */
GstCaps* gst_tonelift_transform_caps(const tonelift_options* options, GstToneliftMemory memory,
                                     GstPadDirection direction, const GstCaps* caps);

/* Sorts the formats in the caps of a query by the order of the pad templates, which begin with
 * 8-bit YUV. An upstream element without a preference takes the first format. The base class
 * would put the formats first that need no conversion, in the order of the next element. */
void gst_tonelift_order_formats(GstQuery* query);

/* Returns fixed caps for the output: the first of `choices` that can be made from the fixed caps
 * `in`. The same kind of memory is preferred. Returns NULL if no choice is possible. The log
 * gives the reason. */
GstCaps* gst_tonelift_choose_output(const tonelift_options* options, const GstCaps* in,
                                    const GstCaps* choices, const tonelift_log* log);

/* Returns the previous output caps if they can still be used, else NULL. `before` are these
 * caps, made for the input in_before. They must suit the fixed caps `in`, and lose no
 * information compared with `chosen`. If both inputs are HDR, the HDR metadata of the output
 * follows the new input. */
GstCaps* gst_tonelift_keep_output(const tonelift_options* options, const tonelift_video* in_before,
                                  const GstCaps* in, const GstCaps* choices, const GstCaps* before,
                                  const GstCaps* chosen);

/* Returns the property of the element that makes gst_tonelift_choose_output() fail, if it is a
 * color property; else NULL.
 */
const char* gst_tonelift_conflicting_property(const tonelift_options* options, const GstCaps* in,
                                              const GstCaps* choices);

/* Describes the output for caps with `structure`, which need not be fixed. Returns FALSE if no
 * output is possible. The log may give the reason. */
gboolean gst_tonelift_describe_output(const tonelift_options* options, const tonelift_video* in,
                                      const GstStructure* structure, tonelift_video* out,
                                      const tonelift_log* log);

#endif
