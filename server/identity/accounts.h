#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/base/address_limits.h"
#include "server/identity/passwords.h"
#include "server/protocol/messages.h"
#include "server/records/record_queue.h"

namespace server {

/// Names with passwords, and the tokens that are given for them. Passwords are hashed on a thread of their
/// own, tokens are stored as hashes; who guesses is slowed down, and learns nothing from being wrong. Network
/// thread only; answers never come inside the call.
class Accounts {
 public:
  struct Limits {
    // Passwords that are tried, right ones and wrong ones alike: each costs as much. The first keeps somebody
    // who guesses from locking out the one whose name it is.
    Rate tries_of_pair{10, std::chrono::minutes(30)};      ///< For one name from one address.
    Rate tries_of_address{100, std::chrono::minutes(30)};  ///< A school shares one.
    Rate tries_of_name{200, std::chrono::minutes(30)};     ///< From everywhere.
    Rate registrations{20, std::chrono::minutes(10)};      ///< From one address.
  };
  /// Who asks for something.
  struct Caller {
    std::string token;    ///< That he showed; empty: none.
    std::string address;  ///< Empty: this machine, where limits of an address make no sense.
    std::string client;   ///< Which program he uses, in its own words.
  };
  /// Somebody who has just proved who he is, and what to show from now on.
  struct Admission {
    protocol::User user;
    std::string token;
  };
  struct SessionLine {
    std::string id;  ///< To end it by.
    std::string client;
    TimePoint created, seen;
    bool current = false;  ///< It is the one that asks.
  };
  struct Nothing {};

  template <class Answer>
  using Result = engine::Expected<Answer, protocol::Error>;
  template <class Answer>
  using Done = std::function<void(Result<Answer>)>;

  Accounts(RecordQueue& records, Passwords& passwords) : Accounts(records, passwords, Limits()) {}
  Accounts(RecordQueue& records, Passwords& passwords, const Limits& limits);

  /// Sessions of a user that are over, by the hashes of their tokens: one, or all but one that may be kept.
  struct Ended {
    std::string user;
    std::string only{};  ///< Empty: all.
    std::string kept{};
  };
  /// Connections that were opened with such sessions must go.
  void when_ended(std::function<void(const Ended&)> tell) { tell_ended_ = std::move(tell); }

  /// A new account. A guest who shows his token becomes it, and stays the same user.
  void sign_up(const Caller& caller, const std::string& name, std::string password, Done<Admission> done);
  void log_in(const Caller& caller, const std::string& name, std::string password, Done<Admission> done);
  /// The session that asks, or all sessions of its user, are over.
  void log_out(const Caller& caller, bool everywhere, Done<Nothing> done);

  void who_is(const Caller& caller, Done<protocol::User> done);
  void list_sessions(const Caller& caller, Done<std::vector<SessionLine>> done);
  void end_session(const Caller& caller, const std::string& id, Done<Nothing> done);
  /// All other sessions end with the old password.
  void change_password(const Caller& caller, std::string old_password, std::string new_password,
                       Done<Nothing> done);
  /// For good: all sessions end, ratings go, and nobody logs in to it again. Games stay, and the name with
  /// them.
  void close(const Caller& caller, std::string password, Done<Nothing> done);

 private:
  template <class Answer>
  void fail(protocol::Error error, Done<Answer> done);
  template <class Answer, class Next>
  void with_session(const Caller& caller, Done<Answer> done, Next next);
  template <class Next>
  void with_password(const Caller& caller, std::string password, Done<Nothing> done, Next next);
  void hash(const Caller& caller, std::string password, std::function<void(Result<std::string>)> done);
  void check(const Caller& caller, const std::string& name, std::string password,
             std::function<void(Result<storage::User>)> done);
  void create(const Caller& caller, storage::Account account, Done<Admission> done);
  void admit(const Caller& caller, const storage::User& user, Done<Admission> done);
  void begin_session(const Admission& admission, storage::StartSession write,
                     const std::vector<storage::Session>& others, Done<Admission> done);
  void end(std::vector<storage::Write> writes, Ended ended, Done<Nothing> done);

  std::optional<protocol::Error> refuse_try(const Caller& caller, const std::string& folded);
  std::vector<storage::Budget> budgets_of_try(const Caller& caller, const std::string& folded) const;

  RecordQueue& records_;
  Passwords& passwords_;
  const Limits limits_;
  KeyedBuckets pairs_;
  AddressBuckets addresses_;
  KeyedBuckets names_;
  AddressBuckets registrations_;
  std::function<void(const Ended&)> tell_ended_ = [](const Ended&) {};
};

}  // namespace server
