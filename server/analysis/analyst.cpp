#include "server/analysis/analyst.h"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/games/registry.h"
#include "server/logs/log.h"
#include "server/match/game_log.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"
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

template <class Rows>
std::vector<protocol::AnalysedPly> told_all(const Rows& rows) {
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

void refuse(const Analyst::Answer& answer, ErrorCode code, std::string message) {
  answer(engine::Unexpected(error(code, std::move(message))));
}

protocol::Error not_yet(ErrorCode code, std::string message) {
  return protocol::retry_after(kRetry, code, std::move(message));
}

}  // namespace

Analyst::Analyst(RecordQueue& records, BotPool& bots, Options options)
    : records_(records), bots_(bots), options_(std::move(options)) {}

// ---- what is asked ---------------------------------------------------------------------------------------

void Analyst::restore() {
  const auto load_all = [](storage::Store& store) {
    std::vector<Found> all;
    for (const std::string& game : store.unfinished_analyses())
      all.push_back({store.load_analysis(game), store.load(game)});
    return all;
  };
  records_.read(load_all, [this](std::optional<std::vector<Found>> all) {
    for (const Found& found : all.value_or(std::vector<Found>())) {
      if (WorkPtr work = make(found)) start(std::move(work));
    }
  });
}

void Analyst::request(const std::string& game, const std::string& asker, Answer answer) {
  if (const WorkPtr work = find(game)) return answer(report_of(*work));
  records_.read(
      [game](storage::Store& store) {
        return Found{store.load_analysis(game), store.load(game)};
      },
      [this, game, asker, answer = std::move(answer)](std::optional<Found> found) mutable {
        if (!found) return refuse(answer, ErrorCode::busy, "The records cannot be read now.");
        decide(game, asker, *std::move(found), std::move(answer));
      });
}

void Analyst::decide(const std::string& game, const std::string& asker, Found found, Answer answer) {
  if (const WorkPtr work = find(game)) return answer(report_of(*work));  // Somebody else was faster.
  if (found.analysis && found.analysis->accuracy) return answer(told(*found.analysis));
  if (auto refusal = this->refusal(found)) return answer(engine::Unexpected(*std::move(refusal)));
  WorkPtr work = make(found);
  if (!work) return refuse(answer, ErrorCode::not_found, "There is no such game.");
  if (!asker.empty()) work->ticket = askers_.admit(asker, options_.of_one_asker);
  if (!asker.empty() && !work->ticket)
    return answer(engine::Unexpected(
        not_yet(ErrorCode::rate_limited, "Wait for the end of the analysis that you asked for.")));

  // What is thought from now on is written after this, and known to whoever asks for the same meanwhile.
  std::vector<storage::Write> writes;
  if (!found.analysis)
    writes.emplace_back(
        storage::RequestAnalysis{game, work->analysis.total(), server_now().time_since_epoch().count()});
  records_.commit(std::move(writes), [this, work, answer = std::move(answer)](Persisted outcome) {
    if (outcome == Persisted::done) return answer(report_of(*work));
    drop(work);
    refuse(answer, ErrorCode::busy, "Try again in a moment.");
  });
  start(work);
}

std::optional<protocol::Error> Analyst::refusal(const Found& found) const {
  if (!found.record) return error(ErrorCode::not_found, "There is no such game.");
  if (found.record->game.ending.status == protocol::word(Status::playing))
    return error(ErrorCode::not_allowed, "The game is not over.");
  if (works_.size() >= options_.max_unfinished)
    return not_yet(ErrorCode::busy, "Too many games wait for their analysis.");
  return std::nullopt;
}

void Analyst::report(const std::string& game, Answer answer) {
  if (const WorkPtr work = find(game)) return answer(report_of(*work));
  records_.read([game](storage::Store& store) { return store.load_analysis(game); },
                [answer = std::move(answer)](std::optional<std::optional<storage::Analysis>> found) {
                  if (!found) return refuse(answer, ErrorCode::busy, "The records cannot be read now.");
                  if (!*found) return refuse(answer, ErrorCode::not_found, "Nobody has asked for it.");
                  answer(told(**found));
                });
}

// A reader is told what there is and becomes a reader in one step, so that nothing falls between.
void Analyst::watch(std::shared_ptr<Subscriber> reader, const std::string& game, Answer answer) {
  const WorkPtr work = find(game);
  if (!work) return report(game, std::move(answer));
  answer(report_of(*work));
  const Subscriber* const key = reader.get();
  work->readers[key] = std::move(reader);
}

void Analyst::unwatch(const Subscriber& reader, const std::string& game) {
  if (const WorkPtr work = find(game)) work->readers.erase(&reader);
}

