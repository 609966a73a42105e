/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Answers allocation queries: proposes a buffer pool to upstream, and selects the pool for output
 * buffers.
 */
#ifndef GST_TONELIFT_ALLOCATION_H
#define GST_TONELIFT_ALLOCATION_H

#include "gsttonelift.h"

gboolean gst_tonelift_propose_allocation(GstTonelift* self, GstQuery* query);

gboolean gst_tonelift_decide_allocation(GstTonelift* self, GstQuery* query);

#endif
