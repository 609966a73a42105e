// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/peer.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "tests/quality/shell.h"

namespace quality {

namespace {

std::string setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

class TemporaryFile {
  public:
    explicit TemporaryFile(const std::vector<uint16_t>& samples) {
        const int file = mkstemp(name_);
        const std::unique_ptr<FILE, int (*)(FILE*)> out(fdopen(file, "wb"), std::fclose);
        if (!out || std::fwrite(samples.data(), 2, samples.size(), out.get()) != samples.size())
            throw std::runtime_error("cannot write a temporary file");
    }
    ~TemporaryFile() { std::remove(name_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const char* name() const { return name_; }

  private:
    char name_[32] = "/tmp/tonelift_peer_XXXXXX";
};

}  // namespace

bool has_peer() { return !setting("TONELIFT_PEER_FILTER").empty(); }

Output map_by_peer(const Light& picture) {
    const TemporaryFile file(gbr16_of(picture));
    const std::string size = std::to_string(picture.width) + "x" + std::to_string(picture.height);
    const std::string tags =
        "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=gbr:range=pc,";
    const std::string raw = output_of(
        setting("TONELIFT_PEER_FFMPEG") + " -v error -nostdin -f rawvideo -pix_fmt gbrp16le -s " +
        size + " -i " + file.name() + " -vf " + quoted(tags + setting("TONELIFT_PEER_FILTER")) +
        " -f rawvideo -pix_fmt gbrp16le -");
    std::vector<uint16_t> samples(3 * picture.pixels.size());
    if (raw.size() != samples.size() * sizeof(uint16_t))
        throw std::runtime_error("the peer gave no picture");
    std::memcpy(samples.data(), raw.data(), raw.size());
    std::vector<double> codes;
    for (const uint16_t sample : samples) codes.push_back(sample / 65535.0);
    return output_of_gbr(picture.width, picture.height, codes);
}

}  // namespace quality
