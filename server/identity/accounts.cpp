#include "server/identity/accounts.h"

#include <algorithm>
#include <utility>

#include "server/base/utf8.h"
#include "server/identity/names.h"
#include "server/identity/sessions.h"
#include "server/identity/tokens.h"
#include "server/identity/users.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::steady_clock;

constexpr std::size_t kShortestPassword = 8;   // Characters, as NIST SP 800-63B asks.
constexpr std::size_t kLongestPassword = 256;  // Bytes.
constexpr std::size_t kMostSessions = 50;      // Of one account.

protocol::Error records_busy() {
  return error(ErrorCode::busy, "The records cannot be used now. Try again soon.");
}

protocol::Error too_many_passwords() {
  return protocol::retry_after(std::chrono::seconds(1), ErrorCode::busy,
                               "Too many people are logging in. Try again in a moment.");
}

protocol::Error too_often(std::chrono::milliseconds wait) {
  return protocol::retry_after(wait, ErrorCode::rate_limited, "Too many tries. Wait before the next one.");
}

// The same whether the name or the password is wrong: nobody learns who has an account.
protocol::Error wrong_password() {
  return error(ErrorCode::unauthorized, "The name or the password is wrong.");
}

protocol::Error not_logged_in() {
  return error(ErrorCode::unauthorized, "Log in first.");
}

protocol::Error taken() {
  return error(ErrorCode::name_taken, "Somebody has this name, or one that looks the same.");
}

protocol::Error bad_name() {
  return error(
      ErrorCode::bad_name,
      "A name has 2 to 20 letters, digits, and between them spaces, _ or -, and is not one of ours.");
}

protocol::Error has_account() {
  return error(ErrorCode::not_allowed, "You have an account. Log out first.");
}

protocol::Error no_such_session() {
  return error(ErrorCode::not_found, "There is no such session.");
}

std::optional<protocol::Error> what_is_wrong(std::string_view password) {
  if (count_code_points(password) < kShortestPassword)
    return error(ErrorCode::bad_message, "A password has at least 8 characters.", "password");
  if (password.size() > kLongestPassword)
    return error(ErrorCode::bad_message, "A password has at most 256 bytes.", "password");
  return std::nullopt;
}

/// Those who share a turn in the queue of passwords.
std::string queue_of(const Accounts::Caller& caller) {
  const std::string site = site_key(caller.address);
  return site.empty() ? caller.address : site;
}

storage::Millis now_in_millis() {
  return server_now().time_since_epoch().count();
}

template <class Answer>
void refuse(const Accounts::Done<Answer>& done, protocol::Error error) {
  done(engine::Unexpected(std::move(error)));
}

}  // namespace

Accounts::Accounts(RecordQueue& records, Passwords& passwords, const Limits& limits)
    : records_(records),
      passwords_(passwords),
      limits_(limits),
      pairs_(limits.tries_of_pair),
      addresses_(limits.tries_of_address),
      names_(limits.tries_of_name),
      registrations_(limits.registrations) {}

template <class Answer>
void Accounts::fail(protocol::Error error, Done<Answer> done) {
  records_.answer([error = std::move(error), done = std::move(done)] { refuse(done, error); });
}

/// Goes on with `next(session, done)` if the caller's token is good.
template <class Answer, class Next>
void Accounts::with_session(const Caller& caller, Done<Answer> done, Next next) {
  const auto look_up = [hash = hash_token(caller.token)](storage::Reader& store) {
    return find_session(store, hash, server_now());
  };
  records_.read({.asker = caller.address}, look_up,
                [done = std::move(done), next = std::move(next)](const auto& found) {
                  if (!found) return refuse(done, records_busy());
                  if (!*found) return refuse(done, not_logged_in());
                  next(**found, done);
                });
}

// ---- passwords -------------------------------------------------------------------------------------------

void Accounts::hash(const Caller& caller, std::string password,
                    std::function<void(Result<std::string>)> done) {
  passwords_.hash(queue_of(caller), std::move(password), [done](std::optional<std::string> phc) {
    if (!phc) return refuse<std::string>(done, too_many_passwords());
    done(*std::move(phc));
  });
}

/// Whose name and password these are. Every way to try a password comes through here, and counts as a try
/// before it is known whether it is right: that costs as much.
void Accounts::check(const Caller& caller, const std::string& name, std::string password,
                     std::function<void(Result<storage::User>)> done) {
  const storage::NameKeys names = name_keys(name);
  const std::string& folded = names[1];
  if (names[0].empty() || password.size() > kLongestPassword)
    return fail<storage::User>(wrong_password(), done);
  if (auto refused = refuse_try(caller, folded)) return fail<storage::User>(*std::move(refused), done);
  struct Found {
    std::optional<std::chrono::milliseconds> wait;
    storage::Account account;
  };
  const auto look_up = [names, budgets = budgets_of_try(caller, folded)](storage::Reader& store) -> Found {
    if (const auto wait = store.refuse(budgets)) return {.wait = wait, .account = {}};
    return {.wait = {}, .account = store.find_account(names).value_or(storage::Account())};
  };
  auto found_it = [this, caller, password = std::move(password), done](auto found) mutable {
    if (!found) return refuse<storage::User>(done, records_busy());
    if (found->wait) return refuse<storage::User>(done, too_often(*found->wait));
    const storage::Account& account = found->account;
    auto checked = [user = account.user, done](std::optional<bool> right) {
      if (!right) return refuse<storage::User>(done, too_many_passwords());
      if (!*right) return refuse<storage::User>(done, wrong_password());
      done(user);
    };
    passwords_.check(queue_of(caller), std::move(password), account.password, std::move(checked));
  };
  records_.read({.asker = caller.address}, look_up, std::move(found_it));
}

