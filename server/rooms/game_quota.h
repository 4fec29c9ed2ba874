#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/core/expected.h"
#include "server/base/address_limits.h"
#include "server/room/room.h"
#include "server/room/subscriber.h"
#include "server/rooms/unfinished_games.h"

namespace server {

/// What one game takes of the quotas of one address and of its users. Each ticket counts as long as it lives.
/// Copies of a ticket share its places (KeyedCounts::Ticket is shared): a place is free when the last copy
/// ends.
struct QuotaTicket {
  std::string address;  ///< As addresses are counted (address_key()); empty: it counts for none.
  bool is_private = false;
  bool has_bot = false;              ///< A thread of the bots may be needed for it.
  std::optional<int> paid_events{};  ///< How many of the game the address has paid; none: none before now.
  std::vector<KeyedCounts::Ticket> users{};  ///< Of its players, until the game is among the unfinished.
  KeyedCounts::Ticket record{};              ///< Until the game is over.
  KeyedCounts::Ticket memory{};              ///< While it is in memory, but for its chat alone, and not over.
  KeyedCounts::Ticket bot{};                 ///< While its player is there or a clock or the bot goes on.
  KeyedCounts::Ticket waiting{};
};

/// How many games that are not over one user, one address and the bots among themselves may have, by
/// whichever way they come to be: `create`, two seeks, a rematch, the code of a local network. A game counts
/// as long as it costs something: until it is over, and besides as long as it is in memory. What it writes is
/// paid by the address that opened it; one that has no more may open none. Network thread only.
///
/// A game's way: admit...() → hold the ticket while the room is being made → occupy() → follow() at each
/// change, which gives the parts of the ticket back one after another → erased when it is over and written.
/// After a restart there are no tickets: adopt() makes them again when the user who opened the game says
/// hello, without refusing, for the games are there already.
class GameQuota {
 public:
  /// Figures: docs/operations.md, "Limits and tuning". The second of an AddressShare is of a private network.
  struct Limits {
    int of_user = 20;
    AddressShare on_record{600, 10'000};
    AddressShare games{60, 1'000};  ///< In memory.
    int waiting_of_user = 10;       ///< Games with a free seat.
    AddressShare waiting{20, 200};
    AddressShare with_bots{3, 30};  ///< At a time: all share the bots' time.
    int exhibitions = 50;           ///< Games of bots among themselves, of all addresses together.
    /// Bytes on the disk of an address; one of a local network pays a tenth. Some 5,000 games a day.
    Rate records{.count = 32 << 20, .per = std::chrono::days(1)};
  };
  struct Refusal {
    protocol::Error error;
    const char* limit;  ///< As metrics name it.
  };

  /// `games` outlives this.
  /// All counters begin at zero.
  GameQuota(const Limits& limits, const UnfinishedGames& games)
      : limits_(limits), games_(games), records_(limits.records) {}

  /// Why this user may not begin another game; none: the user may.
  /// Takes nothing.
  std::optional<Refusal> refuse(const std::string& user) const;
  /// A ticket for a game that this user wants to open; hold it until it is opened.
  /// Counts at once, so that many requests at a time cannot pass together. Order: bots among themselves,
  /// bytes on record, games on record, games in memory, games with bots, games of the user, games that wait.
  /// @param opponent decides which places are needed: a bot's, a free seat's
  engine::Expected<QuotaTicket, Refusal> admit(const std::string& user, const Origin& origin,
                                               protocol::Opponent opponent);
  /// A ticket for the game that may come of a seek; hold it as long as the seek waits.
  /// Without the user: the user's share is checked when a game comes of it.
  engine::Expected<QuotaTicket, Refusal> admit_seek(const Origin& origin);

  /// A ticket for the game that follows this one if `user` and the other player want it. It counts as one
  /// that who agrees to it opens: what the game before it has of tickets says nothing, for it may have been
  /// loaded from its record.
  /// Places are taken for both players, so that neither has more games than allowed by agreeing.
  engine::Expected<QuotaTicket, Refusal> admit_rematch(const GameLog& log, const std::string& user,
                                                       const Origin& origin);

  /// A ticket for a game of these two, which counts as one that `user`, who agrees to it, opens.
  engine::Expected<QuotaTicket, Refusal> admit_pair(const std::string& user, const std::string& other,
                                                    const Origin& origin);
  /// So many unfinished games are enough for a user.
  bool are_enough(std::size_t games) const { return std::cmp_greater_equal(games, limits_.of_user); }

  /// For a game in which this user wants to take a seat: counts until it is among the unfinished, or is not
  /// begun.
  engine::Expected<KeyedCounts::Ticket, Refusal> hold(const std::string& user);

  /// The tickets are this game's. Two of one address count once.
  /// The address pays for the game's row now. Of a game that is over already nothing is kept.
  /// @param tickets one, or two of a game of two seeks
  void occupy(const Room& room, std::vector<QuotaTicket> tickets);
  /// A game that was opened from this address, and that has no ticket: it was restored from its
  /// record, which keeps no addresses. Never refused.
  /// @param room null: it is not in memory, and counts as a record only
  void adopt(const UnfinishedGames::Entry& game, const Room* room, const Origin& origin);
  /// Why a player may not come back to a game: it is against a bot, and as many of its address go on as may.
  /// None: its player may.
  /// Takes the place of the bot that was given back when the player left.
  std::optional<Refusal> resume(const Room& room, const Origin& origin);
  /// Of the next games that have tickets, after this one by id, those that are not in memory: at most so many
  /// are looked at.
  /// For QuotaSweep: pages that begin after `after` in the order of ids, so that changes between two pages do
  /// no harm.
  struct Page {
    std::vector<std::string> games{};
    std::string last{};  ///< That was looked at; empty: there are no more.
  };
  Page on_record_alone(const std::string& after, int most) const;
  /// Such a game has ended, at another server.
  /// Does nothing to a game that is in memory: its room tells.
  void ended(const std::string& id);
  /// Looks at a game that has changed; null: it has left the memory.
  /// Called for each change; returns at once for games without tickets.
  void follow(const std::string& id, const Room* room);

 private:
  std::optional<Refusal> refuse_records(const Origin& origin) const;
  engine::Expected<QuotaTicket, Refusal> admit_game(const Origin& origin, bool has_bot = false);
  engine::Expected<QuotaTicket, Refusal> admit_players(const std::set<std::string>& players,
                                                       const std::string& user, const Origin& origin,
                                                       bool has_bot);
  void load(QuotaTicket& ticket, const Room& room);
  void pay(const QuotaTicket& ticket, Cost bytes);
  void pay_for_events(QuotaTicket& ticket, const GameLog& log);

  const Limits limits_;
  const UnfinishedGames& games_;
  KeyedCounts being_created_;  // Games of users, until they are among the unfinished.
  AddressCounts on_record_, in_memory_, waiting_, with_bots_;
  AddressBuckets records_;
  KeyedCounts waiting_of_users_;
  std::map<std::string, std::vector<QuotaTicket>> tickets_;  // By game that is in memory or not over.
  std::unordered_set<std::string> exhibitions_;              // Ids of games.
};

}  // namespace server
