#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/core/expected.h"
#include "server/analysis/analysis_readers.h"
#include "server/base/address_limits.h"
#include "server/base/rate_limit.h"
#include "server/base/timer.h"
#include "server/bots/bots.h"
#include "server/bots/game_analysis.h"
#include "server/protocol/messages.h"
#include "server/records/record_queue.h"
#include "server/room/subscriber.h"

namespace server {

/// Analyses games that are over, in turns, on what the bot pool has to spare: a long one keeps no other
/// waiting, and those that one of their players asked for wait for one of all others at a time. The beginning
/// of an analysis and each of its positions are written down before they are told; what was not finished when
/// the server ended goes on when it, or another, starts. Network thread only.
///
/// The way of a request: find() (already under way) → pay() (what the record's length costs, and whether the
/// session is a player's) → look_further() → admit() (places) → begin() on record → start(). hand_out() gives
/// the pool one position of each game in turn, as many as it has threads; settle() writes what is complete;
/// written() tells its readers.
///
/// Of servers that share a store one analyses a game: the one that was asked, or one that has claimed it
/// since that server has gone. Readers at other servers are told what the records say, every `between_looks`:
/// a notice for each ply would hold up the commits of moves (decision 0008). Should two analyse one game all
/// the same, a row counts once; the second server goes on for its readers, or gives the game up where there
/// are none. A server that cannot write what it found goes on for its readers at the next look at them.
///
/// Bounded: max_unfinished games, of_one_address of each address, max_followed that others are at. An answer
/// of the pool after drop() is forgotten: the game may be under way anew, and thinks about that position
/// itself.
class Analyst {
 public:
  struct Options {
    int max_unfinished = 32;  ///< Games; hours of work, if they are long.
    int for_players = 8;      ///< Of them, for requests of players of the game alone.
    int of_one_address = 1;   ///< Unfinished ones.
    /// Positions that the pool has; not more than it has threads, with workers'. Half of what workers are
    /// asked for at a time (Dispatcher::Options::most): the rest is for games.
    unsigned at_once = 128;
    /// How hard each position of a game is thought about.
    std::function<engine::Limits(const engine::Game&)> limits = analysis_limits;
    std::chrono::milliseconds between_looks{2'000};  ///< At games that other servers are at.
    /// Games of others that have readers here; of what is more only the first answer is told.
    std::size_t max_followed = 256;
  };
  using Answer = std::function<void(engine::Expected<protocol::Analysis, protocol::Error>)>;

  Analyst(RecordQueue& records, Bots& bots, Options options);
  Analyst(RecordQueue& records, Bots& bots) : Analyst(records, bots, Options{}) {}

  /// Takes up what is not finished and no living server is at, nor this one, which may have lost sight of it:
  /// at the start, and whenever a server may be gone.
  /// Twice does no harm.
  void restore();
  /// The analysis of a game, which begins unless there is one. Of one address one at a time.
  /// @param session hash of the token that was shown; empty: none
  /// The answer may come inside the call (if the game is known), or after a read and a commit.
  void request(const std::string& game, const RequestBudget& budget, const std::string& session,
               Answer answer);
  /// The same, but none begins.
  /// A question of a page that only wants to see what there is.
  void report(const std::string& game, const RequestBudget& budget, Answer answer);

  /// Answers as report() does, and tells `reader` what is added from there on.
  /// A second watch of the same reader replaces the first.
  void watch(std::shared_ptr<Subscriber> reader, const std::string& game, Answer answer);
  void unwatch(const Subscriber& reader, const std::string& game);
  /// Called for each connection that ends.
  void forget(const Subscriber& reader);

 private:
  /// A game that is not finished.
  // Shared by handlers of the pool and of commits; gone when the last of them has returned.
  struct Work {
    std::string game;
    const engine::Game* rules = nullptr;
    engine::Setup setup{};
    GameAnalysis analysis;
    KeyedCounts::Ticket ticket{};  // Of the address that asked.
    bool is_players = false;       // One of its players asked.
    // Told only up to here: a row that is not written may still be lost.
    std::size_t on_disk = 0;  // Plies.
    bool finishing = false;   // The last commit is under way.
  };
  using WorkPtr = std::shared_ptr<Work>;

  /// What came of looking a game up: its analysis, or one that may begin, or why there is none.
  struct Lookup {
    std::optional<protocol::Analysis> told{};
    WorkPtr work{};
    bool is_new = false;  ///< Of `work`: it is not on record yet.
    std::optional<protocol::Error> refusal{};
  };
  /// Where a request that is paid for comes from.
  struct Requester {
    std::string address;
    bool is_player = false;  ///< Of the game.
  };
  /// Whether an analysis may begin: what it takes of its address and of all places, or why not.
  struct Admission {
    KeyedCounts::Ticket ticket;
    KeyedCounts::Ticket place;
    std::optional<protocol::Error> refusal;
  };

  /// Calls `done` once it is known how long the game is and that it is paid for; else answers.
  void pay(const std::string& game, const RequestBudget& budget, const std::string& session,
           const Answer& answer, std::function<void(const Requester&)> done);
  /// What there is of it so far, if that is paid for; else false, and why not.
  static bool tell(const Work& work, const RequestBudget& budget, const Answer& answer);
  void look_further(const std::string& game, const Requester& requester, Answer answer);
  Admission admit(const Requester& requester);
  static Lookup look_up(storage::Reader& reader, const std::string& game,
                        const std::optional<protocol::Error>& refusal);
  void begin(Lookup found, Admission admission, bool is_players, Answer answer);
  static WorkPtr make(const storage::Record& record, std::vector<storage::PlyAnalysis> known);
  void start(WorkPtr work);
  void follow(const std::shared_ptr<Subscriber>& reader, const std::string& game);
  void tell_readers(const Work& work);
  void look_at_followed();
  void hear(const std::string& game, Lookup found);
  void hand_out();
  bool hand_out_from(const WorkPtr& work);
  void had_turn(const WorkPtr& work, bool used_it);
  void settle(const WorkPtr& work);
  void written(const WorkPtr& work, std::size_t plies, Persisted outcome);
  void drop(const WorkPtr& work);
  WorkPtr find(const std::string& game) const;
  static protocol::Analysis report_of(const Work& work, std::size_t first = 0);

  RecordQueue& records_;
  Bots& bots_;
  const Options options_;
  AddressCounts of_addresses_;
  KeyedCounts places_;  // Of those that are being looked up or put on record.
  std::unordered_map<std::string, std::vector<Answer>> asked_;  // Those that wait for each.
  std::deque<WorkPtr> works_;                                   // The next to be served comes first.
  unsigned handed_out_ = 0;                                     // Positions that the pool has.
  AnalysisReaders readers_;                                     // Of games at work here or elsewhere.
  Timer look_again_;                                            // While there are any.
};

}  // namespace server
