#include "server/hub/challenges.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "server/identity/tokens.h"
#include "server/match/game_clock.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/protocol/words.h"
#include "server/room/turn_notice.h"
#include "server/rooms/new_game.h"

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::Obstacle;
using How = protocol::ChallengeEnd::How;

/// storage::PushMessage::kind
constexpr const char* kChallengeNotice = "challenge";

/// In units of a small message: some rows are read, and one is written.
constexpr Cost kCostOfLook = 5, kCostOfChallenge = 10, kCostOfAnswer = 5;

/// Games of who asks that are looked for: more than one may have.
constexpr int kMostUnfinished = 50;

storage::Millis in_record(TimePoint moment) {
  return moment.time_since_epoch().count();
}

/// None: a server of another version has made it, of which we do not understand the wish.
std::optional<protocol::Seek> wish_of(const storage::Challenge& challenge) {
  auto request = protocol::decode(challenge.wish);
  auto* const wish = request ? std::get_if<protocol::Seek>(&request->message) : nullptr;
  return wish ? std::optional(std::move(*wish)) : std::nullopt;
}

bool has_clock(const TimeControl& time) {
  return !time.unlimited() && time.days == 0;
}

std::optional<protocol::OpenChallenge> as_told(const storage::Challenge& challenge, const std::string& user) {
  auto wish = wish_of(challenge);
  if (!wish) return std::nullopt;
  const Millis left(challenge.until - in_record(server_now()));
  return protocol::OpenChallenge{
      .challenge_id = challenge.id,
      .own = challenge.from == user,
      .from = challenge.from_name,
      .to = challenge.to_name,
      .game = std::move(wish->game),
      .rule = std::move(wish->rule),
      .opening = std::move(wish->opening),
      .time = wish->time,
      .side = wish->side,
      .rated = wish->rated,
      .rating = challenge.rating > 0 ? std::optional(challenge.rating) : std::nullopt,
      .provisional = challenge.provisional,
      .expires = std::max(left, Millis(0)),
      .program = challenge.from == user ? challenge.to_program : challenge.from_program};
}

/// @param now null: nothing is known of it any more
protocol::ChallengeEnd end_of(const storage::Challenge& was, const storage::Challenge* now) {
  protocol::ChallengeEnd end{.challenge_id = was.id};
  if (now) {
    end.how = protocol::from_word<How>(now->state).value_or(How::expired);
    end.reason = protocol::from_word<protocol::DeclineReason>(now->reason);
    end.game_id = now->game;
  } else if (was.until > in_record(server_now())) {
    end.how = How::withdrawn;  // With an account.
  }
  return end;
}

protocol::Error need_account() {
  return because(Obstacle::account,
                 error(ErrorCode::forbidden, "Challenges are between accounts: log in first."));
}

protocol::Error not_rated_between_these() {
  return because(Obstacle::program,
                 protocol::not_allowed("A person and a program play games that are not rated."));
}

protocol::Error cannot_be_written() {
  return error(ErrorCode::busy, "Challenges cannot be written down now.");
}

protocol::Error has_ended() {
  return error(ErrorCode::not_found, "There is no such challenge any more.");
}

/// For a user who is not here: they are told on their devices, unless they come in time.
storage::SendPush notice(const storage::Challenge& challenge) {
  return {.user = challenge.to,
          .kind = kChallengeNotice,
          .subject = challenge.id,
          .game = wish_of(challenge)->game,
          .name = challenge.from_name,
          .due = challenge.since + kAwayDelay.count(),
          .expires = challenge.until,
          .at = challenge.since};
}

/// For a challenger who is not here.
storage::PutNotice declined(const storage::Challenge& challenge, storage::Millis at) {
  const auto wish = wish_of(challenge);
  return {.user = challenge.from,
          .kind = "declined",
          .subject = challenge.id,
          .game = wish ? wish->game : "",
          .name = challenge.to_name,
          .at = at};
}

