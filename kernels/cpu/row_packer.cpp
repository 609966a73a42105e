// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/row_packer.h"

#include "kernels/texture/texture.h"

namespace tonelift {

RowPacker::RowPacker(CpuContext& context, int worker, int rows)
    : context_(context), scratch_(context.shared.at(worker, core_scratch)) {
    const Picture& output = context.plan.output;
    scratch_.reserve(pack_scratch(output));
    if (output.format->is_texture())
        pixels_ = FloatRows(context.shared.at(worker, output_rows), rows, output.width);
}

void RowPacker::pack(const PackBlock& rows) const {
    if (context_.plan.output.format->is_texture()) return compress(rows);
    tonelift::pack(context_.plan.output, context_.plan.dither, rows, context_.output,
                   scratch_.data(), context_.set);
}

void RowPacker::compress(const PackBlock& rows) const {
    const Plan& plan = context_.plan;
    FramePlanes pixels;
    pixels.data[0] = reinterpret_cast<std::byte*>(pixels_.row(0));
    pixels.pitch[0] = pixels_.pitch() * ptrdiff_t{sizeof(float)};
    PackBlock block = rows;
    block.first_row = rows.y;
    tonelift::pack(plan.output, plan.dither, block, pixels, scratch_.data(), context_.set);
    const RgbaPicture picture = {reinterpret_cast<const uint8_t*>(pixels.data[0]), pixels.pitch[0],
                                 plan.output.width, rows.rows};
    for (int row = 0; row < blocks_of(rows.rows); ++row) {
        const int row_of_frame = rows.y / block_side + row;
        compress_row(plan.output.format->blocks, plan.texture_quality, picture, row,
                     context_.output.data[0] + row_of_frame * context_.output.pitch[0],
                     context_.set);
    }
}

}  // namespace tonelift
