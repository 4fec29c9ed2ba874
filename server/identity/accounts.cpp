#include "server/identity/accounts.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "server/identity/account_errors.h"
#include "server/identity/measures.h"
#include "server/identity/names.h"
#include "server/identity/sessions.h"
#include "server/identity/tokens.h"
#include "server/identity/users.h"

namespace server {
namespace {

using namespace account_errors;
using std::chrono::steady_clock;

constexpr std::size_t kMostSessions = 50;  // Of one account.
constexpr int kMostGames = 100;            // More than a user can have unfinished.
constexpr int kSeatsInOneWrite = 100;      // Games of a guest, of each side.

/// The network that a caller's limits count by, and its turn in the queue of passwords.
std::string network_of(const Accounts::Caller& caller) {
  return network_key(caller.address);
}

/// The network as the records know it, for one account alone; empty: this machine.
std::string site_of(const Accounts::Caller& caller, const std::string& user) {
  const std::string network = network_of(caller);
  return network.empty() ? std::string() : hash_token(user + ' ' + network);
}

/// A game that is open to an opponent has nothing to lose yet.
bool plays_rated(storage::Reader& store, const std::string& user) {
  return std::ranges::any_of(store.unfinished_of(user, kMostGames), [&store](const std::string& id) {
    const auto record = store.load(id);
    return record && record->game.rated &&
           std::ranges::none_of(record->game.seats, [](const auto& seat) { return seat.user.empty(); });
  });
}

storage::Millis now_in_millis() {
  return server_now().time_since_epoch().count();
}

using Ban = std::optional<storage::Measure>;

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
  records_.read({.address = caller.address}, look_up,
                [done = std::move(done), next = std::move(next)](const auto& found) {
                  if (!found) return refuse(done, records_busy());
                  if (!*found) return refuse(done, not_logged_in());
                  next(**found, done);
                });
}

// ---- passwords -------------------------------------------------------------------------------------------

void Accounts::hash(const Caller& caller, std::string password,
                    std::function<void(Result<std::string>)> done) {
  passwords_.hash(network_of(caller), std::move(password), [done](std::optional<std::string> phc) {
    if (!phc) return refuse<std::string>(done, too_many_passwords());
    done(*std::move(phc));
  });
}

// Before anything is looked up, so that tries which are on their way together count as well. The address
// first: names are what the caller likes, and who invents enough of them would wash others out of the table.
std::optional<protocol::Error> Accounts::pay(const Caller& caller, const Try& tried) {
  const auto now = steady_clock::now();
  if (const auto wait = addresses_.refuse(caller.address, now)) return too_often(*wait);
  const auto wait = pairs_.refuse(tried.who + ' ' + tried.from, now);
  // What is refused did no work, so the address does not pay for it.
  if (wait) addresses_.give_back(caller.address, now);
  return wait ? std::optional(too_often(*wait)) : std::nullopt;
}

/// The password was right: it was no guess.
void Accounts::give_back(const Try& tried) {
  const auto now = steady_clock::now();
  pairs_.give_back(tried.who + ' ' + tried.from, now);
  if (tried.paid_name) names_.give_back(tried.who, now);
  auto shared = budgets_of(tried);
  if (tried.paid_name) shared.push_back(budget_of_name(tried));
  records_.read(
      [shared = std::move(shared)](storage::Reader& store) { return store.give_back(shared), true; },
      [](std::optional<bool>) {});
}

/// The same limits at all servers together: going from one to the next gives no more tries.
std::vector<storage::Budget> Accounts::budgets_of(const Try& tried) const {
  const Rate rate = limits_.tries_of_pair;
  return {{"passwords of " + tried.from + " for " + tried.who, rate.count, rate.per}};
}

storage::Budget Accounts::budget_of_name(const Try& tried) const {
  return {"passwords for " + tried.who, limits_.tries_of_name.count, limits_.tries_of_name.per};
}

struct Accounts::Known {
  std::optional<std::chrono::milliseconds> wait;  ///< Too many tries, at all servers.
  storage::Account account;                       ///< Without an id: there is none.
  bool is_at_home = false;                        ///< The try comes from where strangers' tries do not count.
};

/// Only the account's own name opens it, in whatever case: each spelling that looks like it would have tries
/// of its own.
/// @param of_name the budget of strangers
Accounts::Known Accounts::look_up(storage::Reader& store, const Caller& caller, const Try& tried,
                                  std::vector<storage::Budget> budgets, const storage::Budget& of_name) {
  Known known{.wait = {}, .account = store.find_account(tried.names).value_or(storage::Account())};
  // find_account() also finds names that merely look alike: enough to refuse a new account, not to open one.
  if (!are_same_name(tried.names, name_keys(known.account.user.name))) known.account = {};
  const std::string& user = known.account.user.id;
  known.is_at_home = store.knows_site(user, site_of(caller, user)) || tried.is_owners;
  if (!known.is_at_home) budgets.push_back(of_name);
  known.wait = store.refuse(budgets);
  return known;
}

/// Whose name and password these are. Every way to try a password comes through here.
void Accounts::check(const Caller& caller, Try tried, std::string password, Done<storage::Account> done) {
  // No account can have these; nothing is paid, nothing looked up.
  if (tried.names[0].empty() || password.size() > kLongestPassword)
    return fail(wrong_password(), std::move(done));
  if (auto refused = pay(caller, tried)) return fail(*std::move(refused), std::move(done));
  auto budgets = budgets_of(tried);
  std::ranges::move(shared_budgets("passwords", caller.address, limits_.tries_of_address),
                    std::back_inserter(budgets));
  // One visit to the store for the account and the budgets of all servers.
  const auto look = [caller, tried, budgets = std::move(budgets), of_name = budget_of_name(tried)](
                        storage::Reader& store) { return look_up(store, caller, tried, budgets, of_name); };
  auto compare = [this, caller, tried, password = std::move(password),
                  done = std::move(done)](std::optional<Known> known) mutable {
    if (!known) return give_back(tried), refuse(done, records_busy());
    if (known->wait) return refuse(done, too_often(*known->wait));
    if (!known->is_at_home) {
      if (const auto wait = names_.refuse(tried.who, steady_clock::now()))
        return refuse(done, too_often(*wait));
      tried.paid_name = true;
    }
    auto checked = [this, tried, account = known->account, done](std::optional<bool> right) {
      // Nothing was compared: it was no guess.
      if (!right) return give_back(tried), refuse(done, too_many_passwords());
      // Stays paid for: it was a guess.
      if (!*right) return refuse(done, wrong_password());
      give_back(tried);
      done(account);
    };
    // Also without an account, against a hash that fits nothing: the time does not tell whether the name
    // exists.
    passwords_.check(network_of(caller), std::move(password), known->account.password, std::move(checked));
  };
  records_.read({.address = caller.address}, look, std::move(compare));
}

// ---- a new account ---------------------------------------------------------------------------------------

void Accounts::sign_up(const Caller& caller, const std::string& name, std::string password,
                       Done<Admission> done, bool program) {
  auto own = valid_account_name(name);
  if (!own) return fail(bad_name(), std::move(done));
  if (auto wrong = fault_of_password(password)) return fail(*std::move(wrong), std::move(done));
  if (const auto wait = registrations_.refuse(caller.address, steady_clock::now()))
    return fail(too_often(*wait), std::move(done));
  // The name is looked up before the password is hashed, for that is dear; and once more when it is written.
  using Wait = std::optional<std::chrono::milliseconds>;
  using Found = std::tuple<bool, std::optional<storage::Session>, std::optional<storage::Measure>, Wait>;
  const storage::NameKeys names = name_keys(*own);
  const auto look_up = [names, address = caller.address,
                        token = hash_token(caller.token)](storage::Reader& store) {
    auto barred = address.empty() ? std::nullopt : store.measure_of("address", address, now_in_millis());
    return Found(store.find_account(names).has_value(), find_session(store, token, server_now()),
                 std::move(barred), store.would_refuse(BannedNetworks::budgets_of(address)));
  };
  auto go_on = [this, caller, name = *std::move(own), names, password = std::move(password), program,
                done = std::move(done)](std::optional<Found> found) {
    if (!found) return refuse(done, records_busy());
    const auto& [name_is_taken, session, barred, wait_everywhere] = *found;
    if (barred) return refuse(done, banned(*barred));
    // Here first: another server may not have heard of it yet.
    const Wait wait_here = banned_networks_ ? banned_networks_->wait(caller.address) : std::nullopt;
    if (const Wait wait = std::max(wait_here, wait_everywhere)) return refuse(done, after_ban(*wait));
    if (name_is_taken) return refuse(done, taken());
    if (session && !session->user.guest) return refuse(done, has_account());
    if (session && program) return refuse(done, no_guest_any_more());
    storage::Account account;
    // The guest's id stays, and with it the guest's games.
    account.user = {session ? session->user.id : new_guest_id(), name, false, now_in_millis(), program};
    account.names = names;
    hash(caller, password, [this, caller, account, done](Result<std::string> phc) mutable {
      if (!phc) return refuse(done, phc.error());
      account.password = *std::move(phc);
      create(caller, std::move(account), done);
    });
  };
  records_.read({.address = caller.address}, look_up, std::move(go_on));
}

void Accounts::create(const Caller& caller, storage::Account account, Done<Admission> done) {
  const Admission admission{to_protocol(account.user), new_token()};
  std::string site = site_of(caller, account.user.id);
  storage::CreateAccount write{std::move(account), hash_token(admission.token), client_label(caller.client),
                               name_rules(), std::move(site)};
  records_.commit({std::move(write)}, [admission, done = std::move(done)](Persisted outcome) {
    if (outcome == Persisted::refused) return refuse(done, taken());
    if (outcome != Persisted::done) return refuse(done, records_busy());
    done(admission);
  });
}

// ---- coming and going ------------------------------------------------------------------------------------

void Accounts::log_in(const Caller& caller, const std::string& name, std::string password,
                      Done<Admission> done) {
  Try tried{.names = name_keys(name), .who = {}, .from = network_of(caller)};
  tried.who = tried.names[1].empty() ? tried.names[0] : tried.names[1];
  auto admit = [this, caller, done = std::move(done)](Result<storage::Account> account) {
    if (!account) return refuse(done, account.error());
    this->admit(caller, *account, done);
  };
  check(caller, std::move(tried), std::move(password), std::move(admit));
}

void Accounts::admit(const Caller& caller, const storage::Account& account, Done<Admission> done) {
  const std::string& user = account.user.id;
  const Admission admission{to_protocol(account.user), new_token()};
  storage::StartSession write{user,
                              hash_token(admission.token),
                              client_label(caller.client),
                              now_in_millis(),
                              account.password,
                              site_of(caller, user)};
  const auto look_up = [user](storage::Reader& store) { return store.sessions(user); };
  auto begin = [this, admission, write = std::move(write), done = std::move(done)](const auto& sessions) {
    if (!sessions) return refuse(done, records_busy());
    begin_session(admission, write, *sessions, done);
  };
  records_.read({.address = caller.address}, look_up, std::move(begin));
}

/// Refused if the password has been changed, or the account closed, since it was looked at.
/// @param others of the same user, last seen first: of too many the last ones end
void Accounts::begin_session(const Admission& admission, storage::StartSession write,
                             std::vector<storage::Session> others, Done<Admission> done) {
  auto begun = [this, admission, others = std::move(others), done = std::move(done)](Persisted outcome) {
    if (outcome == Persisted::refused) return refuse(done, wrong_password());
    if (outcome != Persisted::done) return refuse(done, records_busy());
    // Counted before the new one began: two logins at once may leave one more than 50, until the next login.
    if (others.size() < kMostSessions) return done(admission);
    end_oldest(others, [admission, done] { done(admission); });
  };
  records_.commit({std::move(write)}, std::move(begun));
}

/// @pre there are as many as there may be besides a new one, or more
void Accounts::end_oldest(const std::vector<storage::Session>& sessions, std::function<void()> done) {
  std::vector<storage::Write> writes;
  std::vector<Ended> ended;
  for (std::size_t i = kMostSessions - 1; i < sessions.size(); ++i) {
    writes.emplace_back(storage::EndSession{sessions[i].token_hash});
    ended.push_back({sessions[i].user.id, sessions[i].token_hash});
  }
  // What cannot be written now ends with the next login.
  auto over = [this, ended = std::move(ended), done = std::move(done)](Persisted outcome) {
    if (outcome == Persisted::done || outcome == Persisted::refused) {
      for (const Ended& each : ended) tell_ended_(each);
    }
    done();
  };
  records_.commit(std::move(writes), std::move(over));
}

/// Ends sessions, and then the connections that were opened with them.
/// @param refused the answer if the write is; none: that a session is over already is as good
void Accounts::end(storage::Write write, Ended ended, std::optional<protocol::Error> refused,
                   Done<std::monostate> done) {
  auto over = [this, ended = std::move(ended), refused = std::move(refused),
               done = std::move(done)](Persisted outcome) {
    if (outcome == Persisted::refused && refused) return refuse(done, *refused);
    if (outcome != Persisted::done && outcome != Persisted::refused) return refuse(done, records_busy());
    tell_ended_(ended);
    done(std::monostate());
  };
  records_.commit({std::move(write)}, std::move(over));
}

void Accounts::log_out(const Caller& caller, bool everywhere, Done<std::monostate> done) {
  with_session(caller, std::move(done),
               [this, everywhere](const storage::Session& own, Done<std::monostate> done) {
                 const std::string& user = own.user.id;
                 if (everywhere) return end(storage::EndSessions{user}, {user}, {}, std::move(done));
                 end(storage::EndSession{own.token_hash}, {user, own.token_hash}, {}, std::move(done));
               });
}

// ---- what a user sees of the own account -----------------------------------------------------------------

void Accounts::who_is(const Caller& caller, Done<protocol::User> done) {
  with_session(caller, std::move(done), [](const storage::Session& own, const Done<protocol::User>& done) {
    done(to_protocol(own.user));
  });
}

/// Goes on with `next(session, sessions, done)`: all of the user whose token the caller shows.
template <class Answer, class Next>
void Accounts::with_sessions(const Caller& caller, Done<Answer> done, Next next) {
  with_session(caller, std::move(done),
               [this, address = caller.address, next](const storage::Session& own, const Done<Answer>& done) {
                 const auto look_up = [user = own.user.id](storage::Reader& store) {
                   return store.sessions(user);
                 };
                 records_.read({.address = address}, look_up, [own, next, done](const auto& sessions) {
                   if (!sessions) return refuse(done, records_busy());
                   next(own, *sessions, done);
                 });
               });
}

void Accounts::list_sessions(const Caller& caller, Done<std::vector<SessionLine>> done) {
  with_sessions(caller, std::move(done),
                [](const storage::Session& own, const auto& sessions, const auto& done) {
                  std::vector<SessionLine> lines;
                  for (const storage::Session& each : sessions) {
                    lines.push_back({session_id(each), each.client, TimePoint(Millis(each.created)),
                                     TimePoint(Millis(each.seen)), each.token_hash == own.token_hash});
                  }
                  done(std::move(lines));
                });
}

void Accounts::end_session(const Caller& caller, const std::string& id, Done<std::monostate> done) {
  with_sessions(caller, std::move(done), [this, id](const auto&, const auto& sessions, const auto& done) {
    const auto session = std::ranges::find(sessions, id, session_id);
    if (session == sessions.end()) return refuse(done, no_such_session());
    end(storage::EndSession{session->token_hash}, {session->user.id, session->token_hash}, {}, done);
  });
}

/// Goes on with `next(session, account, done)` if the caller's token is good, and the password is that of its
/// account: an open page that is found by another is not enough.
template <class Next>
void Accounts::with_password(const Caller& caller, std::string password, Done<std::monostate> done,
                             Next next) {
  with_session(
      caller, std::move(done),
      [this, caller, password = std::move(password), next = std::move(next)](
          const storage::Session& own, const Done<std::monostate>& done) {
        if (own.user.guest) return refuse(done, not_logged_in());
        const Try tried{
            .names = name_keys(own.user.name), .who = own.user.id, .from = "a session", .is_owners = true};
        auto go_on = [own, next, done](const Result<storage::Account>& account) {
          if (!account) return refuse(done, account.error());
          next(own, *account, done);
        };
        check(caller, tried, password, std::move(go_on));
      });
}

void Accounts::change_password(const Caller& caller, std::string old_password, std::string new_password,
                               Done<std::monostate> done) {
  if (auto wrong = fault_of_password(new_password)) return fail(*std::move(wrong), std::move(done));
  auto replace = [this, caller, new_password = std::move(new_password)](const storage::Session& own,
                                                                        const storage::Account& account,
                                                                        const Done<std::monostate>& done) {
    hash(caller, new_password,
         [this, user = own.user.id, token = own.token_hash, was = account.password,
          done](Result<std::string> phc) {
           if (!phc) return refuse(done, phc.error());
           end(storage::ChangePassword{user, was, *phc, token}, {user, {}, token}, wrong_password(), done);
         });
  };
  with_password(caller, std::move(old_password), std::move(done), std::move(replace));
}

/// Not while a rated game is played: its loser would take the winner's points along.
void Accounts::close(const Caller& caller, std::string password, Done<std::monostate> done) {
  auto end_all = [this, address = caller.address](const storage::Session& own,
                                                  const storage::Account& account,
                                                  const Done<std::monostate>& done) {
    using Found = std::pair<bool, Ban>;
    const auto look = [user = own.user.id](storage::Reader& store) {
      return Found(plays_rated(store, user), ban_of(store, user, server_now()));
    };
    records_.read(
        {.lane = WorkPool::Lane::slow, .address = address}, look,
        [this, user = own.user.id, was = account.password, address, done](const std::optional<Found>& found) {
          if (!found) return refuse(done, records_busy());
          if (found->first) return refuse(done, is_playing());
          note_ban(found->second, address);
          end(storage::CloseAccount{user, was, now_in_millis()}, {user}, wrong_password(), done);
        });
  };
  with_password(caller, std::move(password), std::move(done), std::move(end_all));
}

void Accounts::forget_guest(const Caller& caller, Done<std::monostate> done) {
  auto go_on = [this, address = caller.address](const storage::Session& own,
                                                const Done<std::monostate>& done) {
    if (!own.user.guest) return refuse(done, needs_password());
    const auto look = [user = own.user.id](storage::Reader& store) {
      return ban_of(store, user, server_now());
    };
    records_.read({.address = address}, look,
                  [this, user = own.user.id, address, done](const std::optional<Ban>& ban) {
                    if (!ban) return refuse(done, records_busy());
                    note_ban(*ban, address);
                    forget_seats(user, done);
                  });
  };
  with_session(caller, std::move(done), std::move(go_on));
}

/// Else the same person would be back at once, under another name.
void Accounts::note_ban(const std::optional<storage::Measure>& ban, const std::string& address) {
  if (ban && banned_networks_) banned_networks_->note(*ban, address, server_now());
}

/// Of however many games, a few in one write: no game waits for it.
void Accounts::forget_seats(const std::string& guest, const Done<std::monostate>& done) {
  records_.commit({storage::ForgetSeats{guest, kSeatsInOneWrite}}, [this, guest, done](Persisted outcome) {
    if (outcome == Persisted::done) return forget_seats(guest, done);
    if (outcome != Persisted::refused) return refuse(done, records_busy());
    end(storage::ForgetGuest{guest}, {guest}, is_playing(), done);
  });
}

}  // namespace server
