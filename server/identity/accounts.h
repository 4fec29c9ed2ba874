#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/base/address_limits.h"
#include "server/identity/banned_networks.h"
#include "server/identity/passwords.h"
#include "server/protocol/messages.h"
#include "server/records/record_queue.h"

namespace server {

/// Names with passwords, and the tokens that are given for them. Passwords are hashed on a thread of their
/// own, tokens are stored as hashes; who guesses is slowed down, and learns nothing from being wrong. Network
/// thread only; answers never come inside the call.
/// Passwords: RFC 9106's argon2id by libsodium (passwords.h). Every operation answers by `done`, once, on the
/// network thread: with a value or an error for the client (unauthorized, rate_limited with the time to wait,
/// busy where records or the thread of passwords cannot serve now).
class Accounts {
 public:
  struct Limits {
    // Passwords that are tried. All are paid before they are looked at; right ones are given back, but to the
    // address, which pays for the work. Strangers who guess cannot keep the owner of an account out: they
    // share no bucket with a network from which the owner has logged in before, nor with a session.
    Rate tries_of_pair{10, std::chrono::minutes(30)};      ///< For one name from one network; of one session.
    Rate tries_of_address{100, std::chrono::minutes(30)};  ///< A school shares one.
    Rate tries_of_name{200, std::chrono::minutes(30)};     ///< From all networks that it does not know.
    Rate registrations{20, std::chrono::minutes(10)};      ///< From one address.
  };
  /// What comes with an HTTP request or a `hello`, not checked yet.
  struct Caller {
    std::string token;    ///< That was shown; empty: none.
    std::string address;  ///< Empty: this machine, where limits of an address make no sense.
    std::string client;   ///< The program, in its own words.
  };
  /// A user who has just logged in, and the token to show from now on.
  struct Admission {
    protocol::User user;
    std::string token;
  };
  struct SessionLine {
    std::string id;  ///< To end it by.
    std::string client;
    /// `seen` is exact to an hour: see touch() of sessions.h.
    TimePoint created, seen;
    bool current = false;  ///< It is the one that asks.
  };

  template <class Answer>
  using Result = engine::Expected<Answer, protocol::Error>;
  template <class Answer>
  using Done = std::function<void(Result<Answer>)>;

  Accounts(RecordQueue& records, Passwords& passwords) : Accounts(records, passwords, Limits()) {}
  /// @pre both outlive it
  Accounts(RecordQueue& records, Passwords& passwords, const Limits& limits);

  /// Sessions of a user that are over, by the hashes of their tokens: one, or all but one that may be kept.
  struct Ended {
    std::string user;
    std::string only{};  ///< Empty: all.
    std::string kept{};
  };
  /// Connections that were opened with such sessions must go.
  /// Called on the network thread once the end is stored, at most once a request. Set before the first
  /// request.
  void when_ended(std::function<void(const Ended&)> tell) { tell_ended_ = std::move(tell); }

  /// From these comes no new account. They outlive this. Set before the first request.
  void keep_out(BannedNetworks& networks) { banned_networks_ = &networks; }

  /// A new account. A guest who shows a token becomes it, and stays the same user.
  /// Fails with bad_name, bad_message (password), name_taken, not_allowed (has an account; or a guest, who
  /// may have played as a person, would become a program), rate_limited (also beside one who was banned).
  /// @param program plays for this account, for good
  void sign_up(const Caller& caller, const std::string& name, std::string password, Done<Admission> done,
               bool program = false);
  /// `name` in any case and width. Of more than 50 sessions the oldest ends. Fails with unauthorized, which
  /// does not tell a wrong name from a wrong password.
  void log_in(const Caller& caller, const std::string& name, std::string password, Done<Admission> done);
  /// The session that asks, or all sessions of its user, are over.
  /// A token that is no session is unauthorized.
  void log_out(const Caller& caller, bool everywhere, Done<std::monostate> done);

  /// The user of the token, guests too.
  void who_is(const Caller& caller, Done<protocol::User> done);
  /// Last seen first; at most 50 and what logins at once may add.
  void list_sessions(const Caller& caller, Done<std::vector<SessionLine>> done);
  /// `id` as in SessionLine; fails with not_found for one that is not this user's.
  void end_session(const Caller& caller, const std::string& id, Done<std::monostate> done);
  /// All other sessions end with the old password.
  void change_password(const Caller& caller, std::string old_password, std::string new_password,
                       Done<std::monostate> done);
  /// For good: all sessions end, ratings go, and it cannot be logged in to again. Games stay, and the name
  /// with them.
  void close(const Caller& caller, std::string password, Done<std::monostate> done);
  /// A guest's account is the token alone: it ends, and finished games show neither id nor name any more.
  /// Not while a game or tournament is not over (not_allowed). Takes several writes, 100 games each.
  void forget_guest(const Caller& caller, Done<std::monostate> done);

 private:
  template <class Answer>
  void fail(protocol::Error error, Done<Answer> done);
  template <class Answer, class Next>
  void with_session(const Caller& caller, Done<Answer> done, Next next);
  template <class Answer, class Next>
  void with_sessions(const Caller& caller, Done<Answer> done, Next next);
  template <class Next>
  void with_password(const Caller& caller, std::string password, Done<std::monostate> done, Next next);
  void hash(const Caller& caller, std::string password, std::function<void(Result<std::string>)> done);

  /// A password that is being tried.
  struct Try {
    storage::NameKeys names;  ///< Of the account.
    std::string who;          ///< What the buckets call the account.
    std::string from;         ///< And where the try comes from.
    bool is_owners = false;   ///< It comes with a session of the account.
    bool paid_name = false;   ///< It has taken from the bucket of the name.
  };
  /// What the records say of a try: see accounts.cpp.
  struct Known;
  /// Out of this server's own buckets, before anything is read.
  std::optional<protocol::Error> pay(const Caller& caller, const Try& tried);
  /// To the pair and the name, here and in the store; not to the address.
  void give_back(const Try& tried);
  /// What all servers that share a store count together.
  std::vector<storage::Budget> budgets_of(const Try& tried) const;
  storage::Budget budget_of_name(const Try& tried) const;
  static Known look_up(storage::Reader& store, const Caller& caller, const Try& tried,
                       std::vector<storage::Budget> budgets, const storage::Budget& of_name);
  void check(const Caller& caller, Try tried, std::string password, Done<storage::Account> done);

  void create(const Caller& caller, storage::Account account, Done<Admission> done);
  void admit(const Caller& caller, const storage::Account& account, Done<Admission> done);
  void begin_session(const Admission& admission, storage::StartSession write,
                     std::vector<storage::Session> others, Done<Admission> done);
  void end_oldest(const std::vector<storage::Session>& sessions, std::function<void()> done);
  void end(storage::Write write, Ended ended, std::optional<protocol::Error> refused,
           Done<std::monostate> done);
  /// Calls itself until there are no more seats, then ends the guest.
  void forget_seats(const std::string& guest, const Done<std::monostate>& done);
  void note_ban(const std::optional<storage::Measure>& ban, const std::string& address);

  RecordQueue& records_;
  Passwords& passwords_;
  const Limits limits_;
  KeyedBuckets pairs_;  // By Try::who and Try::from.
  AddressBuckets addresses_;
  KeyedBuckets names_;
  AddressBuckets registrations_;
  BannedNetworks* banned_networks_ = nullptr;
  std::function<void(const Ended&)> tell_ended_ = [](const Ended&) {};
};

}  // namespace server