void Analyst::forget(const Subscriber& reader) {
  for (const WorkPtr& work : works_) work->readers.erase(&reader);
}

// ---- what is done ----------------------------------------------------------------------------------------

/// Null if the record makes no game.
Analyst::WorkPtr Analyst::make(const Found& found) {
  if (!found.record) return nullptr;
  const storage::Game& header = found.record->game;
  const engine::Game* const rules = engine::find_game(header.game);
  if (!rules) return nullptr;
  const auto begun = GameLog::begin(*rules, header);
  const auto log = GameLog::replay(*rules, *found.record, static_cast<int>(found.record->events.size()));
  if (!begun || !log) return nullptr;
  std::vector<PlyAnalysis> known = found.analysis ? found.analysis->plies : std::vector<PlyAnalysis>();
  if (known.size() > log->moves().size() + 1) return nullptr;
  const std::size_t on_disk = known.size();
  GameAnalysis analysis(*rules, begun->match().clone(), log->moves(),
                        header.opening.empty() ? 0 : kOpeningPlies, std::move(known));
  return std::make_shared<Work>(Work{
      .game = header.id, .rules = rules, .analysis = std::move(analysis), .ticket = {}, .on_disk = on_disk});
}

void Analyst::start(WorkPtr work) {
  works_.push_back(std::move(work));
  hand_out();
}

/// Gives the pool as many positions as it has threads, of the games that wait longest first.
void Analyst::hand_out() {
  const std::vector<WorkPtr> works(works_.begin(), works_.end());
  for (const WorkPtr& work : works) {
    while (handed_out_ < bots_.threads() && hand_out_from(work)) {
    }
    settle(work);  // The end of a game needs no thought.
  }
}

bool Analyst::hand_out_from(const WorkPtr& work) {
  std::optional<GameAnalysis::Position> position = work->analysis.next();
  if (!position) return false;
  ++handed_out_;
  BotRequest request;
  request.room = "analysis " + work->game + ' ' + std::to_string(position->ply);  // Each from nothing.
  request.ply = position->ply;
  request.game = work->rules;
  request.match = std::move(position->match);
  request.limits = options_.limits(*work->rules);
  request.urgency = Urgency::background;
  bots_.think(std::move(request), [this, work](BotAnswer answer) {
    --handed_out_;
    work->analysis.take(answer.ply, answer.thought);
    settle(work);
    hand_out();
  });
  return true;
}

/// Writes down what is new.
void Analyst::settle(const WorkPtr& work) {
  std::vector<PlyAnalysis> rows = work->analysis.completed();
  const bool finish = work->analysis.finished() && !work->finishing;
  if (rows.empty() && !finish) return;
  work->finishing = finish;
  std::vector<storage::Write> writes;
  for (const PlyAnalysis& row : rows) writes.emplace_back(storage::AppendAnalysis{work->game, row});
  if (finish) writes.emplace_back(storage::FinishAnalysis{work->game, work->analysis.accuracy()});
  records_.commit(std::move(writes),
                  [this, work, rows = std::move(rows)](Persisted outcome) { written(work, rows, outcome); });
}

void Analyst::written(const WorkPtr& work, const std::vector<PlyAnalysis>& rows, Persisted outcome) {
  if (!find(work->game)) return;
  if (outcome != Persisted::done) {
    log_event(LogLevel::error, "analysis_not_written", {{"game", work->game}});
    return drop(work);  // It is gone on with when somebody asks again, or at the next start.
  }
  work->on_disk += rows.size();
  protocol::Analysis news = report_of(*work);
  news.plies = told_all(rows);
  const auto text = std::make_shared<const std::string>(protocol::encode(news));
  for (const auto& [key, reader] : work->readers) reader->send(text);
  if (news.status == AnalysisStatus::done) drop(work);
}

void Analyst::drop(const WorkPtr& work) {
  std::erase(works_, work);
  work->ticket.reset();  // Others may hold the work for a while.
}

Analyst::WorkPtr Analyst::find(const std::string& game) const {
  const auto found = std::ranges::find(works_, game, [](const WorkPtr& work) { return work->game; });
  return found == works_.end() ? nullptr : *found;
}

protocol::Analysis Analyst::report_of(const Work& work) {
  protocol::Analysis report;
  report.game_id = work.game;
  report.done = static_cast<int>(work.on_disk);
  report.total = work.analysis.total();
  report.status = report.done == report.total ? AnalysisStatus::done
                  : work.analysis.begun()     ? AnalysisStatus::running
                                              : AnalysisStatus::queued;
  const auto& plies = work.analysis.plies();
  report.plies = told_all(std::span(plies).first(work.on_disk));
  if (report.status == AnalysisStatus::done) report.accuracy = work.analysis.accuracy();
  return report;
}

}  // namespace server
