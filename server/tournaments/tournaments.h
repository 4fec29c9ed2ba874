#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/base/address_limits.h"
#include "server/base/fair_queue.h"
#include "server/base/rate_limit.h"
#include "server/base/timer.h"
#include "server/protocol/messages.h"
#include "server/records/record_queue.h"
#include "server/tournaments/tournament_step.h"

namespace server {

/// Runs the tournaments of the store: one step of each at a time, decided by the pool and written as a whole
/// before anything that follows from it is seen. Nothing is kept here that is not in the store, so a server
/// that dies between two writes goes on where the last one left it. Servers that share a store may all do so:
/// of two who write the same version one is refused, and decides anew. Network thread only.
/// Rounds: a look is due 30 s after the last game of a round; it is asked for by a timer, by the end of a
/// game and by a survey of all, so that a lost call is only late.
class Tournaments {
 public:
  using Executor = Timer::Executor;
  /// What is wanted, on the thread of the reader: events in the step, or why not.
  using Act = std::function<std::optional<protocol::Error>(storage::Reader& store, TournamentStep& step)>;
  /// For the one who asked.
  struct Outcome {
    TournamentPtr tournament{};              ///< With what has happened; null: there is none, or an error.
    std::optional<protocol::Error> error{};  ///< Nothing has happened.
  };
  using Done = std::function<void(const Outcome& outcome)>;
  /// A game of a tournament is new, or goes on: its room is to be here unless another server keeps it.
  using Begin = std::function<void(const std::string& game, bool is_new)>;

  /// For tests and for the limits of a server; the pauses are those of docs/tournaments.md.
  struct Options {
    std::function<TimePoint()> now = server_now;
    Millis pause{std::chrono::seconds(30)};        ///< Between the last game of a round and the next round.
    Millis patience{std::chrono::minutes(10)};     ///< After it, or a resume, while too few are there.
    Millis idle_for{std::chrono::days(7)};         ///< One not started, or paused, is cancelled then,
    Millis unplayed_for{std::chrono::hours(6)};    ///< or so soon if no player has come to a game of it.
    Millis survey_every{std::chrono::minutes(1)};  ///< Of all, for what no one has told of.
    Millis survey_after{std::chrono::seconds(1)};  ///< A server is gone, or may be.
    std::size_t most_waiting = 300;                ///< For one tournament: its players come at once.
    int most_running = 100;                        ///< Of all creators together, at all servers of a store.
    AddressShare of_address{10, 100};              ///< That are not over, of those made or started here,
    AddressShare running_of_address{4, 40};        ///< and of these that run.
    /// Games that begin in the tournaments of one address, which with their moves are some 60 MiB; of one
    /// director where the address is not known here, for addresses are not on record. Counted by each server,
    /// from its start on, as most limits are: N servers, or N restarts, give N times as much. The disk is
    /// bounded all the same, by most_running at all servers and the players that a tournament may have.
    Rate games{.count = 10'000, .per = std::chrono::days(1)};
    /// A game does not count any more, and is to end unless another server keeps it; not `even_begun`: or it
    /// has begun. Told again by each survey until it has ended, or the tournament has.
    std::function<void(const std::string& game, bool even_begun)> annulled = [](const auto&, bool) {};
  };

  /// @pre `records` outlives it. `begin` is called on the network thread, also for games that were begun
  /// before
  Tournaments(Executor network, RecordQueue& records, Begin begin, Options options);
  Tournaments(Executor network, RecordQueue& records, Begin begin)
      : Tournaments(network, records, std::move(begin), Options()) {}

  /// A tournament's places in the shares of an address, which count as long as they live.
  struct Tickets {
    AddressCounts::Ticket open{};     ///< Among those that are not over.
    AddressCounts::Ticket running{};  ///< Null: it does not run.
    std::string address{};            ///< That pays for its games.
  };

  /// Takes up those that run, now and from time to time.
  void restore() { survey(); }
  /// Those that another server has begun and cannot go on with: it is gone. Within a second, however often it
  /// is called.
  void take_up();
  /// A game of it has ended, or another server has changed it.
  void look(const std::string& id) { look(id, /*begins_all=*/false); }
  /// @param address in whose turn it is decided
  /// Acts of one tournament follow one another, in which addresses have turns. `done` is called once, on the
  /// network thread: busy if too many wait, of which the address with most loses one, or after five refusals
  /// in a row.
  /// @param place that it takes when it is on record: its address pays for the games that the act begins
  void act(const std::string& id, const std::string& address, Act act, Done done,
           std::optional<Tickets> place = {});
  /// As it was last seen here, which may not be what the store has; null: it was not.
  TournamentPtr known(const std::string& id) const;

