#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/api/router.h"
#include "server/api/tournament_form.h"
#include "server/api/tournament_games.h"
#include "server/api/tournament_rulings.h"
#include "server/base/address_limits.h"
#include "server/tournaments/tournaments.h"

namespace server {

/// Tournaments over HTTP: who may ask for what, and the answers. Network thread only; what is asked is read
/// and judged by the pool.
class TournamentApi {
 public:
  struct Options {
    int of_user = 5;  ///< Tournaments of one director that are not over.
    /// New ones of one address.
    Rate created{.count = 20, .per = std::chrono::days(1)};
    /// Acts that begin games, of a user and of an address: rooms, and messages to their players.
    Rate begun{.count = 60, .per = std::chrono::hours(1)};
    /// Who join one tournament from one network (network_key()): be they as many guests as they like, they do
    /// not fill it. Returns are free. One that has not begun is cancelled after that time.
    Rate joined{.count = 20, .per = std::chrono::days(7)};
    bool makes_guests = false;  ///< Directors may: a server for a local network.
  };

  /// @pre both outlive it
  TournamentApi(RecordQueue& records, Tournaments& tournaments, Options options)
      : records_(records),
        tournaments_(tournaments),
        options_(options),
        created_(options.created),
        begun_by_addresses_(options.begun),
        begun_by_users_(options.begun),
        joined_(options.joined) {}
  TournamentApi(RecordQueue& records, Tournaments& tournaments)
      : TournamentApi(records, tournaments, Options()) {}

  /// The routes of docs/protocol.md, "Tournaments".
  void mount(Router& router);

 private:
  /// What an act takes beside its price, and where it may be.
  struct Takes {
    bool place = false;  ///< Of those that run, of an address.
    bool games = false;  ///< It begins some, see Options::begun.
    bool joins = false;  ///< A player may be new to it, see Options::joined.
    bool of_director = false;
    bool after_end = false;  ///< Also when it has finished.
  };
  /// What is asked of a tournament.
  /// Kept until the step has its turn.
  struct Acting {
    std::string id;
    std::function<RefusedAct(const AskedAct& asked)> act;
    std::string body;
    Takes takes;
  };

  void mount_acts_of_director(Router& router);
  /// A route that changes a tournament by one step.
  void add_act(Router& router, const std::string& method, const std::string& pattern,
               std::function<RefusedAct(const AskedAct& asked)> act, Takes takes);
  /// Takes out of the buckets of acts that begin games, or out of neither.
  std::optional<std::chrono::milliseconds> refuse_games(const std::string& user, const std::string& address);
  void give_back_games(const std::string& user, const std::string& address);
  /// Whether the network may have one more player. @param key of tournament and network
  bool pay_for_joining(const std::string& key, const std::string& address);
  /// Who asked has not joined, or had before.
  void give_back_joining(const std::string& key, const std::string& address);
  void carry_out(const Acting& acting, const storage::User& user, const std::string& address,
                 const Respond& respond);
  void create(const HttpRequest& request, Respond respond);
  /// @param address that has paid for a new one
  void add(const NewTournament& made, const Tournaments::Tickets& place, const std::string& address,
           const Respond& respond);
  void list(const HttpRequest& request, Respond respond);
  void show(const HttpRequest& request, const std::string& id, Respond respond);
  /// What is to be shown, and to whom.
  struct Wanted {
    std::string id;
    int round;
    bool is_all;  ///< Of an arena all that is played, beside the last round.
    std::string token;
    RequestBudget budget;
  };
  /// Games or a report as a file.
  struct Download {
    std::string id;
    WantedGames games;
    bool is_report;
    std::string format;
    RequestBudget budget;
    std::function<bool()> has_left;
  };
  /// The document with standings and one round.
  void show_all(const Wanted& wanted, const Respond& respond);
  void tell(const Wanted& wanted, const Respond& respond);
  /// Goes on with `then`, now or later, or answers.
  void pay_for_reading(const std::string& id, const RequestBudget& budget, const Respond& respond,
                       std::function<void()> then);
  void export_as(const HttpRequest& request, const std::string& id, Respond respond);
  void write_file(const Download& wanted, const Respond& respond);

  RecordQueue& records_;
  Tournaments& tournaments_;
  const Options options_;
  AddressBuckets created_;
  AddressBuckets begun_by_addresses_;
  KeyedBuckets begun_by_users_;
  KeyedBuckets joined_;  // By tournament and network.
};

}  // namespace server
