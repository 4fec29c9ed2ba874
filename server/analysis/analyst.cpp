#include "server/analysis/analyst.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/identity/sessions.h"
#include "server/match/game_log.h"
#include "server/match/replay_cost.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using protocol::AnalysisStatus;
using protocol::ErrorCode;
using storage::PlyAnalysis;

/// Plies at the beginning of a game that belong to its opening procedure: five stones are the most (swap2,
/// taraguchi-10).
constexpr int kOpeningPlies = 5;

/// After which it is worth asking again: about half a game.
constexpr Millis kRetry{30'000};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> moves;
  for (std::size_t from = 0; from < line.size();) {
    const std::size_t to = std::min(line.find(' ', from), line.size());
    moves.push_back(line.substr(from, to - from));
    from = to + 1;
  }
  return moves;
}

protocol::AnalysedPly told(const PlyAnalysis& row) {
  protocol::AnalysedPly ply{.ply = row.ply, .eval = {}, .win = {}, .best = row.best, .line = {}, .mark = {}};
  if (const auto kind = protocol::from_word<engine::ScoreKind>(row.kind)) {
    ply.eval = protocol::Evaluation{*kind, row.value};
    ply.win = row.win;
  }
  ply.line = split(row.line);
  ply.mark = protocol::from_word<protocol::Mark>(row.mark);
  return ply;
}

std::vector<protocol::AnalysedPly> told_all(std::span<const PlyAnalysis> rows) {
  std::vector<protocol::AnalysedPly> plies;
  for (const PlyAnalysis& row : rows) plies.push_back(told(row));
  return plies;
}

protocol::Analysis told(const storage::Analysis& stored) {
  const bool done = stored.accuracy.has_value();
  return {.game_id = stored.game,
          .status = done ? AnalysisStatus::done : AnalysisStatus::queued,
          .done = static_cast<int>(stored.plies.size()),
          .total = stored.total,
          .plies = told_all(stored.plies),
          .accuracy = stored.accuracy};
}

/// Whether the session is of a player of the game here. On a thread of the pool.
// By the session's hash, as a token is never kept.
bool has_played(storage::Reader& records, const std::string& game, const std::string& session) {
  if (session.empty()) return false;
  const auto shown = find_session(records, session, server_now());
  const auto record = shown ? records.load_end(game, 1) : std::nullopt;
  return record && std::ranges::any_of(record->game.seats, [&](const storage::Seat& seat) {
           return seat.user == shown->user.id;
         });
}

void refuse(const Analyst::Answer& answer, ErrorCode code, std::string message) {
  answer(engine::Unexpected(error(code, std::move(message))));
}

}  // namespace

Analyst::Analyst(RecordQueue& records, Bots& bots, Options options)
    : records_(records),
      bots_(bots),
      options_(std::move(options)),
      look_again_(records.network(), [this] { look_at_followed(); }) {}

// ---- what is asked ---------------------------------------------------------------------------------------

void Analyst::restore() {
  std::set<std::string> at_work;
  for (const WorkPtr& work : works_) at_work.insert(work->game);
  const auto load_all = [at_work = std::move(at_work)](storage::Reader& records) {
    std::vector<Lookup> all;
    try {
      for (const std::string& game : records.claim_analyses())
        if (!at_work.contains(game)) all.push_back(look_up(records, game, {}));
    } catch (const storage::TakenOver&) {
      // This server is gone for the others: because it leaves, or its lease tells the network thread so.
    }
    return all;
  };
  records_.read({.lane = WorkPool::Lane::slow}, load_all, [this](std::optional<std::vector<Lookup>> all) {
    if (!all) return log_event(LogLevel::error, "analyses_not_restored");
    for (const Lookup& found : *all) {
      if (found.work && !find(found.work->game)) start(found.work);
    }
  });
}

