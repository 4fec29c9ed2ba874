#include "server/push/mail_address.h"

#include <algorithm>

#include "server/push/host_name.h"

namespace server::push {
namespace {

constexpr std::size_t kMaxLocal = 64;  // RFC 5321, section 4.5.3.1.1.

constexpr bool is_of_atom(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
         std::string_view("!#$%&'*+/=?^_`{|}~-").find(c) != std::string_view::npos;
}

constexpr char lower(char c) {
  return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_local_part(std::string_view text) {
  return !text.empty() && text.size() <= kMaxLocal && text.front() != '.' && text.back() != '.' &&
         text.find("..") == std::string_view::npos &&
         std::ranges::all_of(text, [](char c) { return c == '.' || is_of_atom(c); });
}

}  // namespace

bool is_mail_address(std::string_view text) {
  const auto at = text.find('@');
  return text.size() <= kMaxMailAddress && at != std::string_view::npos &&
         is_local_part(text.substr(0, at)) && is_host_name(mail_key(text.substr(at + 1)));
}

std::string mail_key(std::string_view address) {
  std::string key(address);
  std::ranges::transform(key, key.begin(), lower);
  return key;
}

std::string without_mail_addresses(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == '@')
      while (!shown.empty() && (is_of_atom(shown.back()) || shown.back() == '.' || shown.back() == '"'))
        shown.pop_back();
    shown += c;
  }
  return shown;
}

}  // namespace server::push
