#include "server/delivery/mail_message.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>
#include <utility>

#include "server/base/utf8.h"
#include "server/push/words.h"

namespace server {
namespace {

using namespace std::string_view_literals;
using Words = std::array<std::string_view, 3>;  // By push::language_number().

constexpr std::size_t kMaxUrl = 200;
/// Notices that are named, and bytes of a name, of which the longest that the server knows has 160.
constexpr std::size_t kMostNamed = 10, kLongestName = 200;
/// A line of base64 has 76 characters (RFC 2045, section 6.8), an encoded word 75 (RFC 2047, section 2).
constexpr std::size_t kBytesOfLine = 57, kBytesOfWord = 45;

// {0}, {1}, ...: what say() is given.
constexpr Words kConfirmSubject{"{0}: is this your mail address?", "{0}：这是您的邮箱吗？",
                                "{0}：這是您的電子信箱嗎？"};
constexpr Words kConfirmBody{
    "The account {0} of {1} asks to be written to at this address. If that is yours, open this within a "
    "day:\n\n{2}\n\nElse do nothing: no more mail comes.\n",
    "{1} 的账号 {0} "
    "希望用此邮箱接收邮件。如果是您的账号，请在一天内打开：\n\n{2}\n\n否则请忽略本邮件，我们不会再次"
    "来信。\n",
    "{1} 的帳號 {0} "
    "希望用此電子信箱接收郵件。如果是您的帳號，請在一天內打開：\n\n{2}\n\n否則請忽略本郵件，我們不會再次"
    "來信。\n"};
constexpr Words kDigestSubject{"{0}: what waits for you", "{0}：您有未读消息", "{0}：您有未讀訊息"};
constexpr Words kDigestBegin{"{0}, this waits for you at {1}:\n\n", "{0}，您好！{1} 上有这些消息：\n\n",
                             "{0}，您好！{1} 上有這些訊息：\n\n"};
constexpr Words kMore{"and {0} more\n", "还有 {0} 条\n", "還有 {0} 條\n"};
constexpr Words kDigestEnd{"\n{0}\n\nSuch mail comes once a day at most. To get none:\n{1}\n",
                           "\n{0}\n\n此类邮件每天最多一封。不再接收：\n{1}\n",
                           "\n{0}\n\n此類郵件每天最多一封。不再接收：\n{1}\n"};

/// What stands in braces is replaced in one pass: what replaces it may have braces.
std::string say(std::string_view text, std::initializer_list<std::string_view> parts) {
  std::string said;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_part = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
    if (is_part) said += *(parts.begin() + (text[i + 1] - '0'));
    if (is_part) i += 2;
    if (!is_part) said += text[i];
  }
  return said;
}

std::string to_base64(std::string_view bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // The NUL.
  return text;
}

/// The longest beginning of whole characters with at most so many bytes; of what is no UTF-8 so many bytes.
std::string_view beginning(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t whole = bytes;
  while (whole > 0 && !begins_code_point(text[whole])) --whole;
  return text.substr(0, whole > 0 ? whole : bytes);
}

/// In lines, each with its end.
std::string body_lines(std::string_view body) {
  std::string lines;
  for (; !body.empty(); body.remove_prefix(std::min(body.size(), kBytesOfLine)))
    lines += to_base64(body.substr(0, kBytesOfLine)) + '\n';
  return lines;
}

std::string domain_of(const std::string& address) {
  return address.substr(address.find('@') + 1);
}

/// @param more headers, each with its end
std::string message(const MailStationery& stationery, const MailStamp& stamp, const std::string& to,
                    std::string_view subject, const std::string& more, std::string_view body) {
  return "From: " + stationery.from + "\nTo: " + to + "\nSubject: " + header_text(subject) +
         "\nDate: " + header_date(stamp.at) + "\nMessage-ID: <" + stamp.id + '@' +
         domain_of(stationery.from) +
         ">\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
         "Content-Transfer-Encoding: base64\nAuto-Submitted: auto-generated\n" +
         more + '\n' + body_lines(body);
}

std::string link(const MailStationery& stationery, std::string_view path) {
  std::string_view url = stationery.url;
  while (url.ends_with('/')) url.remove_suffix(1);
  return std::string(url) + std::string(path);
}

/// "- It is your move · Gomoku · Lin"
std::string line_of(const storage::Notice& notice, std::size_t language) {
  std::string line = "- ";
  line += push::sentence(notice.kind, language);
  if (!notice.game.empty()) line.append(" · ").append(push::game_name(notice.game, language));
  // A director adds whom they like, and has chosen what the tournament is called.
  if (!notice.name.empty() && notice.kind != "invited")
    line.append(" · ").append(beginning(notice.name, kLongestName));
  return line + '\n';
}

}  // namespace

