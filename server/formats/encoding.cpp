#include "server/formats/encoding.h"

#include <fmt/format.h>
#include <iconv.h>

#include <array>
#include <cerrno>
#include <tuple>
#include <utility>

#include "server/base/utf8.h"

namespace server {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::string_view kReplacement = "\uFFFD";

const char* name_of(Encoding encoding) {
  switch (encoding) {
    case Encoding::gb18030:
      return "GB18030";
    case Encoding::big5:
      return "BIG5-HKSCS";
    case Encoding::utf16le:
      return "UTF-16LE";
    case Encoding::utf16be:
      return "UTF-16BE";
    case Encoding::utf8:
      break;
  }
  return "UTF-8";
}

/// One conversion. Where the system knows no such encoding every byte is one that cannot be read.
class Converter {
 public:
  explicit Converter(Encoding from) : converter_(iconv_open("UTF-8", name_of(from))) {}
  ~Converter() {
    if (is_open()) iconv_close(converter_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool is_open() const { return converter_ != reinterpret_cast<iconv_t>(-1); }

  /// Appends what can be read, takes it off `bytes`, and says whether that was all.
  bool convert(std::string_view& bytes, std::string& text) {
    if (!is_open()) return false;
    char* in = const_cast<char*>(bytes.data());  // iconv() does not write there.
    std::size_t left = bytes.size();
    bool done = false, is_full = true;
    while (is_full) {
      std::tie(done, is_full) = append(&in, &left, text);
    }
    if (done) append(nullptr, nullptr, text);  // Big5 keeps a sign back, which may get an accent.
    bytes.remove_prefix(bytes.size() - left);
    return done;
  }

 private:
  /// Whether all was read, and whether there was too little room for it.
  std::pair<bool, bool> append(char** in, std::size_t* left, std::string& text) {
    std::array<char, 4096> buffer;
    char* out = buffer.data();
    std::size_t room = buffer.size();
    const bool failed = iconv(converter_, in, left, &out, &room) == static_cast<std::size_t>(-1);
    const bool is_full = failed && errno == E2BIG;
    text.append(buffer.data(), buffer.size() - room);
    return {!failed, is_full};
  }

  iconv_t converter_;
};

/// Of two bytes that begin with `lead`: what is common in each encoding lies together, and punctuation does.
bool is_rare(Encoding encoding, unsigned char lead, unsigned char trail) {
  if (encoding == Encoding::big5) return lead < 0xA1 || lead > 0xC6;
  const bool is_common = (0xB0 <= lead && lead <= 0xD7) || (0xA1 <= lead && lead <= 0xA3);
  return !is_common || trail < 0xA1;
}

/// Less is better: bytes that make no character count most.
std::size_t badness(std::string_view bytes, Encoding encoding) {
  constexpr std::size_t kUnread = 10;
  const std::string text = decode_text(bytes, encoding);
  std::size_t sum = 0;
  for (std::size_t at = text.find(kReplacement); at != std::string::npos;
       at = text.find(kReplacement, at + 1))
    sum += kUnread;
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) continue;
    sum += is_rare(encoding, lead, static_cast<unsigned char>(bytes[++i]));
  }
  return sum;
}

std::string with_plain_line_ends(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      plain += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      plain += '\n';
    }
  }
  return plain;
}

}  // namespace

Encoding guess_encoding(std::string_view bytes) {
  if (is_utf8(bytes)) return Encoding::utf8;
  // A single rare character in a name tells nothing yet.
  return badness(bytes, Encoding::big5) + 1 < badness(bytes, Encoding::gb18030) ? Encoding::big5
                                                                                : Encoding::gb18030;
}

std::string decode_text(std::string_view bytes, Encoding encoding) {
  std::string text;
  Converter converter(encoding);
  while (!converter.convert(bytes, text) && !bytes.empty()) {
    const std::size_t unit = encoding == Encoding::utf16le || encoding == Encoding::utf16be ? 2 : 1;
    if (bytes.size() <= unit) break;  // Half a character, where a field cut it.
    text += kReplacement;
    bytes.remove_prefix(unit);
  }
  return with_plain_line_ends(text);
}

std::vector<Encoding> likely_encodings(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE")) return {Encoding::utf16le};
  if (bytes.starts_with("\xFE\xFF")) return {Encoding::utf16be};
  // Of each sign of ASCII, line ends among them, one byte is zero.
  if (const std::size_t zero = bytes.find('\0'); zero != std::string_view::npos)
    return {zero % 2 == 1 ? Encoding::utf16le : Encoding::utf16be};
  const Encoding best = guess_encoding(bytes);
  if (best == Encoding::utf8) return {best};
  return {best, best == Encoding::big5 ? Encoding::gb18030 : Encoding::big5};
}

engine::Expected<std::string, BadText> to_utf8(std::string_view bytes, Encoding encoding) {
  std::string text;
  if (!Converter(encoding).convert(bytes, text))
    return bad_text(0, "encoding", fmt::format("the text is not {}", name_of(encoding)));
  std::string_view plain = text;
  if (plain.starts_with(kByteOrderMark)) plain.remove_prefix(kByteOrderMark.size());
  if (plain.find('\0') != std::string_view::npos) return bad_text(0, "encoding", "this is no text");
  return with_plain_line_ends(plain);
}

}  // namespace server
