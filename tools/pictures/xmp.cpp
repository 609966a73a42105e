// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/xmp.h"

#include <expat.h>

#include <algorithm>
#include <memory>

namespace tonelift {
namespace {

constexpr char separator = '\n';  // between namespace, name and prefix in names from expat
constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

constexpr XmpName outdated[] = {
    {"http://ns.adobe.com/tiff/1.0/", "Orientation"},
    {"http://ns.adobe.com/tiff/1.0/", "ImageWidth"},
    {"http://ns.adobe.com/tiff/1.0/", "ImageLength"},
    {"http://ns.adobe.com/exif/1.0/", "PixelXDimension"},
    {"http://ns.adobe.com/exif/1.0/", "PixelYDimension"},
    {"http://ns.adobe.com/exif/1.0/", "ColorSpace"},
    {"http://ns.adobe.com/photoshop/1.0/", "ICCProfile"},
    {"http://ns.adobe.com/xap/1.0/", "Thumbnails"},
    {"http://ns.adobe.com/xmp/note/", "HasExtendedXMP"},
    {xmp_space::gain_map, ""},
    {xmp_space::apple_gain_map, ""},
    {xmp_space::container, ""},
    {xmp_space::camera, "MotionPhoto"},
    {xmp_space::camera, "MotionPhotoVersion"},
    {xmp_space::camera, "MotionPhotoPresentationTimestampUs"},
    {xmp_space::camera, "MicroVideo"},
    {xmp_space::camera, "MicroVideoVersion"},
    {xmp_space::camera, "MicroVideoOffset"},
    {xmp_space::camera, "MicroVideoPresentationTimestampUs"},
};

struct Name {
    std::string_view space, local, prefix;

    explicit Name(std::string_view text) : local(text) {
        const size_t first = text.find(separator);
        if (first == text.npos) return;
        space = text.substr(0, first);
        local = text.substr(first + 1);
        const size_t second = local.find(separator);
        if (second == local.npos) return;
        prefix = local.substr(second + 1);
        local = local.substr(0, second);
    }
    bool is(const XmpName& of) const {
        return space == of.space && (of.name.empty() || local == of.name);
    }
};

struct Piece {
    size_t begin, end;
};

Piece attribute_in(std::string_view packet, Piece tag, const Name& name) {
    const std::string text = std::string(name.prefix) + ":" + std::string(name.local);
    for (size_t at = packet.find(text, tag.begin); at < tag.end; at = packet.find(text, at + 1)) {
        size_t sign = packet.find_first_not_of(" \t\r\n", at + text.size());
        if (at == 0 || std::string_view(" \t\r\n").find(packet[at - 1]) == std::string_view::npos ||
            sign >= tag.end || packet[sign] != '=')
            continue;
        const size_t open = packet.find_first_of("\"'", sign);
        if (open >= tag.end) break;
        const size_t close = packet.find(packet[open], open + 1);
        const size_t before = packet.find_last_not_of(" \t\r\n", at - 1);
        if (close < tag.end) return {before + 1, close + 1};
    }
    return {0, 0};
}

// The name of no property, for readers whose values are not used.
constexpr XmpName no_property{"-", "-"};

class XmpReader {
  public:
    XmpReader(std::string_view packet, const XmpName& wanted)
        : packet_(packet),
          wanted_(wanted),
          parser_(XML_ParserCreateNS(nullptr, separator), XML_ParserFree) {
        XML_SetReturnNSTriplet(parser_.get(), 1);
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), begin, end);
        XML_SetCharacterDataHandler(parser_.get(), text);
        // Stops at a document type declaration. XMP does not use such declarations, and their
        // entities could expand without limit.
        XML_SetStartDoctypeDeclHandler(
            parser_.get(), [](void* self, const char*, const char*, const char*, int) {
                XML_StopParser(static_cast<XmpReader*>(self)->parser_.get(), XML_FALSE);
            });
        // Zeros after the packet are padding.
        const size_t size = packet.find_last_not_of('\0') + 1;
        whole_ =
            XML_Parse(parser_.get(), packet.data(), static_cast<int>(size), 1) == XML_STATUS_OK;
    }

    bool whole() const { return whole_; }
    bool found() const { return found_; }
    const std::vector<std::string>& values() const { return values_; }
    const std::vector<Piece>& outdated_pieces() const { return pieces_; }
    // Returns the place of the end tag of the RDF, or nothing if the RDF is missing or empty.
    std::optional<size_t> end_of_rdf() const { return end_of_rdf_; }

  private:
    static bool is_outdated(const Name& name) {
        return std::any_of(std::begin(outdated), std::end(outdated),
                           [&](const XmpName& of) { return name.is(of); });
    }

