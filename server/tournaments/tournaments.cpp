#include "server/tournaments/tournaments.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/base/addresses.h"
#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/protocol/errors.h"
#include "server/tournament/words.h"
#include "server/tournaments/round_notices.h"

namespace server {
namespace {

using protocol::ErrorCode;
using tournament::Format;
using tournament::Phase;
using tournament::Refusal;

/// Another server was faster so many times in a row: it is busy, or something is wrong.
constexpr int kTries = 5;
// States kept for reuse; any may be dropped, as the store has all.
constexpr std::size_t kMostKnown = 500;
constexpr int kMostCancelled = 100;  // At a time.
constexpr std::size_t kAskedInASurvey = 100;
constexpr Millis kRestAfterFailure = std::chrono::seconds(5);
constexpr Millis kMostRest = std::chrono::minutes(1);

protocol::Error busy() {
  return protocol::retry_after(std::chrono::seconds(1), ErrorCode::busy,
                               "The tournament cannot be changed now. Try again soon.");
}

/// server_now() does not go backwards.
TokenBucket::Time bucket_time(TimePoint now) {
  return TokenBucket::Time(now.time_since_epoch());
}

/// Since when it waits for its director alone; none: it does not.
std::optional<TimePoint> idle_since(const StoredTournament& tournament) {
  const auto& state = tournament.state;
  if (state.phase() == Phase::open) return TimePoint(Millis(tournament.about.created));
  if (state.phase() == Phase::running && state.is_paused() && state.running_games().empty())
    return std::max(state.started_at(), state.played_at());
  return std::nullopt;
}

/// By its row alone; or there is none.
bool is_over(const std::optional<storage::Tournament>& about) {
  return !about || (about->phase != "open" && about->phase != "running");
}

protocol::Error unknown() {
  return error(ErrorCode::not_found, "There is no such tournament.");
}

/// A few keys of a table after `last`, which becomes the last of them; empty where the table ends.
template <class Table>
std::vector<std::string> next_of(const Table& table, std::string& last) {
  std::vector<std::string> keys;
  auto next = table.upper_bound(last);
  for (; next != table.end() && keys.size() < kAskedInASurvey; ++next) keys.push_back(next->first);
  last = next == table.end() ? std::string() : keys.back();
  return keys;
}

}  // namespace

protocol::Error to_error(Refusal refusal) {
  protocol::Error error = protocol::not_allowed("The tournament does not allow it now.");
  error.reason = protocol::word(refusal);
  return error;
}

Tournaments::Tournaments(Executor network, RecordQueue& records, Begin begin, Options options)
    : records_(records),
      begin_(std::move(begin)),
      options_(std::move(options)),
      surveys_(network, [this] { survey(); }),
      rounds_(network, [this] { timer_fired(); }),
      games_of_addresses_(options_.games),
      games_of_directors_(options_.games) {}

TournamentPtr Tournaments::known(const std::string& id) const {
  const auto found = known_.find(id);
  return found == known_.end() ? nullptr : found->second;
}

std::optional<Tournaments::Tickets> Tournaments::place(const std::string& id, const std::string& address,
                                                       bool runs) {
  const auto found = places_.find(id);
  Tickets tickets = found == places_.end() ? Tickets() : found->second;
  const bool is_private = is_private_key(address);
  if (!tickets.open) tickets.open = addresses_.admit(address, options_.of_address.of(is_private));
  if (runs && !tickets.running)
    tickets.running = running_of_addresses_.admit(address, options_.running_of_address.of(is_private));
  tickets.address = address;
  const bool has_all = tickets.open && (tickets.running || !runs);
  return has_all ? std::optional(std::move(tickets)) : std::nullopt;
}

std::optional<TimePoint> Tournaments::next_round_at(const StoredTournament& tournament) const {
  const auto& state = tournament.state;
  if (state.phase() != Phase::running || state.is_paused()) return {};
  if (state.rules().format == Format::arena) return next_wave_at(state, options_.now());
  if (!state.running_games().empty()) return {};
  return state.played_at() + options_.pause;
}

// ---- who pays for its games -----------------------------------------------------------------------------

std::string Tournaments::address_of(const std::string& id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? std::string() : found->second.address;
}

std::optional<Millis> Tournaments::wait_to_begin(const std::string& id, const std::string& address) const {
  const auto now = bucket_time(options_.now());
  const std::string of = address.empty() ? address_of(id) : address;
  if (!of.empty()) return games_of_addresses_.would_refuse(of, now, cost_of_address(is_private_key(of)));
  const TournamentPtr tournament = known(id);
  // What was never seen here has begun nothing here.
  return tournament ? games_of_directors_.would_refuse(tournament->about.owner, now) : std::nullopt;
}

void Tournaments::pay(const storage::Tournament& about, std::size_t games) {
  if (games == 0) return;
  const auto now = bucket_time(options_.now());
  const auto cost = static_cast<Cost>(games);
  const std::string address = address_of(about.id);
  if (address.empty()) return games_of_directors_.take(about.owner, now, cost);
  games_of_addresses_.take(address, now, cost_of_address(is_private_key(address), cost));
}

// ---- one step at a time ---------------------------------------------------------------------------------

void Tournaments::look(const std::string& id, bool begins_all) {
  if (begins_all) begin_all_.insert(id);
  // One that is being served may have read before what it is to look at: only one behind it will do.
  if (const auto jobs = jobs_.find(id); jobs != jobs_.end() && jobs->second.look_waits) return;
  push(id, {.done = [](const Outcome&) {}, .is_look = true});
}

void Tournaments::act(const std::string& id, const std::string& address, Act act, Done done,
                      std::optional<Tickets> place) {
  push(id, {.address = address, .act = std::move(act), .done = std::move(done), .place = std::move(place)});
}

void Tournaments::push(const std::string& id, Job job) {
  Jobs& jobs = jobs_.try_emplace(id, options_.most_waiting).first->second;
  if (!jobs.served) {
    jobs.served = std::move(job);
    return serve(id);
  }
  jobs.look_waits = jobs.look_waits || job.is_look;
  const std::string address = job.address;
  if (auto dropped = jobs.waiting.push(address, std::move(job))) drop(id, *std::move(dropped));
}

void Tournaments::drop(const std::string& id, Job job) {
  if (!job.is_look) return records_.answer([done = std::move(job.done)] { done({.error = busy()}); });
  jobs_.at(id).look_waits = false;
  look_later(id);
}

/// By itself, for no one may ask.
void Tournaments::look_later(const std::string& id) {
  due_[id] = options_.now() + kRestAfterFailure;
  arm();
}

void Tournaments::serve(const std::string& id) {
  Job& job = *jobs_.at(id).served;
  if (job.is_look && begin_all_.erase(id) > 0) job.begins_all = true;
  // Asked when it is served: what began while it waited is paid.
  const auto go_on = [this, may_begin = !wait_to_begin(id)](storage::Reader&, TournamentStep& step) {
    return go_on_if_due(step, may_begin);
  };
  // The room of a game tells of its end whenever it is loaded, for years. A known tournament is not over.
  const bool may_be_over = job.is_look && !job.begins_all && !known(id);
  records_.read(
      {WorkPool::Lane::slow, job.address},
      [this, id, may_be_over, known = known(id),
       act = job.is_look ? Act(go_on) : job.act](storage::Reader& store) -> Stepped {
        if (may_be_over && is_over(store.tournament(id))) return {.error = unknown()};
        return step(store, id, known, act);
      },
      [this, id](std::optional<Stepped> stepped) {
        if (!stepped) return unread(id);
        if (stepped->error) return finish(id, {.error = std::move(stepped->error)});
        commit(id, *std::move(stepped));
      });
}

/// The store is away, or too much else is read.
void Tournaments::unread(const std::string& id) {
  if (jobs_.at(id).served->is_look) look_later(id);
  finish(id, {.error = busy()});
}

/// On the thread of the reader: looks at nothing here but the options.
Tournaments::Stepped Tournaments::step(storage::Reader& store, const std::string& id,
                                       const TournamentPtr& known, const Act& act) const {
  Stepped stepped{.before = read_tournament(store, id, known)};
  if (!stepped.before) return {.error = unknown()};
  TournamentStep step(store, *stepped.before, options_.now());
  stepped.error = act(store, step);
  stepped.write = step.write();
  // Others may start at the same moment.
  const bool was_open = stepped.before->state.phase() == Phase::open;
  if (stepped.write && was_open && step.state().phase() == Phase::running)
    stepped.write->most_running = options_.most_running;
  stepped.running = step.running_games();
  stepped.ended = step.ended_games();
  stepped.annulled = step.annulled_games();
  stepped.others = step.take_added();
  if (stepped.write)
    for (const auto& game : stepped.write->games) stepped.begun.push_back(game.place.game);
  stepped.after = std::make_shared<const StoredTournament>(step.tournament());
  return stepped;
}

/// What happens by itself. A round may not be possible yet: players are away, or no games are paid for. Then
/// it is tried again.
std::optional<protocol::Error> Tournaments::go_on_if_due(TournamentStep& step, bool may_begin) const {
  const auto& state = step.state();
  const bool is_running = state.phase() == Phase::running, is_arena = state.rules().format == Format::arena;
  const bool was_last = !is_arena && state.rounds_paired() >= state.total_rounds();
  // An end is due in any case.
  const bool ends = was_last || (is_arena && step.order().now > last_wave_of(state));
  const bool is_unplayed = is_running && has_nobody_come(state);
  if (const auto since = idle_since(step.tournament());
      since && step.order().now >= *since + (is_unplayed ? options_.unplayed_for : options_.idle_for)) {
    // What is played out ends with its results, though it was paused and forgotten: what is cancelled goes.
    if (!is_running || !ends || step.go_on(step.order()))
      (void)step.follow(decide_cancel(state, step.order()));
    return std::nullopt;
  }
  const auto at = next_round_at(step.tournament());
  if (!may_begin && !ends) return std::nullopt;
  const bool given_up = at && step.order().now >= std::max(*at, state.resumed_at()) + options_.patience;
  if (at && (was_last || step.order().now >= *at)) (void)step.go_on(step.order(), given_up);
  return std::nullopt;
}

void Tournaments::commit(const std::string& id, Stepped stepped) {
  if (!stepped.write) return committed(id, std::move(stepped), Persisted::done);
  std::vector<storage::Write> writes = round_notices(*stepped.write, stepped.ended, options_.now());
  std::ranges::move(end_notices(*stepped.write, *stepped.after, options_.now()), std::back_inserter(writes));
  std::ranges::move(invitation_notices(*stepped.before, *stepped.after, options_.now()),
                    std::back_inserter(writes));
  std::ranges::move(std::exchange(stepped.others, {}), std::back_inserter(writes));
  writes.emplace(writes.begin(), *std::move(stepped.write));
  stepped.write.reset();
  records_.commit(std::move(writes), [this, id, stepped = std::move(stepped)](Persisted persisted) mutable {
    committed(id, std::move(stepped), persisted);
  });
}

void Tournaments::committed(const std::string& id, Stepped stepped, Persisted persisted) {
  if (persisted == Persisted::done) {
    if (auto place = std::exchange(jobs_.at(id).served->place, {})) occupy(id, *std::move(place));
    const bool could_begin = !wait_to_begin(id);
    pay(stepped.after->about, stepped.begun.size());
    keep(stepped.after);
    if (could_begin && wait_to_begin(id))
      log_event(LogLevel::warn, "tournament_games_used_up", {{"tournament", id}});
    // After the commit: a room of a game that is not on record could not be found again.
    // A game that fails keeps its tournament from nothing: each survey tells of it again.
    const auto begin = [this](const std::string& game, bool is_new) {
      attempt("tournament_game", [&] { begin_(game, is_new); });
    };
    for (const std::string& game : stepped.begun) begin(game, /*is_new=*/true);
    const bool begins_all = jobs_.at(id).served->begins_all;
    if (begins_all)
      for (const std::string& game : stepped.running) begin(game, /*is_new=*/false);
    if (begins_all || !stepped.ended.empty())
      for (const std::string& game : stepped.annulled)
        attempt("annulled_game", [&] { options_.annulled(game, !stepped.after->state.is_over()); });
    return finish(id, {.tournament = stepped.after});
  }
  known_.erase(id);
  // Another server wrote this version: the same act is judged anew on what it wrote.
  if (persisted == Persisted::refused && ++jobs_.at(id).served->tries < kTries) return serve(id);
  look_later(id);
  finish(id, {.error = busy()});
}

void Tournaments::finish(const std::string& id, const Outcome& outcome) {
  Jobs& jobs = jobs_.at(id);
  const bool is_put_off = outcome.error && outcome.error->code == ErrorCode::busy;
  if (is_put_off && jobs.served->begins_all) begin_all_.insert(id);
  const Done done = std::move(jobs.served->done);
  jobs.served = jobs.waiting.pop();
  if (jobs.served && jobs.served->is_look) jobs.look_waits = false;
  // Before the callback, which may ask for the next act.
  jobs.served ? serve(id) : void(jobs_.erase(id));
  done(outcome);
}

void Tournaments::keep(const TournamentPtr& tournament) {
  const std::string& id = tournament->about.id;
  due_.erase(id);
  if (tournament->state.is_over()) {
    known_.erase(id);
    places_.erase(id);
    begin_all_.erase(id);
    return;
  }
  // Whichever comes first by id: it will be read again.
  if (known_.size() >= kMostKnown && !known_.contains(id)) known_.erase(known_.begin());
  known_[id] = tournament;
  const TimePoint now = options_.now();
  const Millis rest = std::clamp(wait_to_begin(id).value_or(Millis(0)), kRestAfterFailure, kMostRest);
  if (const auto at = next_round_at(*tournament)) due_[id] = *at > now ? *at : now + rest;
  arm();
}

// ---- what happens by itself -----------------------------------------------------------------------------

void Tournaments::take_up() {
  // Not anew by each call: many in a row would put it off.
  if (!std::exchange(is_survey_near_, true)) surveys_.wait(options_.survey_after);
}

/// Also of tournaments that other servers have begun, ended or left.
void Tournaments::survey() {
  struct Found {
    std::vector<std::string> due{}, over{};
  };
  is_survey_near_ = false;
  const storage::Millis past = (options_.now() - options_.idle_for).time_since_epoch().count();
  const auto list = [past, most = options_.most_running, ids = next_to_ask()](storage::Reader& store) {
    Found found{.due = store.old_tournaments("open", past, kMostCancelled)};
    for (const storage::Tournament& running : store.tournaments("running", most))
      found.due.push_back(running.id);
    for (const std::string& id : ids) {
      if (is_over(store.tournament(id))) found.over.push_back(id);
    }
    return found;
  };
  records_.read({.lane = WorkPool::Lane::slow}, list, [this](std::optional<Found> found) {
    // Also after an error: the survey is what finds all that was missed.
    if (!is_survey_near_) surveys_.wait(options_.survey_every);
    if (!found) return log_event(LogLevel::error, "tournaments_not_read");
    for (const std::string& id : found->over) {
      places_.erase(id);
      known_.erase(id);
      due_.erase(id);
      begin_all_.erase(id);
    }
    for (const std::string& id : found->due) look(id, /*begins_all=*/true);
  });
}

/// A few, and the next ones in the next survey: what ended at another server keeps neither its place nor the
/// names of its players.
std::vector<std::string> Tournaments::next_to_ask() {
  std::vector<std::string> ids = next_of(places_, last_place_);
  std::ranges::move(next_of(known_, last_known_), std::back_inserter(ids));
  return ids;
}

void Tournaments::arm() {
  if (due_.empty()) return rounds_.cancel();
  const auto next = std::ranges::min_element(due_, {}, [](const auto& due) { return due.second; });
  rounds_.wait(
      std::max<Millis>(std::chrono::duration_cast<Millis>(next->second - options_.now()), Millis(0)));
}

void Tournaments::timer_fired() {
  const TimePoint now = options_.now();
  std::vector<std::string> due;
  for (const auto& [id, at] : due_)
    if (at <= now) due.push_back(id);
  for (const std::string& id : due) {
    due_.erase(id);
    look(id);
  }
  arm();
}

}  // namespace server
