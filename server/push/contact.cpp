#include "server/push/contact.h"

#include <algorithm>

#include "server/push/host_name.h"

namespace server::push {
namespace {

constexpr std::size_t kMaxContact = 200;
constexpr std::string_view kMail = "mailto:";
constexpr std::string_view kPage = "https://";

/// Stands for itself in JSON, in URLs and in headers.
bool is_plain(char c) {
  return '!' <= c && c <= '~' && c != '"' && c != '\\';
}

}  // namespace

bool is_contact(std::string_view text) {
  if (text.size() > kMaxContact || !std::ranges::all_of(text, is_plain)) return false;
  if (text.starts_with(kMail)) {
    const auto at = text.find('@');
    return at != std::string_view::npos && at > kMail.size() && is_host_name(text.substr(at + 1));
  }
  if (!text.starts_with(kPage)) return false;
  text.remove_prefix(kPage.size());
  return is_host_name(text.substr(0, text.find('/')));
}

}  // namespace server::push