/// None: the wish is not understood, or there can be no such game any more.
std::optional<storage::Game> game_between(const storage::Challenge& challenge,
                                          const protocol::User& accepting) {
  const auto wish = wish_of(challenge);
  if (!wish) return std::nullopt;
  auto header =
      new_game(game_of(*wish), {challenge.from, challenge.from_name, false, challenge.from_program}, {});
  if (!header) return std::nullopt;
  storage::Seat& free = free_seat(*header);
  storage::Seat& asking = &free == &header->seats[0] ? header->seats[1] : header->seats[0];
  asking.rating = challenge.rating;
  asking.provisional = challenge.provisional;
  free.name = accepting.name;
  free.user = accepting.id;
  free.program = accepting.program;
  return *std::move(header);
}

}  // namespace

Challenges::Challenges(Timer::Executor network, const HubContext& context, const NewGames& new_games,
                       Ratings& ratings, ChangedPeople& changed_people, const Options& options)
    : context_(context),
      new_games_(new_games),
      ratings_(ratings),
      changed_people_(changed_people),
      options_(options),
      of_users_(options.of_user),
      of_addresses_(options.of_address),
      notices_(options.notices),
      timer_(network, [this] { due(); }) {}

// ---- beginning -------------------------------------------------------------------------------------------

void Challenges::on(Client& client, RequestId id, const protocol::Challenge& asked) {
  if (auto refusal = new_games_.refuse(client.user())) return client.send(*std::move(refusal), id);
  if (auto refusal = refuse(client, asked.wish))
    return client.send(context_.counted(*std::move(refusal), "challenges"), id);
  const auto read = [user = client.user().id, name = asked.to, now = in_record(server_now()),
                     limits = options_.limits](storage::Reader& store) {
    return find_addressee(store, user, name, now, limits);
  };
  const auto found =
      [this, viewer = client.id, id, rated = asked.wish.rated,
       challenge = challenge_of(client.user(), asked.wish)](const std::optional<FoundAddressee>& addressee) {
        const Client* const here = context_.clients.find(viewer);
        if (!here) return;
        if (!addressee) return here->send(context_.counted(cannot_be_written(), "challenges"), id);
        if (!*addressee) return here->send(context_.counted(addressee->error(), "challenges"), id);
        if (rated && (*addressee)->program != challenge.from_program)
          return here->send(context_.counted(not_rated_between_these(), "challenges"), id);
        begin(viewer, id, challenge, **addressee);
      };
  context_.records.read({WorkPool::Lane::slow, client.subscriber->origin().address}, read, found);
}