  /// `runs`: it is to. None: the address has no more.
  std::optional<Tickets> place(const std::string& id, const std::string& address, bool runs);
  /// Keeps them until the tournament is over.
  void occupy(const std::string& id, Tickets tickets) { places_[id] = std::move(tickets); }

  /// When the next round or wave begins by itself, or an arena ends; none: games run, or it is paused or
  /// over.
  std::optional<TimePoint> next_round_at(const StoredTournament& tournament) const;
  /// How long no games of it begin, because those who pay for them have used up Options::games; none: they
  /// may. `address`: that is about to start it; empty: who pays for it now.
  std::optional<Millis> wait_to_begin(const std::string& id, const std::string& address = {}) const;
  const Options& options() const { return options_; }

 private:
  struct Job {
    std::string address{};
    Act act{};
    Done done{};
    std::optional<Tickets> place{};
    bool is_look = false;
    bool begins_all = false;  ///< Looks for the rooms of all games that run, not only of new ones.
    int tries = 0;
  };
  /// Of one tournament.
  struct Jobs {
    explicit Jobs(std::size_t most_waiting) : waiting(most_waiting) {}
    std::optional<Job> served{};  // Always, between two calls.
    FairQueue<Job> waiting;
    bool look_waits = false;
  };
  /// What a step has come to.
  struct Stepped {
    TournamentPtr before{};
    TournamentPtr after{};
    std::optional<protocol::Error> error{};
    std::optional<storage::AppendTournament> write{};
    std::vector<std::string> running{};    ///< Games that did before,
    std::vector<std::string> begun{};      ///< and those that begin.
    std::vector<std::string> ended{};      ///< That ran, and do not any more.
    std::vector<std::string> annulled{};   ///< Still played, although they do not count.
    std::vector<storage::Write> others{};  ///< To be written with it.
  };

  /// Queues a look unless one waits already. `begins_all`: the next one that is served is to be so.
  void look(const std::string& id, bool begins_all);
  void push(const std::string& id, Job job);
  /// There was no place for it.
  void drop(const std::string& id, Job job);
  void unread(const std::string& id);
  void look_later(const std::string& id);
  /// What is to be served of a tournament, from its reading on.
  void serve(const std::string& id);
  Stepped step(storage::Reader& store, const std::string& id, const TournamentPtr& known,
               const Act& act) const;
  /// On the thread of the reader. Never an error: what cannot be done now is tried at the next look.
  std::optional<protocol::Error> go_on_if_due(TournamentStep& step, bool may_begin) const;
  void commit(const std::string& id, Stepped stepped);
  void committed(const std::string& id, Stepped stepped, Persisted persisted);
  /// For games that have begun, without asking: a round begins as a whole, and its payer may owe part of it.
  void pay(const storage::Tournament& about, std::size_t games);
  /// The address that pays for it; empty: it is not known here.
  std::string address_of(const std::string& id) const;
  void finish(const std::string& id, const Outcome& outcome);
  void keep(const TournamentPtr& tournament);
  void survey();
  /// Ids of those of which it is to be found out whether they are over.
  std::vector<std::string> next_to_ask();
  /// Sets one timer for the earliest of due_.
  void arm();
  void timer_fired();

  RecordQueue& records_;
  const Begin begin_;
  const Options options_;
  Timer surveys_;
  bool is_survey_near_ = false;  // In survey_after at the latest.
  Timer rounds_;
  std::map<std::string, Jobs> jobs_;            // By tournament; only of those with any.
  std::map<std::string, TournamentPtr> known_;  // Those that are not over.
  std::map<std::string, TimePoint> due_;        // When to look at them again.
  std::set<std::string> begin_all_;             // Whose next look begins all.
  AddressCounts addresses_, running_of_addresses_;
  AddressBuckets games_of_addresses_;
  KeyedBuckets games_of_directors_;
  std::map<std::string, Tickets> places_;  // By tournament.
  std::string last_place_, last_known_;    // That were looked at in the survey.
};

/// Says in the protocol's words why a tournament does not go on so.
protocol::Error to_error(tournament::Refusal refusal);

}  // namespace server