    size_t place() const { return static_cast<size_t>(XML_GetCurrentByteIndex(parser_.get())); }
    size_t end_of_event() const {
        return place() + static_cast<size_t>(XML_GetCurrentByteCount(parser_.get()));
    }

    static void begin(void* self, const char* text, const char** attributes) {
        static_cast<XmpReader*>(self)->begin_element(Name(text), attributes);
    }

    void begin_element(const Name& name, const char** attributes) {
        ++depth_;
        if (cut_depth_ == 0 && is_outdated(name)) {
            cut_depth_ = depth_;
            cut_begin_ = place();
        }
        if (wanted_depth_ == 0 && name.is(wanted_)) {
            wanted_depth_ = depth_;
            found_ = true;
            values_.assign(1, "");
        } else if (wanted_depth_ > 0 && name.space == rdf && name.local == "li") {
            if (++items_ > 1) values_.emplace_back();
        }
        for (; attributes != nullptr && *attributes != nullptr; attributes += 2)
            take_attribute(Name(attributes[0]), attributes[1]);
    }

    void take_attribute(const Name& name, const char* value) {
        if (name.is(wanted_)) {
            found_ = true;
            values_.assign(1, value);
        }
        if (cut_depth_ > 0 || !is_outdated(name)) return;
        const Piece piece = attribute_in(packet_, {place(), end_of_event()}, name);
        if (piece.end > 0) pieces_.push_back(piece);
    }

    static void end(void* self, const char* text) {
        auto* const reader = static_cast<XmpReader*>(self);
        const Name name(text);
        if (name.space == rdf && name.local == "RDF" &&
            reader->packet_.substr(reader->place()).starts_with("</"))
            reader->end_of_rdf_ = reader->place();
        if (reader->depth_ == reader->cut_depth_) {
            reader->pieces_.push_back({reader->cut_begin_, reader->end_of_event()});
            reader->cut_depth_ = 0;
        }
        if (reader->depth_ == reader->wanted_depth_) reader->wanted_depth_ = 0;
        --reader->depth_;
    }

    static void text(void* self, const char* text, int size) {
        auto* const reader = static_cast<XmpReader*>(self);
        if (reader->wanted_depth_ > 0)
            reader->values_.back().append(text, static_cast<size_t>(size));
    }

    std::string_view packet_;
    XmpName wanted_;
    std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser_;
    bool whole_ = false, found_ = false;
    std::vector<std::string> values_;
    std::vector<Piece> pieces_;
    std::optional<size_t> end_of_rdf_;
    int depth_ = 0, wanted_depth_ = 0, cut_depth_ = 0, items_ = 0;
    size_t cut_begin_ = 0;
};

std::string trimmed_value(const std::string& text) {
    constexpr const char* space = " \t\r\n";
    const size_t begin = text.find_first_not_of(space);
    return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(space) + 1 - begin);
}

}  // namespace

std::optional<std::vector<std::string>> xmp_values(std::string_view packet, const XmpName& of) {
    const XmpReader reader(packet, of);
    if (!reader.whole() || !reader.found()) return {};
    std::vector<std::string> values;
    for (const std::string& value : reader.values()) values.push_back(trimmed_value(value));
    return values;
}

bool xmp_has(std::string_view packet, std::string_view space) {
    const XmpReader reader(packet, {space, ""});
    return reader.whole() && reader.found();
}

bool xmp_names_film(std::string_view packet) {
    const auto states = [&](std::string_view name) {
        return xmp_values(packet, {xmp_space::camera, name}) == std::vector<std::string>{"1"};
    };
    return states("MotionPhoto") || states("MicroVideo");
}

// Wraps an RDF element as an XMP packet (XMP, part 1, 7.3.2).
std::string xmp_packet(const std::string& description) {
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
           "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">" +
           description + "</rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>";
}

std::string xmp_with(std::string_view packet, const std::string& description) {
    const XmpReader reader(packet, no_property);
    const std::optional<size_t> end = reader.end_of_rdf();
    if (!reader.whole() || !end) return xmp_packet(description);
    return std::string(packet).insert(*end, description);
}

std::string xmp_for_new_picture(std::string_view packet) {
    const XmpReader reader(packet, no_property);
    if (!reader.whole()) return "";
    std::vector<Piece> pieces = reader.outdated_pieces();
    std::sort(pieces.begin(), pieces.end(),
              [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    std::string made;
    size_t at = 0;
    for (const Piece& piece : pieces) {
        made += packet.substr(at, piece.begin - at);
        at = piece.end;
    }
    return made + std::string(packet.substr(at));
}

}  // namespace tonelift
