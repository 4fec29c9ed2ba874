#include "server/formats/encoding.h"

#include <iconv.h>

#include <memory>
#include <optional>

#include "server/base/utf8.h"

namespace server {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::optional<std::string> from_gb18030(std::string_view bytes) {
  const iconv_t converter = iconv_open("UTF-8", "GB18030");
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;  // A system without it.
  const std::unique_ptr<void, int (*)(iconv_t)> closer(converter, iconv_close);
  std::string text(2 * bytes.size(), '\0');    // Two bytes become at most three, four at most four.
  char* in = const_cast<char*>(bytes.data());  // iconv() does not write there.
  char* out = text.data();
  std::size_t in_left = bytes.size(), out_left = text.size();
  if (iconv(converter, &in, &in_left, &out, &out_left) == static_cast<std::size_t>(-1)) return std::nullopt;
  text.resize(text.size() - out_left);
  return text;
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

engine::Expected<std::string, BadText> to_utf8(std::string_view bytes) {
  std::string converted;
  if (!is_utf8(bytes)) {
    auto text = from_gb18030(bytes);
    if (!text) return bad_text(0, "encoding", "the text is neither UTF-8 nor GB18030");
    bytes = converted = *std::move(text);
  }
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  if (bytes.find('\0') != std::string_view::npos) return bad_text(0, "encoding", "this is no text");
  return with_plain_line_ends(bytes);
}

}  // namespace server
