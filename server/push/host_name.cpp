#include "server/push/host_name.h"

#include <algorithm>

namespace server::push {
namespace {

// RFC 1035, section 2.3.4: a name of 255 octets has 253 characters.
constexpr std::size_t kMaxName = 253;
constexpr std::size_t kMaxLabel = 63;

constexpr bool is_letter(char c) {
  return 'a' <= c && c <= 'z';
}

bool is_label(std::string_view label) {
  return !label.empty() && label.size() <= kMaxLabel && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label,
                             [](char c) { return is_letter(c) || ('0' <= c && c <= '9') || c == '-'; });
}

}  // namespace

bool is_host_name(std::string_view text) {
  if (text.size() > kMaxName) return false;
  int labels = 1;
  for (std::size_t dot; (dot = text.find('.')) != std::string_view::npos; ++labels) {
    if (!is_label(text.substr(0, dot))) return false;
    text.remove_prefix(dot + 1);
  }
  return labels > 1 && is_label(text) && is_letter(text.front());
}

}  // namespace server::push
