#pragma once

#include <optional>
#include <string>

#include "server/protocol/messages.h"
#include "server/tournaments/tournament_step.h"
#include "storage/store.h"

/// Who plays in a tournament, and what its director does to what has been paired or played, each with a
/// reason. For the pool.
namespace server {

/// Who asks for something in a tournament, what they have sent, and the step in which it happens.
struct AskedAct {
  storage::Reader& store;
  const storage::User& user;
  const std::string& body;
  TournamentStep& step;
  std::string& token;  ///< Filled with that of a guest who is made for it.
  bool may_join;       ///< See TournamentApi::Options::joined.
  bool& has_joined;    ///< Set where who asks is a new player.
};
using RefusedAct = std::optional<protocol::Error>;
RefusedAct to_answer(std::optional<tournament::Refusal> refusal);

/// A program does not play in tournaments; in those of a club its members alone do, or once it is disbanded
/// those who have joined.
RefusedAct refuse_player(storage::Reader& store, const storage::Tournament& about, const storage::User& user,
                         bool has_joined = false);
/// A club's tournaments are made by its owner.
RefusedAct refuse_director(storage::Reader& store, const storage::Tournament& about);

/// For the first time, or after having been away.
RefusedAct join(const AskedAct& asked);
/// A player who joins, with a lot, the rating of an account, and a name that no one there has.
/// The lot is drawn anew each time.
tournament::Joined joining(storage::Reader& store, const storage::User& user,
                           const tournament::TournamentState& state);

/// An account by its name, by a director with an account: it has no part in it before it comes itself, since
/// it is not asked; or a guest
/// who has no device of their own yet: only where `makes_guests`, in a house where people meet.
RefusedAct add_player(const AskedAct& asked, bool makes_guests);
/// The same in the place of another player.
RefusedAct substitute_player(const AskedAct& asked, bool makes_guests);
RefusedAct exchange_seats(const AskedAct& asked);
/// And pauses: the same round would be paired at once.
RefusedAct annul_round(const AskedAct& asked);
RefusedAct replay_game(const AskedAct& asked);

}  // namespace server
