/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Pools of buffers: those proposed to upstream, and those of the output.
 */
#ifndef GST_TONELIFT_ALLOCATION_H
#define GST_TONELIFT_ALLOCATION_H

#include "gsttonelift.h"

/* Adds a pool and its allocation parameters to the answer to an allocation query of upstream. */
gboolean gst_tonelift_propose_allocation(GstTonelift* self, GstQuery* query);

/* Selects the pool of the output in the answer of downstream. */
gboolean gst_tonelift_decide_allocation(GstTonelift* self, GstQuery* query);

#endif
