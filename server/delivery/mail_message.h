#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "storage/mail.h"

/// Mail as `sendmail -t -i` reads it: a message of RFC 5322 in ASCII, whose lines end with "\n". No text of a
/// user stands in a header. Pure.
namespace server {

/// Of no message there are more bytes.
inline constexpr std::size_t kMaxMailMessage = 16 << 10;

/// What stands in every message.
struct MailStationery {
  std::string from;    ///< push::is_mail_address()
  std::string server;  ///< Its name, UTF-8.
  std::string url;     ///< Where people reach it: is_mail_url().
};

/// Whether links can be made of it: http:// or https:// and printable ASCII that ends no link, 200 bytes at
/// most.
bool is_mail_url(std::string_view url);

/// What makes one message another.
struct MailStamp {
  std::chrono::sys_seconds at;
  std::string id;  ///< Letters and digits, unique.
};

/// Asks the owner of `to.address` whether it is theirs. @param code which confirms it
std::string confirmation_mail(const MailStationery& stationery, const MailStamp& stamp,
                              const storage::MailToConfirm& to, std::string_view code);

/// Tells of notices, newest first, of which the first are named. @pre !notices.empty()
std::string digest_mail(const MailStationery& stationery, const MailStamp& stamp, const storage::DueMail& to,
                        const std::vector<storage::Notice>& notices);

/// A text as it stands in a header without structure: itself, or encoded words (RFC 2047) of which each is
/// whole characters. Whatever it holds, it begins no other header.
std::string header_text(std::string_view text);
/// As RFC 5322, section 3.3, has it, in UTC.
std::string header_date(std::chrono::sys_seconds at);

}  // namespace server