/// What needs no look at the store.
std::optional<protocol::Error> Challenges::refuse(const Client& client, const protocol::Seek& wish) {
  const protocol::User& user = client.user();
  if (user.guest) return need_account();
  if (const auto header = new_game(game_of(wish), user, {}); !header) return header.error();
  const Origin& origin = client.subscriber->origin();
  const auto now = std::chrono::steady_clock::now();
  auto wait = client.subscriber->refuse(kCostOfChallenge);
  if (!wait) wait = of_users_.refuse(user.id, now);
  if (!wait) wait = of_addresses_.refuse(origin.address, now, cost_of_address(origin.is_private));
  if (!wait) return std::nullopt;
  return because(Obstacle::challenges,
                 protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so many challenges at once."));
}

/// To whom is still to come.
storage::Challenge Challenges::challenge_of(const protocol::User& user, protocol::Seek wish) const {
  const TimePoint now = server_now();
  const auto rating = ratings_.find(user.id, wish.game, rated_speed(wish.time), now);
  const Millis waits = has_clock(wish.time) ? options_.with_clock : options_.without_clock;
  wish.rule = new_game(game_of(wish), user, {})->rule;  // "The usual one" has a name.
  return {.id = 'c' + new_game_id(),
          .from = user.id,
          .to = {},
          .wish = protocol::encode_seek(wish),
          .rating = rating ? rating->value : 0,
          .provisional = rating && rating->provisional,
          .since = in_record(now),
          .until = in_record(now + waits),
          .from_name = user.name,
          .from_program = user.program};
}

void Challenges::begin(ViewerId viewer, RequestId id, Challenge challenge, const Addressee& addressee) {
  challenge.to = addressee.user;
  challenge.to_program = addressee.program;
  const storage::BeginChallenge write{challenge, options_.limits.of_pair, options_.limits.made,
                                      addressee.most_received};
  std::vector<storage::Write> writes{write};
  // One that is withdrawn makes place for the next: without a bound of its own each would ring a telephone.
  if (!is_present(challenge.to) && !notices_.refuse(challenge.to, std::chrono::steady_clock::now()))
    writes.emplace_back(notice(challenge));
  context_.records.commit(std::move(writes), [this, viewer, id, challenge](Persisted outcome) {
    if (outcome == Persisted::done) begun(challenge);
    const Client* const here = context_.clients.find(viewer);
    if (!here) return;
    if (outcome == Persisted::refused)
      return here->send(protocol::not_allowed("Something has changed meanwhile; try again."), id);
    if (outcome != Persisted::done)
      return here->send(context_.counted(cannot_be_written(), "challenges"), id);
    protocol::Ack ack;
    ack.challenge_id = challenge.id;
    here->send(std::move(ack), id);
  });
}

/// Known of who has made it, whether they look at challenges or not, so that it ends when they have gone.
void Challenges::begun(const Challenge& challenge) {
  if (context_.clients.is_present(challenge.from)) {
    known_[challenge.from].made.push_back(challenge);
  } else {
    end_in_absence(challenge);
  }
  look_again(challenge);
}

// ---- answers ----------------------------------------------------------------------------------------------

void Challenges::on(Client& client, RequestId id, const protocol::AnswerChallenge& answer) {
  if (client.user().guest) return client.send(need_account(), id);
  if (const auto wait = client.subscriber->refuse(kCostOfAnswer))
    return client.send(context_.counted(protocol::retry_after(*wait, ErrorCode::rate_limited,
                                                              "Not so many answers at once."),
                                        "challenges"),
                       id);
  const auto read = [user = client.user().id, answer, now = in_record(server_now())](storage::Reader& store) {
    return find(store, user, answer, now);
  };
  const auto found = [this, viewer = client.id, id,
                      answer](const std::optional<std::optional<Asked>>& asked) {
    Client* const here = context_.clients.find(viewer);
    if (!here) return;
    if (!asked) return here->send(context_.counted(cannot_be_written(), "challenges"), id);
    if (!*asked) return here->send(has_ended(), id);
    if (answer.reply == protocol::Reply::accept) return accept(*here, id, **asked);
    const bool declines = answer.reply == protocol::Reply::decline;
    const std::string reason(declines && answer.reason ? word(*answer.reason) : "");
    end((*asked)->challenge, declines ? "declined" : "withdrawn", reason,
        [this, viewer, id](Persisted outcome) {
          const Client* const asking = context_.clients.find(viewer);
          if (!asking) return;
          if (outcome == Persisted::done) return asking->send(protocol::Ack(), id);
          asking->send(outcome == Persisted::refused ? has_ended()
                                                     : context_.counted(cannot_be_written(), "challenges"),
                       id);
        });
  };
  context_.records.read({WorkPool::Lane::slow, client.subscriber->origin().address}, read, found);
}

/// For the pool. None: it is not open any more, or not this user's to answer so.
std::optional<Challenges::Asked> Challenges::find(storage::Reader& store, const std::string& user,
                                                  const protocol::AnswerChallenge& answer,
                                                  storage::Millis now) {
  const bool withdraws = answer.reply == protocol::Reply::withdraw;
  for (Challenge& each : store.challenges(user, now, kMostChallengesRead)) {
    if (each.id != answer.challenge_id || !each.is_open(now)) continue;
    if ((withdraws ? each.from : each.to) != user) return std::nullopt;
    const std::size_t unfinished = store.unfinished_of(each.from, kMostUnfinished).size();
    return Asked{std::move(each), unfinished};
  }
  return std::nullopt;
}

void Challenges::end(const Challenge& challenge, const char* state, const std::string& reason,
                     std::function<void(Persisted)> done) {
  const storage::EndChallenge write{challenge.id, state, reason, in_record(server_now())};
  // Else the message would be looked at again and again until it expires, which may be in 14 days.
  std::vector<storage::Write> writes{write, storage::WithdrawPush{kChallengeNotice, challenge.id}};
  if (write.state == "declined" && !is_present(challenge.from))
    writes.emplace_back(declined(challenge, write.at));
  context_.records.commit(std::move(writes), [this, challenge, done = std::move(done)](Persisted outcome) {
    look_again(challenge);
    done(outcome);
  });
}

/// The game counts for the user who accepts, as if that user had created it. The other may be at another
/// server, so their unfinished games were counted in the store.
void Challenges::accept(Client& client, RequestId id, const Asked& asked) {
  const Challenge& challenge = asked.challenge;
  if (auto refusal = new_games_.refuse(client.user())) return client.send(*std::move(refusal), id);
  if (context_.quota.are_enough(asked.unfinished))
    return client.send(protocol::not_allowed("Your opponent has enough games for now."), id);
  auto ticket = context_.quota.admit_pair(client.user().id, challenge.from, client.subscriber->origin());
  if (!ticket) return client.send(context_.counted(ticket.error()), id);
  auto header = game_between(challenge, client.user());
  if (!header)
    return client.send(error(ErrorCode::unsupported, "This server does not know such a game."), id);
  context_.rooms.create(
      *std::move(header),
      [this, viewer = client.id, id, challenge, ticket = *std::move(ticket)](const Rooms::RoomPtr& room) {
        if (room) context_.quota.occupy(*room, {ticket});
        accepted(viewer, id, challenge, room.get());
      },
      {.challenge = challenge.id});
}

/// @param room null: it could not be written down, or the challenge was not open any more
void Challenges::accepted(ViewerId viewer, RequestId id, const Challenge& challenge, const Room* room) {
  look_again(challenge);
  const Client* const here = context_.clients.find(viewer);
  if (!here) return;
  if (room) return here->send(protocol::Created{room->id(), room->header().code, "/" + room->id(), {}}, id);
  const protocol::AnswerChallenge answer{challenge.id, protocol::Reply::accept};
  context_.records.read(
      {WorkPool::Lane::slow, here->subscriber->origin().address},
      [answer, user = challenge.to, now = in_record(server_now())](storage::Reader& store) {
        return find(store, user, answer, now).has_value();
      },
      [this, viewer, id](std::optional<bool> is_open) {
        const Client* const asking = context_.clients.find(viewer);
        if (!asking) return;
        asking->send(
            is_open.value_or(true) ? context_.counted(cannot_be_written(), "challenges") : has_ended(), id);
      });
}

// ---- telling ---------------------------------------------------------------------------------------------

/// Here, or at another server.
bool Challenges::is_present(const std::string& user) const {
  return context_.clients.is_present(user) || context_.feed.others().has_account(user);
}

/// A user who sees them needs no message of them.
void Challenges::withdraw_notices(const std::string& user, const Known& known) {
  std::vector<storage::Write> writes;
  for (const auto& [id, each] : known.open)
    if (each.to == user) writes.emplace_back(storage::WithdrawPush{kChallengeNotice, id});
  if (!writes.empty()) context_.records.commit(std::move(writes), [](Persisted) {});
}

void Challenges::on(Client& client, RequestId id, const protocol::WatchChallenges& watch) {
  if (!watch.on) {
    client.wants_challenges = false;
    return client.send(protocol::Ack(), id);
  }
  if (client.user().guest) return client.send(protocol::Challenges(), id);
  if (const auto wait = client.subscriber->refuse(kCostOfLook))
    return client.send(protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so much at once."), id);
  const std::string& user = client.user().id;
  Known& known = known_[user];
  if (known.is_read) return show_all(client, id, known);
  known.asking.emplace_back(client.id, id);
  changed_people_.look_at({.users = {user}});
}

void Challenges::look_at(const std::string& user, const std::vector<Challenge>& stored) {
  const auto found = known_.find(user);
  if (found == known_.end()) return;
  Known& known = found->second;
  if (known.is_read) tell_changes(user, known, stored);
  const auto now = in_record(server_now());
  known.open.clear();
  known.ended.clear();
  std::erase_if(known.made, [&](const Challenge& made) {
    return std::ranges::find(stored, made.id, &Challenge::id) != stored.end();
  });
  for (const Challenge& each : stored) {
    if (!each.is_open(now)) known.ended.insert(each.id);
    if (!each.is_open(now)) continue;
    known.open.emplace(each.id, each);
    wake_at(TimePoint(Millis(each.until)));
  }
  known.is_read = true;
  for (const auto& [viewer, request] : std::exchange(known.asking, {}))
    if (Client* const client = context_.clients.find(viewer)) show_all(*client, request, known);
}

/// One that has ended before it could be told is told with its end: a game may have come of it.
void Challenges::tell_changes(const std::string& user, const Known& known,
                              const std::vector<Challenge>& stored) const {
  const auto now = in_record(server_now());
  for (const auto& [id, was] : known.open)
    if (std::ranges::find(stored, id, &Challenge::id) == stored.end()) tell(user, end_of(was, nullptr));
  for (const Challenge& each : stored) {
    if (known.ended.contains(each.id)) continue;
    auto challenge = known.open.contains(each.id) ? std::nullopt : as_told(each, user);
    if (challenge) tell(user, protocol::ChallengeBegan{*std::move(challenge)});
    if (!each.is_open(now)) tell(user, end_of(each, &each));
  }
}

void Challenges::show_all(Client& client, RequestId id, Known& known) {
  client.wants_challenges = true;
  if (!std::exchange(known.is_shown, true)) withdraw_notices(client.user().id, known);
  protocol::Challenges all;
  for (const auto& [key, each] : known.open)
    if (auto challenge = as_told(each, client.user().id)) all.challenges.push_back(*std::move(challenge));
  client.send(std::move(all), id);
}

void Challenges::tell(const std::string& user, const protocol::ServerMessage& message) const {
  for (const ViewerId connection : context_.clients.connections_of(user)) {
    const Client& client = *context_.clients.find(connection);
    if (client.wants_challenges) client.send(message);
  }
}

// ---- time -------------------------------------------------------------------------------------------------

void Challenges::left(const std::string& user) {
  if (context_.clients.is_present(user)) return;
  const auto known = known_.extract(user);
  if (!known) return;
  if (known.mapped().is_read) away_.erase(user);  // What stands of that is among these.
  for (const Challenge& made : known.mapped().made) end_in_absence(made);
  for (const auto& [id, challenge] : known.mapped().open)
    if (challenge.from == user) end_in_absence(challenge);
}

/// One of a game with a clock, unless who asked comes back.
void Challenges::end_in_absence(const Challenge& challenge) {
  const auto wish = wish_of(challenge);
  if (!wish || !has_clock(wish->time)) return;
  Away& away = away_[challenge.from];
  away.until = server_now() + options_.absence;
  away.challenges.push_back(challenge);
  wake_at(away.until);
}

void Challenges::wake_at(TimePoint moment) {
  if (wakes_at_ && *wakes_at_ <= moment) return;
  wakes_at_ = moment;
  timer_.wait(std::max(moment - server_now() + Millis(1), Millis(0)));
}

/// Its maker has been away for long, or has come back and may go again. At another server that does not tell
/// all who are there it goes on to its time.
void Challenges::settle(const Challenge& challenge) {
  const bool is_here = context_.clients.is_present(challenge.from);
  if (!is_here && !context_.feed.others().may_have_account(challenge.from))
    return end(challenge, "withdrawn", {}, [](Persisted) {});
  if (!is_here) return;
  Known& known = known_[challenge.from];
  if (!known.open.contains(challenge.id)) known.made.push_back(challenge);
}

/// Looks at all that are known here: once for each moment at which one of them ends by itself.
void Challenges::due() {
  wakes_at_.reset();
  const TimePoint now = server_now();
  for (auto& [user, known] : known_) {
    for (auto each = known.open.begin(); each != known.open.end();) {
      const TimePoint until{Millis(each->second.until)};
      if (until > now) wake_at(until);
      if (until > now) {
        ++each;
      } else {
        tell(user, end_of(each->second, nullptr));
        each = known.open.erase(each);
      }
    }
  }
  std::erase_if(away_, [this, now](const auto& entry) {
    const auto& [user, away] = entry;
    if (away.until > now) wake_at(away.until);
    if (away.until > now) return false;
    for (const Challenge& each : away.challenges) settle(each);
    return true;
  });
}

}  // namespace server