// The bucket of the name last: whoever may try no more takes nothing out of it.
std::optional<protocol::Error> Accounts::refuse_try(const Caller& caller, const std::string& folded) {
  const auto now = steady_clock::now();
  auto wait = pairs_.refuse(folded + ' ' + caller.address, now);
  if (!wait) wait = addresses_.refuse(caller.address, now);
  if (!wait) wait = names_.refuse(folded, now);
  return wait ? std::optional(too_often(*wait)) : std::nullopt;
}

/// The same limits at all servers together: whoever goes from one to the next has no more tries for it.
std::vector<storage::Budget> Accounts::budgets_of_try(const Caller& caller, const std::string& folded) const {
  const auto& [pair, address, name, registrations] = limits_;
  auto budgets = shared_budgets("passwords", caller.address, address);
  budgets.push_back({"passwords of " + caller.address + " for " + folded, pair.count, pair.per});
  budgets.push_back({"passwords for " + folded, name.count, name.per});
  return budgets;
}

// ---- a new account ---------------------------------------------------------------------------------------

void Accounts::sign_up(const Caller& caller, const std::string& name, std::string password,
                       Done<Admission> done) {
  auto own = valid_account_name(name);
  if (!own) return fail(bad_name(), std::move(done));
  if (auto wrong = what_is_wrong(password)) return fail(*std::move(wrong), std::move(done));
  if (const auto wait = registrations_.refuse(caller.address, steady_clock::now()))
    return fail(too_often(*wait), std::move(done));
  // The name is looked up before the password is hashed, for that is dear; and once more when it is written.
  using Found = std::pair<bool, std::optional<storage::Session>>;
  const storage::NameKeys names = name_keys(*own);
  const auto look_up = [names, token = hash_token(caller.token)](storage::Reader& store) {
    return Found(store.find_account(names).has_value(), find_session(store, token, server_now()));
  };
  auto go_on = [this, caller, name = *std::move(own), names, password = std::move(password),
                done = std::move(done)](std::optional<Found> found) {
    if (!found) return refuse(done, records_busy());
    const auto& [name_is_taken, session] = *found;
    if (name_is_taken) return refuse(done, taken());
    if (session && !session->user.guest) return refuse(done, has_account());
    storage::Account account;
    account.user = {session ? session->user.id : new_guest_id(), name, false, now_in_millis()};
    account.names = names;
    hash(caller, password, [this, caller, account, done](Result<std::string> phc) mutable {
      if (!phc) return refuse(done, phc.error());
      account.password = *std::move(phc);
      create(caller, std::move(account), done);
    });
  };
  records_.read({.asker = caller.address}, look_up, std::move(go_on));
}

void Accounts::create(const Caller& caller, storage::Account account, Done<Admission> done) {
  const Admission admission{to_protocol(account.user), new_token()};
  storage::CreateAccount write{std::move(account), hash_token(admission.token), client_label(caller.client),
                               name_rules()};
  records_.commit({std::move(write)}, [admission, done = std::move(done)](Persisted outcome) {
    if (outcome == Persisted::refused) return refuse(done, taken());
    if (outcome != Persisted::done) return refuse(done, records_busy());
    done(admission);
  });
}

// ---- coming and going ------------------------------------------------------------------------------------

void Accounts::log_in(const Caller& caller, const std::string& name, std::string password,
                      Done<Admission> done) {
  check(caller, name, std::move(password),
        [this, caller, done = std::move(done)](Result<storage::User> user) {
          if (!user) return refuse(done, user.error());
          admit(caller, *user, done);
        });
}

void Accounts::admit(const Caller& caller, const storage::User& user, Done<Admission> done) {
  const Admission admission{to_protocol(user), new_token()};
  storage::StartSession write{user.id, hash_token(admission.token), client_label(caller.client),
                              now_in_millis()};
  const auto look_up = [user = user.id](storage::Reader& store) { return store.sessions(user); };
  records_.read({.asker = caller.address}, look_up,
                [this, admission, write, done = std::move(done)](const auto& sessions) {
                  if (!sessions) return refuse(done, records_busy());
                  begin_session(admission, write, *sessions, done);
                });
}

