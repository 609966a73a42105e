/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Negotiation: compatible caps, and the output for a fixed input.
 */
#ifndef GST_TONELIFT_CAPS_H
#define GST_TONELIFT_CAPS_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Caps feature of CUDA memory. libgstcuda, which defines it, may be missing. */
#define GST_TONELIFT_CUDA_MEMORY "memory:CUDAMemory"

/* The kinds of memory that the element supports. */
typedef enum { GST_TONELIFT_SYSTEM_ONLY, GST_TONELIFT_SYSTEM_AND_CUDA } GstToneliftMemory;

/* All caps that the element can accept or produce: the caps of both pad templates. */
GstCaps* gst_tonelift_template_caps(void);

gboolean gst_tonelift_caps_are_cuda(const GstCaps* caps);

/* The possible caps on the other pad for `caps` on the pad `direction`. */
GstCaps* gst_tonelift_transform_caps(const tonelift_options* options, GstToneliftMemory memory,
                                     GstPadDirection direction, const GstCaps* caps);

/* Puts the formats of a query's caps into the order of the pad templates, which begin with 8-bit
 * YUV: an upstream element without a wish takes the first one. The base class puts those first that
 * need no conversion, in the order of the next element. */
void gst_tonelift_order_formats(GstQuery* query);

/* Fixed caps for the output: the first of `choices` that can be made from the fixed `in`; memory of
 * the same kind is preferred. NULL if there are none; the log gives the reason. */
GstCaps* gst_tonelift_choose_output(const tonelift_options* options, const GstCaps* in,
                                    const GstCaps* choices, const tonelift_log* log);

/* The previous output caps `before`, made for the input in_before, if they also suit the fixed `in`
 * and lose nothing compared to the caps chosen for it; else NULL. If both inputs are HDR, the HDR
 * metadata of the output follows the new input. */
GstCaps* gst_tonelift_keep_output(const tonelift_options* options, const tonelift_video* in_before,
                                  const GstCaps* in, const GstCaps* choices, const GstCaps* before,
                                  const GstCaps* chosen);

/* The color property that prevents gst_tonelift_choose_output() from finding caps; NULL if there is
 * none.
 */
const char* gst_tonelift_conflicting_property(const tonelift_options* options, const GstCaps* in,
                                              const GstCaps* choices);

/* The output for caps with `structure`, which need not be fixed. FALSE if there is none; the log
 * may give the reason. */
gboolean gst_tonelift_describe_output(const tonelift_options* options, const tonelift_video* in,
                                      const GstStructure* structure, tonelift_video* out,
                                      const tonelift_log* log);

#endif
