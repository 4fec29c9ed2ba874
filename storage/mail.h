#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/inbox.h"
#include "storage/time.h"

/// Where accounts are written to by mail: at most one digest a day of what waits unread in their inbox, once
/// an address is confirmed. PutNotice makes the next digest due.
namespace storage {

/// How long a code confirms an address, how far back its limits look, and the rest between two digests.
inline constexpr Millis kMailDay = std::chrono::milliseconds(std::chrono::days(1)).count();
/// From a notice to the digest that tells of it: what follows soon is in the same one, and what is read
/// meanwhile in none.
inline constexpr Millis kMailDelay = std::chrono::milliseconds(std::chrono::hours(1)).count();

/// The address of an account.
struct Mailbox {
  std::string address;
  std::string language;  ///< In which it is written to.
  bool confirmed = false;
  bool operator==(const Mailbox&) const = default;
};

/// An address that a code confirms.
struct MailToConfirm {
  std::string user;
  std::string name;  ///< Of the account.
  std::string address;
  std::string language;
  bool operator==(const MailToConfirm&) const = default;
};

/// A digest that is due.
struct DueMail {
  std::string user;
  std::string name;
  std::string address;
  std::string language;
  std::string stop_code;
  Millis due = 0;
  std::int64_t mailed_until = 0;  ///< Notice::number of the last that was mailed.
  int tries = 0;                  ///< That have failed.
  bool operator==(const DueMail&) const = default;
};

/// How much mail that confirms addresses may be asked for in kMailDay.
struct MailLimits {
  int of_user = 3;
  int in_all = 500;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// An account wants mail at this address, which `code_hash` confirms; the one before ends. Refused when it is
/// no account, at a limit, or when it has asked for this address within kMailDay and the mail has left. Where
/// another account has asked for the address within that time it is written all the same, but no code
/// confirms it: what is told must not differ.
struct AskForMail {
  std::string user;
  Mailbox mailbox{};
  std::string address_hash{};  ///< The same for each way to write the address.
  std::string code_hash{};
  std::string stop_code{};  ///< For an account that has none; else it keeps its own.
  Millis at = 0;
  MailLimits limits{};
};

/// The mail that was to confirm the address never left: the account may ask for it again, and another account
/// for it as if this one had not. The ask still counts for the limits of all addresses. Refused when this
/// account has not asked for it, or no mail was to leave.
struct MailNotSent {
  std::string user;
  std::string address_hash{};
  std::string code_hash{};  ///< AskForMail::code_hash
};

/// Refused when there is no such address, or its code is older than kMailDay; not when it is confirmed.
struct ConfirmMail {
  std::string code_hash;
  Millis at = 0;
};

/// Refused when the account has no such address.
struct ChangeMailLanguage {
  std::string user;
  std::string address;
  std::string language;
};

/// The account is written to no more. Always done.
struct EndMail {
  std::string user;
};

/// The same by the code of its mail. Refused when none has it; not when it has ended.
struct StopMail {
  std::string stop_code;
};

/// The same of all accounts with this address, in whatever case. Refused when there are none.
struct EndMailTo {
  std::string address;
};

/// A digest is begun, of notices up to `until`; the next one makes another due, of which no try has failed.
/// Refused when it is not due at `was`: another server has it, a notice came since, or the address has ended.
struct ClaimMail {
  std::string user;
  Millis was = 0;  ///< DueMail::due
  Millis at = 0;
  std::int64_t until = 0;
};

/// A digest that was claimed `at` is not sent: its notices are not mailed. Refused when there is no such one.
struct FailMail {
  std::string user;
  Millis at = 0;                  ///< ClaimMail::at
  std::int64_t mailed_until = 0;  ///< DueMail::mailed_until
  Millis due = 0;                 ///< 0: it is given up until the next notice.
  int tries = 0;
};

/// There is nothing to tell. Always done; does nothing when a notice came since.
struct SkipMail {
  std::string user;
  Millis was = 0;  ///< DueMail::due
};

// ---- reads ------------------------------------------------------------------------------------------------

/// The part of storage::Reader that reads mail; the same promises.
class MailReader {
 public:
  virtual ~MailReader() = default;

  virtual std::optional<Mailbox> mailbox(std::string_view user) = 0;
  /// Until when AskForMail is refused for its limits; 0: it is not.
  virtual Millis mail_refused_until(std::string_view user, std::string_view address_hash, Millis now,
                                    const MailLimits& limits) = 0;
  virtual std::optional<MailToConfirm> mail_to_confirm(std::string_view code_hash, Millis now) = 0;
  virtual bool knows_stop_code(std::string_view stop_code) = 0;
  /// What is due by now, longest first, at most so many; nothing of accounts that are banned.
  virtual std::vector<DueMail> due_mails(Millis now, int most) = 0;
  /// Those with larger numbers that are not read, newest first.
  virtual std::vector<Notice> unread_after(std::string_view user, std::int64_t number, Millis now) = 0;
};

}  // namespace storage