// Nothing is given out before it is paid for, but the answer of a game that is under way.
void Analyst::pay(const std::string& game, const RequestBudget& budget, const std::string& session,
                  const Answer& answer, std::function<void(const Requester&)> done) {
  struct Seen {
    std::optional<storage::RecordSize> size;
    bool is_player;
  };
  records_.read(
      {.address = budget.address},
      [game, session](storage::Reader& records) -> Seen {
        return {records.record_size(game), has_played(records, game, session)};
      },
      [budget, answer, done = std::move(done)](std::optional<Seen> seen) {
        if (!seen) return refuse(answer, ErrorCode::busy, "The records cannot be read now.");
        if (!seen->size) return refuse(answer, ErrorCode::not_found, "There is no such game.");
        const auto wait = budget.refuse(cost_of_replay(*seen->size));
        if (!wait) return done({budget.address, seen->is_player});
        answer(engine::Unexpected(
            protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so many at once.")));
      });
}

bool Analyst::tell(const Work& work, const RequestBudget& budget, const Answer& answer) {
  if (const auto wait = budget.refuse(cost_of_snapshot(static_cast<int>(work.on_disk)))) {
    answer(engine::Unexpected(protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so many at once.")));
    return false;
  }
  answer(report_of(work));
  return true;
}

void Analyst::request(const std::string& game, const RequestBudget& budget, const std::string& session,
                      Answer answer) {
  if (const WorkPtr work = find(game)) return void(tell(*work, budget, answer));
  pay(game, budget, session, answer,
      [this, game, answer](const Requester& requester) { look_further(game, requester, answer); });
}

/// A request for a game that is being looked up, or whose analysis is being put on record, waits with the
/// earlier ones.
void Analyst::look_further(const std::string& game, const Requester& requester, Answer answer) {
  if (const WorkPtr work = find(game)) return answer(report_of(*work));
  std::vector<Answer>& asked = asked_[game];
  // Only the first looks it up; its answer goes to all.
  asked.push_back(std::move(answer));
  if (asked.size() > 1) return;
  const Answer answer_all = [this, game](const auto& outcome) {
    const auto waiting = asked_.extract(game);
    for (const Answer& each : waiting.mapped()) attempt("answer", [&] { each(outcome); });
  };
  // Before the read: two requests of one address must not both be admitted.
  Admission admission = admit(requester);
  records_.read(
      {WorkPool::Lane::slow, requester.address},
      [game, refusal = admission.refusal](storage::Reader& records) {
        return look_up(records, game, refusal);
      },
      [this, admission, answer_all, is_players = requester.is_player](std::optional<Lookup> found) mutable {
        if (!found) return refuse(answer_all, ErrorCode::busy, "The records cannot be read now.");
        begin(*std::move(found), std::move(admission), is_players, answer_all);
      });
}

Analyst::Admission Analyst::admit(const Requester& requester) {
  Admission admission;
  admission.ticket = of_addresses_.admit(requester.address, options_.of_one_address);
  if (!admission.ticket) {
    admission.refusal =
        because(protocol::Obstacle::analysis,
                protocol::retry_after(kRetry, ErrorCode::rate_limited,
                                      "Wait for the end of the analysis that you asked for."));
    return admission;
  }
  // Players of the game have eight places of their own.
  const int most = options_.max_unfinished - (requester.is_player ? 0 : options_.for_players);
  const int free = most - static_cast<int>(works_.size());
  admission.place = places_.admit("", free);
  if (!admission.place)
    admission.refusal =
        protocol::retry_after(kRetry, ErrorCode::busy, "Too many games wait for their analysis.");
  return admission;
}

/// On a thread of the pool. @param refusal none: one may begin
// A game of which an analysis is on record is told, whether or not another could begin.
Analyst::Lookup Analyst::look_up(storage::Reader& records, const std::string& game,
                                 const std::optional<protocol::Error>& refusal) {
  auto known = records.load_analysis(game);
  if (known && known->accuracy) return {.told = told(*known)};
  // Another server is at it, or it goes on here as soon as it has a reader.
  if (known && (refusal || !records.claim_analysis(game))) return {.told = told(*known)};
  const auto record = refusal ? std::nullopt : records.load(game);
  if (record && record->game.ending.status == protocol::word(Status::playing))
    return {.refusal = error(ErrorCode::not_allowed, "The game is not over.")};
  const bool is_new = !known;
  const WorkPtr work =
      record ? make(*record, known ? std::move(known->plies) : std::vector<PlyAnalysis>()) : nullptr;
  if (work) return {.work = work, .is_new = is_new};
  return {.refusal = refusal ? refusal : error(ErrorCode::not_found, "There is no such game.")};
}

// The beginning is on record before anything is thought: a restart then takes it up.
void Analyst::begin(Lookup found, Admission admission, bool is_players, Answer answer) {
  if (found.told) return answer(*std::move(found.told));
  if (found.refusal) return answer(engine::Unexpected(*std::move(found.refusal)));
  const WorkPtr work = found.work;
  work->ticket = std::move(admission.ticket);
  work->is_players = is_players;
  std::vector<storage::Write> writes;
  if (found.is_new)
    writes.emplace_back(storage::RequestAnalysis{work->game, work->analysis.total(),
                                                 server_now().time_since_epoch().count()});
  auto recorded = [this, work, place = std::move(admission.place),
                   answer = std::move(answer)](Persisted outcome) {
    // A failure of the write costs nothing: it may be asked for again.
    if (outcome != Persisted::done) return refuse(answer, ErrorCode::busy, "Try again in a moment.");
    if (const WorkPtr same = find(work->game)) return answer(report_of(*same));  // It was taken up meanwhile.
    start(work);
    answer(report_of(*work));
  };
  records_.commit(std::move(writes), std::move(recorded));
}

void Analyst::report(const std::string& game, const RequestBudget& budget, Answer answer) {
  if (const WorkPtr work = find(game)) return void(tell(*work, budget, answer));
  auto look_further = [this, game, answer](const Requester& requester) {
    records_.read(
        {WorkPool::Lane::slow, requester.address},
        [game](storage::Reader& records) -> std::optional<protocol::Analysis> {
          // Of an analysis that stopped, what is on record is told as queued.
          const auto known = records.load_analysis(game);
          return known ? std::optional(told(*known)) : std::nullopt;
        },
        [answer](std::optional<std::optional<protocol::Analysis>> found) {
          if (!found) return refuse(answer, ErrorCode::busy, "The records cannot be read now.");
          if (!*found) return refuse(answer, ErrorCode::not_found, "Nobody has asked for it.");
          answer(**std::move(found));
        });
  };
  pay(game, budget, {}, answer, std::move(look_further));
}

void Analyst::watch(std::shared_ptr<Subscriber> reader, const std::string& game, Answer answer) {
  const RequestBudget budget{reader->origin().address, [reader](Cost cost) { return reader->refuse(cost); }};
  if (const WorkPtr work = find(game)) {
    if (!tell(*work, budget, answer)) return;
    follow(reader, game);
    return readers_.answered(*reader, game, work->on_disk);
  }
  // Before its answer, so that unwatch() and forget() find it.
  follow(reader, game);
  report(game, budget,
         [this, reader, game, answer](const engine::Expected<protocol::Analysis, protocol::Error>& found) {
           const bool goes_on = found && found->status != AnalysisStatus::done;
           if (!goes_on) unwatch(*reader, game);
           answer(found);
           if (!goes_on) return;
           readers_.answered(*reader, game, found->plies.size());
           // It was taken up meanwhile.
           if (const WorkPtr work = find(game)) tell_readers(*work);
         });
}

void Analyst::unwatch(const Subscriber& reader, const std::string& game) {
  readers_.remove(reader, game);
}

void Analyst::forget(const Subscriber& reader) {
  readers_.forget(reader);
}

void Analyst::follow(const std::shared_ptr<Subscriber>& reader, const std::string& game) {
  if (!find(game) && !readers_.has(game) && readers_.games() >= options_.max_followed) return;
  if (readers_.empty()) look_again_.wait(options_.between_looks);
  readers_.add(reader, game);
}

/// What is on record and its readers do not know, before and after it is at work here alike.
void Analyst::tell_readers(const Work& work) {
  if (const auto first = readers_.first_missing(work.game))
    readers_.tell(report_of(work, std::min(*first, work.on_disk)));
}

// ---- what other servers do -------------------------------------------------------------------------------

/// One read at a time: it ends before the timer is set again.
void Analyst::look_at_followed() {
  std::vector<std::string> games = readers_.all_games();
  std::erase_if(games, [this](const std::string& game) { return find(game) != nullptr; });
  const auto again = [this] {
    if (!readers_.empty()) look_again_.wait(options_.between_looks);
  };
  if (games.empty()) return again();
  const auto look = [games](storage::Reader& records) {
    std::vector<Lookup> all;
    for (const std::string& game : games) all.push_back(look_up(records, game, {}));
    return all;
  };
  records_.read({.lane = WorkPool::Lane::slow}, look,
                [this, games, again](std::optional<std::vector<Lookup>> all) {
                  for (std::size_t i = 0; all && i < games.size(); ++i)
                    attempt("analysis", [&] { hear(games[i], std::move((*all)[i])); });
                  again();
                });
}

void Analyst::hear(const std::string& game, Lookup found) {
  // Its server is gone, or it could not be written here: now it is this server's.
  if (found.work && !found.is_new && !find(game)) return start(std::move(found.work));
  if (!found.told) return;
  if (found.told->status != AnalysisStatus::done) found.told->status = AnalysisStatus::running;
  readers_.tell(*found.told);
}

// ---- what is done ----------------------------------------------------------------------------------------

/// Null if the record makes no game.
Analyst::WorkPtr Analyst::make(const storage::Record& record, std::vector<PlyAnalysis> known) {
  const storage::Game& header = record.game;
  const engine::Game* const rules = engine::find_game(header.game);
  if (!rules) return nullptr;
  const auto begun = GameLog::begin(*rules, header);
  const auto log = GameLog::replay(record);
  if (!begun || !log || known.size() > log->moves().size() + 1) return nullptr;
  const std::size_t on_disk = known.size();
  GameAnalysis analysis(*rules, begun->match().clone(), log->moves(),
                        header.opening.empty() ? 0 : kOpeningPlies, std::move(known));
  return std::make_shared<Work>(Work{.game = header.id,
                                     .rules = rules,
                                     .setup = begun->setup(),
                                     .analysis = std::move(analysis),
                                     .on_disk = on_disk});
}

void Analyst::start(WorkPtr work) {
  tell_readers(*work);  // From now on they hear of it at once.
  works_.push_back(std::move(work));
  hand_out();
}

/// Gives the pool as many positions as it has threads, and not more than it has places for, one of each game
/// in turn.
// Each round gives one position; `idle` counts how many works had none in a row.
void Analyst::hand_out() {
  const auto most = [this] { return std::min(bots_.threads(), options_.at_once); };
  for (std::size_t idle = 0; idle < works_.size() && handed_out_ < most();) {
    const WorkPtr next = works_.front();
    const bool used_it = hand_out_from(next);
    idle = used_it ? 0 : idle + 1;
    had_turn(next, used_it);
  }
  const std::vector<WorkPtr> works(works_.begin(), works_.end());
  // A copy: settle() may drop a work and change the list.
  for (const WorkPtr& work : works) settle(work);  // The end of a game needs no thought.
}

bool Analyst::hand_out_from(const WorkPtr& work) {
  std::optional<GameAnalysis::Position> position = work->analysis.next();
  if (!position) return false;
  ++handed_out_;
  BotRequest request;
  // A room's name of its own, so that no table of another position helps or disturbs.
  request.room = "analysis " + work->game + ' ' + std::to_string(position->ply);  // Each from nothing.
  request.ply = position->ply;
  request.game = work->rules;
  request.match = std::move(position->match);
  const auto& moves = work->analysis.moves();
  request.past = Past{work->setup, {moves.begin(), moves.begin() + position->ply}};
  request.limits = options_.limits(*work->rules);
  // Only threads that games leave.
  request.urgency = Urgency::background;
  bots_.think(std::move(request), [this, work](BotAnswer answer) {
    // The handler holds the work: dropping it while a thought is under way does no harm.
    --handed_out_;
    if (find(work->game) == work) {
      work->analysis.take(answer.ply, answer.thought);
      settle(work);
    }
    hand_out();
  });
  return true;
}

/// A game that was asked for comes again after all others of this kind and one that is not; any other, and
/// what has nothing to think about, comes last.
void Analyst::had_turn(const WorkPtr& work, bool used_it) {
  if (std::erase(works_, work) == 0) return;  // It has ended meanwhile.
  const auto before =
      used_it && work->is_players
          ? std::ranges::count_if(works_, [](const WorkPtr& each) { return each->is_players; }) + 1
          : std::ssize(works_);
  works_.insert(works_.begin() + std::min(before, std::ssize(works_)), work);
}

/// Writes down what is new.
// Rows in the order of plies; the last write finishes the analysis.
void Analyst::settle(const WorkPtr& work) {
  std::vector<PlyAnalysis> rows = work->analysis.completed();
  const bool finish = work->analysis.finished() && !work->finishing;
  if (rows.empty() && !finish) return;
  work->finishing = finish;
  std::vector<storage::Write> writes;
  // All of them in one commit, so that a row is never without those before it.
  for (const PlyAnalysis& row : rows) writes.emplace_back(storage::AppendAnalysis{work->game, row});
  if (finish) writes.emplace_back(storage::FinishAnalysis{work->game, work->analysis.accuracy()});
  records_.commit(std::move(writes),
                  [this, work, plies = rows.size()](Persisted outcome) { written(work, plies, outcome); });
}

void Analyst::written(const WorkPtr& work, std::size_t plies, Persisted outcome) {
  // Dropped meanwhile: what was written stays, and the next request reads it.
  if (find(work->game) != work) return;
  if (outcome == Persisted::refused) {
    // Another server is at the same game and was first. That one's news come later, so for readers it goes
    // on: the rows that are there say the same.
    if (!readers_.has(work->game)) return drop(work);
  } else if (outcome != Persisted::done) {
    log_event(LogLevel::error, "analysis_not_written", {{"game", work->game}});
    return drop(work);  // It goes on for its readers, or with the next request for it or restore().
  }
  work->on_disk += plies;
  tell_readers(*work);
  if (report_of(*work, work->on_disk).status == AnalysisStatus::done) drop(work);
}

void Analyst::drop(const WorkPtr& work) {
  std::erase(works_, work);
  // A thought under way holds the work, for as long as games want its thread.
  work->ticket.reset();
}

Analyst::WorkPtr Analyst::find(const std::string& game) const {
  const auto found = std::ranges::find(works_, game, [](const WorkPtr& work) { return work->game; });
  return found == works_.end() ? nullptr : *found;
}

protocol::Analysis Analyst::report_of(const Work& work, std::size_t first) {
  protocol::Analysis report;
  report.game_id = work.game;
  report.done = static_cast<int>(work.on_disk);
  report.total = work.analysis.total();
  report.status = report.done == report.total ? AnalysisStatus::done
                  : work.analysis.begun()     ? AnalysisStatus::running
                                              : AnalysisStatus::queued;
  const auto& plies = work.analysis.plies();
  report.plies = told_all(std::span(plies).first(work.on_disk).subspan(first));
  if (report.status == AnalysisStatus::done) report.accuracy = work.analysis.accuracy();
  return report;
}

}  // namespace server