bool is_mail_url(std::string_view url) {
  const bool has_scheme = url.starts_with("http://") || url.starts_with("https://");
  return has_scheme && url.size() <= kMaxUrl && std::ranges::all_of(url, [](char c) {
           return '!' <= c && c <= '~' && "<>\"\\^`{|}"sv.find(c) == std::string_view::npos;
         });
}

std::string confirmation_mail(const MailStationery& stationery, const MailStamp& stamp,
                              const storage::MailToConfirm& to, std::string_view code) {
  const std::size_t language = push::language_number(to.language);
  const std::string open = link(stationery, "/mail/confirm?code=" + std::string(code));
  return message(stationery, stamp, to.address, say(kConfirmSubject.at(language), {stationery.server}), "",
                 say(kConfirmBody.at(language),
                     {beginning(to.name, kLongestName), beginning(stationery.server, kLongestName), open}));
}

std::string digest_mail(const MailStationery& stationery, const MailStamp& stamp, const storage::DueMail& to,
                        const std::vector<storage::Notice>& notices) {
  const std::size_t language = push::language_number(to.language);
  std::string body = say(kDigestBegin.at(language),
                         {beginning(to.name, kLongestName), beginning(stationery.server, kLongestName)});
  const std::size_t named = std::min(notices.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) body += line_of(notices[i], language);
  if (notices.size() > named) body += say(kMore.at(language), {std::to_string(notices.size() - named)});
  const std::string query = "?code=" + to.stop_code;
  body += say(kDigestEnd.at(language), {link(stationery, "/inbox"), link(stationery, "/mail/stop" + query)});
  const std::string unsubscribe = "List-Unsubscribe: <" + link(stationery, "/api/mail/stop" + query) +
                                  ">\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n";
  return message(stationery, stamp, to.address, say(kDigestSubject.at(language), {stationery.server}),
                 unsubscribe, body);
}

std::string header_text(std::string_view text) {
  constexpr std::size_t kLongest = 60;  // With the name of the header it is one line.
  const bool is_plain = text.size() <= kLongest && text.find("=?") == std::string_view::npos &&
                        std::ranges::all_of(text, [](char c) { return ' ' <= c && c <= '~'; });
  if (is_plain) return std::string(text);
  std::string words;
  for (text = beginning(text, kLongestName); !text.empty();) {
    const std::string_view word = beginning(text, kBytesOfWord);
    words.append(words.empty() ? "" : "\n ").append("=?utf-8?B?").append(to_base64(word)).append("?=");
    text.remove_prefix(word.size());
  }
  return words;
}

std::string header_date(std::chrono::sys_seconds at) {
  constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                               "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(at - day);
  char text[40];
  const int size =
      std::snprintf(text, sizeof text, "%s, %02u %s %04d %02d:%02d:%02d +0000",
                    kDays.at(std::chrono::weekday(day).c_encoding()), static_cast<unsigned>(date.day()),
                    kMonths.at(static_cast<unsigned>(date.month()) - 1), static_cast<int>(date.year()),
                    static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                    static_cast<int>(time.seconds().count()));
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace server
