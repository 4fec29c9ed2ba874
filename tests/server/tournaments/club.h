#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "server/match/game_log.h"
#include "server/tournaments/tournaments.h"
#include "tests/server/run_until.h"
#include "tests/storage/memory_store.h"

namespace server {

/// A store that dies of a write: nothing of it is there, or all, and nobody is told which.
class MortalStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    if (writes_left < 0 || writes_left-- > 0) return MemoryStore::commit(writes);
    if (is_written) MemoryStore::commit(writes);
    has_died = true;
    throw storage::OutcomeUnknown("killed");
  }
  std::vector<storage::TournamentResult> tournament_results_from(std::string_view id, int round) override {
    auto results = MemoryStore::tournament_results_from(id, round);
    results_read += results.size();
    return results;
  }
  std::vector<storage::TournamentEvent> tournament_events(std::string_view id, int after, int most) override {
    auto events = MemoryStore::tournament_events(id, after, most);
    events_read += events.size();
    return events;
  }
  void commit_as_others(const std::vector<storage::Write>& writes) { MemoryStore::commit(writes); }

  int writes_left = -1;  ///< Until it dies; -1: it does not.
  bool is_written = false;
  std::atomic<bool> has_died = false;
  std::atomic<std::size_t> results_read = 0;  ///< Of games of tournaments.
  std::atomic<std::size_t> events_read = 0;   ///< Of tournaments.
};

/// A server's tournaments, over a store that outlives it. Rooms are of no concern: games end in the store.
class Club {
 public:
  explicit Club(storage::Store& store, Tournaments::Options options = {.pause = Millis(0)})
      : records_(store, io_.get_executor()),
        tournaments(
            io_.get_executor(), records_,
            [this](const std::string& game, bool is_new) {
              begun.push_back(game);
              if (fails) throw std::runtime_error("defect");
              if (is_new) first_begun.push_back(game);
            },
            std::move(options)) {}

  /// What is wrong, or nothing.
  std::optional<protocol::Error> act(const std::string& id, Tournaments::Act act,
                                     std::optional<Tournaments::Tickets> place = {}) {
    std::optional<Tournaments::Outcome> outcome;
    tournaments.act(
        id, "", std::move(act), [&](const auto& result) { outcome = result; }, std::move(place));
    run_io_until(io_, [&] { return outcome.has_value(); });
    return outcome->error;
  }
  /// The same for what is decided by the state alone.
  template <class Decide>
  std::optional<protocol::Error> decide(const std::string& id, Decide decide) {
    return act(id, [decide](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
      const auto refusal = step.follow(decide(step.state(), step.order()));
      return refusal ? std::optional(to_error(*refusal)) : std::nullopt;
    });
  }
  std::optional<protocol::Error> join(const std::string& id, const std::string& user) {
    return decide(id, [user](const auto& state, const auto& order) {
      return decide_join(state, {.user = user, .name = user, .lot = 1}, order);
    });
  }
  std::optional<protocol::Error> start(const std::string& id,
                                       std::optional<Tournaments::Tickets> place = {}) {
    const auto start = [](auto&, TournamentStep& step) -> std::optional<protocol::Error> {
      if (const auto refusal = step.follow(decide_start(step.state(), step.order())))
        return to_error(*refusal);
      if (const auto refusal = step.go_on(step.order())) return to_error(*refusal);
      return std::nullopt;
    };
    return act(id, start, std::move(place));
  }
  /// What happens by itself.
  void look(const std::string& id) {
    tournaments.look(id);
    act(id, [](auto&, auto&) { return std::nullopt; });  // Comes after it.
  }
  template <class Is>
  void wait_until(Is is) {
    run_io_until(io_, is);
  }

 private:
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  RecordQueue records_;

 public:
  std::vector<std::string> begun;        ///< Or taken up again.
  std::vector<std::string> first_begun;  ///< Of these the new ones.
  bool fails = false;                    ///< Each game that begins, as a defect would.
  Tournaments tournaments;
};

inline tournament::Rules club_rules(tournament::Format format = tournament::Format::swiss) {
  tournament::Rules rules{.game = "antireversi", .format = format, .base = std::chrono::minutes(5)};
  rules.squares = 64;
  return rules;
}

/// Open, and without players.
inline void create_tournament(storage::Store& store, const std::string& id,
                              const tournament::Rules& rules = club_rules(), TimePoint at = server_now(),
                              const std::string& owner = "g_host") {
  const storage::Millis created = at.time_since_epoch().count();
  const storage::Tournament about{id, owner, "Host", "Evening", rules.game, "standard", "", 8, created};
  const tournament::Event event{.v = 1, .at = at, .change = tournament::Created{rules}};
  const std::vector<storage::Write> writes{storage::CreateTournament{about, to_record(event), 10}};
  ASSERT_EQ(store.commit(writes), std::vector{storage::WriteResult::done});
}

/// Ends a game as its room would: the first side wins, or it is aborted.
inline std::vector<storage::Write> ending(storage::Reader& store, const std::string& id, Status status,
                                          std::optional<Seat> by = {}) {
  auto log = GameLog::replay(*store.load(id));
  const auto winner = status == Status::finished ? std::optional(engine::Side::first) : std::nullopt;
  EXPECT_TRUE(log->follow(
      end_event(*log, server_now(), status, winner, status == Status::finished ? "resign" : "no_start", by)));
  return {storage::Append{log->events().back(), log->header().ending, {}}};
}

/// The next move of a game, as its room would write it.
inline std::vector<storage::Write> next_move(storage::Reader& store, const std::string& id) {
  auto log = GameLog::replay(*store.load(id));
  const std::string move = log->legal_moves().front();
  const auto decision = decide_move(*log, log->seat_to_move(), {log->plies(), move}, server_now());
  return {storage::Append{*decision.event, {}, {}}};
}

/// Both have moved, and the first side wins.
inline void play_out(MortalStore& store, const std::string& id) {
  for (int i = 0; i < 2; ++i) store.commit_as_others(next_move(store, id));
  store.commit_as_others(ending(store, id, Status::finished));
}

inline std::vector<storage::TournamentResult> playing(storage::Reader& store, const std::string& id) {
  auto games = store.tournament_results(id);
  std::erase_if(games, [](const auto& game) { return game.ending.status != "playing"; });
  return games;
}

}  // namespace server