/// @param others of the same user, last seen first: of too many the last ones end
void Accounts::begin_session(const Admission& admission, storage::StartSession write,
                             const std::vector<storage::Session>& others, Done<Admission> done) {
  std::vector<storage::Write> writes{std::move(write)};
  std::vector<Ended> ended;
  for (std::size_t i = kMostSessions - 1; i < others.size(); ++i) {
    writes.emplace_back(storage::EndSession{others[i].token_hash});
    ended.push_back({admission.user.id, others[i].token_hash});
  }
  records_.commit(std::move(writes),
                  [this, admission, ended = std::move(ended), done = std::move(done)](Persisted outcome) {
                    // A session that was over already is as good.
                    if (outcome != Persisted::done && outcome != Persisted::refused)
                      return refuse(done, records_busy());
                    for (const Ended& each : ended) tell_ended_(each);
                    done(admission);
                  });
}

/// Ends sessions, and then the connections that were opened with them.
void Accounts::end(std::vector<storage::Write> writes, Ended ended, Done<Nothing> done) {
  records_.commit(std::move(writes),
                  [this, ended = std::move(ended), done = std::move(done)](Persisted outcome) {
                    // A session that was over already is as good.
                    if (outcome != Persisted::done && outcome != Persisted::refused)
                      return refuse(done, records_busy());
                    tell_ended_(ended);
                    done(Nothing());
                  });
}

void Accounts::log_out(const Caller& caller, bool everywhere, Done<Nothing> done) {
  with_session(caller, std::move(done), [this, everywhere](const storage::Session& own, Done<Nothing> done) {
    const std::string& user = own.user.id;
    if (everywhere) return end({storage::EndSessions{user}}, {user}, std::move(done));
    end({storage::EndSession{own.token_hash}}, {user, own.token_hash}, std::move(done));
  });
}

// ---- what a user sees of himself -------------------------------------------------------------------------

void Accounts::who_is(const Caller& caller, Done<protocol::User> done) {
  with_session(caller, std::move(done), [](const storage::Session& own, const Done<protocol::User>& done) {
    done(to_protocol(own.user));
  });
}

void Accounts::list_sessions(const Caller& caller, Done<std::vector<SessionLine>> done) {
  with_session(
      caller, std::move(done),
      [this, asker = caller.address](const storage::Session& own, Done<std::vector<SessionLine>> done) {
        const auto look_up = [user = own.user.id](storage::Reader& store) { return store.sessions(user); };
        records_.read({.asker = asker}, look_up,
                      [token = own.token_hash, done = std::move(done)](const auto& sessions) {
                        if (!sessions) return refuse(done, records_busy());
                        std::vector<SessionLine> lines;
                        for (const storage::Session& each : *sessions) {
                          lines.push_back({session_id(each), each.client, TimePoint(Millis(each.created)),
                                           TimePoint(Millis(each.seen)), each.token_hash == token});
                        }
                        done(std::move(lines));
                      });
      });
}

void Accounts::end_session(const Caller& caller, const std::string& id, Done<Nothing> done) {
  with_session(
      caller, std::move(done),
      [this, id, asker = caller.address](const storage::Session& own, Done<Nothing> done) {
        const auto look_up = [user = own.user.id](storage::Reader& store) { return store.sessions(user); };
        records_.read({.asker = asker}, look_up, [this, id, done = std::move(done)](const auto& sessions) {
          if (!sessions) return refuse(done, records_busy());
          const auto session = std::ranges::find(*sessions, id, session_id);
          if (session == sessions->end()) return refuse(done, no_such_session());
          end({storage::EndSession{session->token_hash}}, {session->user.id, session->token_hash}, done);
        });
      });
}

/// Goes on with `next(session, done)` if the caller's token is good, and the password is that of its account:
/// whoever finds an open page owns it no more than it shows.
template <class Next>
void Accounts::with_password(const Caller& caller, std::string password, Done<Nothing> done, Next next) {
  with_session(caller, std::move(done),
               [this, caller, password = std::move(password), next = std::move(next)](
                   const storage::Session& own, const Done<Nothing>& done) {
                 if (own.user.guest) return refuse(done, not_logged_in());
                 check(caller, own.user.name, password, [own, next, done](const Result<storage::User>& user) {
                   if (!user) return refuse(done, user.error());
                   next(own, done);
                 });
               });
}

void Accounts::change_password(const Caller& caller, std::string old_password, std::string new_password,
                               Done<Nothing> done) {
  if (auto wrong = what_is_wrong(new_password)) return fail(*std::move(wrong), std::move(done));
  auto replace = [this, caller, new_password = std::move(new_password)](const storage::Session& own,
                                                                        const Done<Nothing>& done) {
    hash(caller, new_password,
         [this, user = own.user.id, token = own.token_hash, done](Result<std::string> phc) {
           if (!phc) return refuse(done, phc.error());
           end({storage::ChangePassword{user, *phc}, storage::EndSessions{user, token}}, {user, {}, token},
               done);
         });
  };
  with_password(caller, std::move(old_password), std::move(done), std::move(replace));
}

void Accounts::close(const Caller& caller, std::string password, Done<Nothing> done) {
  with_password(caller, std::move(password), std::move(done),
                [this](const storage::Session& own, const Done<Nothing>& done) {
                  end({storage::CloseAccount{own.user.id}}, {own.user.id}, done);
                });
}

}  // namespace server
