#include "server/api/tournament_rulings.h"

#include <algorithm>
#include <random>
#include <set>
#include <string_view>
#include <utility>

#include "server/api/api_error.h"
#include "server/api/tournament_form.h"
#include "server/base/utf8.h"
#include "server/identity/names.h"
#include "server/identity/ratings.h"
#include "server/identity/tokens.h"
#include "server/match/game_clock.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/tournaments/tournaments.h"

namespace server {
namespace {

using engine::Expected;
using engine::Unexpected;
using protocol::ErrorCode;
using tournament::Refusal;

/// In the list of sessions, until the guest is there.
constexpr const char* kClientOfGuest = "tournament";

// 0 for a guest and for an account that has not played this game at this speed.
int rating_at(storage::Reader& store, const storage::User& user, const tournament::Rules& rules) {
  const TimeControl time{.initial = rules.base, .increment = rules.increment};
  if (user.guest) return 0;
  for (const storage::Rating& rating : store.ratings(user.id))
    if (rating.game == rules.game && rating.speed == rated_speed(time))
      return shown(rating.standing, server_now()).value;
  return 0;
}

// ---- people ---------------------------------------------------------------------------------------------

constexpr std::size_t kLongestNameOfPlayer = 20;  // Code points, as of all names.

std::string numbered(const std::string& name, std::size_t number) {
  const std::string ending = ' ' + std::to_string(number);
  std::string text = name;
  while (!text.empty() && count_code_points(text) + ending.size() > kLongestNameOfPlayer) {
    while (text.size() > 1 && !begins_code_point(text.back())) text.pop_back();
    text.pop_back();
  }
  return text + ending;
}

/// Two of one name could not be told apart on a list: the later one gets the first number that is free. No
/// more are tried than there are players.
std::string free_name(const tournament::TournamentState& state, const std::string& name) {
  std::set<std::string_view> taken;
  for (const tournament::Player& player : state.players()) taken.insert(player.name);
  std::string free = name;
  for (std::size_t number = 2; taken.contains(free); ++number) free = numbered(name, number);
  return free;
}

using Person = Expected<storage::User, protocol::Error>;

/// Those who are added without being asked can block a director with an account alone.
Person find_player(const AskedAct& asked, const std::string& name) {
  if (asked.user.guest) return Unexpected(error(ErrorCode::forbidden, "Log in to add players by name."));
  const auto account = find_named(asked.store, name);
  if (!account || account->password.empty())
    return Unexpected(error(ErrorCode::not_found, "There is no such player."));
  if (asked.store.relation(account->user.id, asked.user.id) == "block")
    return Unexpected(error(ErrorCode::forbidden, "This player does not want it.", "blocked"));
  return account->user;
}

/// Written with the step; its token is told once, in the answer.
Person make_guest(const AskedAct& asked, const std::string& text) {
  const auto name = valid_name(text);
  if (!name) return Unexpected(bad_field("name"));
  const auto account = asked.store.find_account(name_keys(*name));
  if (account && !account->password.empty())
    return Unexpected(error(ErrorCode::name_taken, "An account has this name."));
  // Pressed twice it would be two guests.
  const auto& players = asked.step.state().players();
  if (std::ranges::find(players, *name, &tournament::Player::name) != players.end())
    return Unexpected(to_error(Refusal::already_done));
  storage::User user{new_guest_id(), *name, true, asked.step.order().now.time_since_epoch().count()};
  asked.token = new_token();
  asked.step.add(storage::CreateUser{user, hash_token(asked.token), kClientOfGuest});
  return user;
}

Person find_person(const AskedAct& asked, const PlayerForm& form, bool makes_guests) {
  if (!form.guest) return find_player(asked, form.name);
  if (!makes_guests) return Unexpected(error(ErrorCode::forbidden, "Only on a server for a local network."));
  return make_guest(asked, form.name);
}

/// Whom the director has withdrawn; 0: none of this name.
tournament::Number find_removed(const tournament::TournamentState& state, const std::string& name) {
  tournament::Number number = 0;
  for (const tournament::Player& player : state.players()) {
    ++number;
    if (player.name == name && state.is_removed(player.user)) return number;
  }
  return 0;
}

/// Neither a guest, who is standing there, nor the director has to be asked.
bool is_invited(const AskedAct& asked, const storage::User& user) {
  return !user.guest && user.id != asked.user.id;
}

}  // namespace

RefusedAct to_answer(std::optional<Refusal> refusal) {
  return refusal ? std::optional(to_error(*refusal)) : std::nullopt;
}

RefusedAct refuse_player(storage::Reader& store, const storage::Tournament& about, const storage::User& user,
                         bool has_joined) {
  if (user.program)
    return because(protocol::Obstacle::program,
                   error(ErrorCode::not_allowed, "Programs do not play in tournaments."));
  if (about.club.empty()) return std::nullopt;
  const std::string role = store.club_role(about.club, user.id);
  if (role == "owner" || role == "member") return std::nullopt;
  if (has_joined && !store.club(about.club)) return std::nullopt;
  return error(ErrorCode::forbidden, "This is for members of the club.", "club");
}

RefusedAct refuse_director(storage::Reader& store, const storage::Tournament& about) {
  if (about.club.empty()) return std::nullopt;
  const auto club = store.club(about.club);
  if (!club) return error(ErrorCode::not_found, "There is no such club.");
  if (club->owner == about.owner) return std::nullopt;
  return error(ErrorCode::forbidden, "This is for the owner of the club.", "club");
}

RefusedAct join(const AskedAct& asked) {
  TournamentStep& step = asked.step;
  const tournament::Order order = step.order(asked.user.id);
  const auto number = step.state().find(asked.user.id);
  if (auto refused = refuse_player(asked.store, step.tournament().about, asked.user, number != 0))
    return refused;
  if (number != 0) return to_answer(step.follow(decide_come_back(step.state(), number, order)));
  if (!asked.may_join)
    return because(protocol::Obstacle::address,
                   error(ErrorCode::rate_limited, "Enough players have joined from your address."));
  const auto refusal =
      step.follow(decide_join(step.state(), joining(asked.store, asked.user, step.state()), order));
  asked.has_joined = !refusal;
  return to_answer(refusal);
}

tournament::Joined joining(storage::Reader& store, const storage::User& user,
                           const tournament::TournamentState& state) {
  tournament::Joined joined{.user = user.id, .name = free_name(state, user.name)};
  joined.rating = rating_at(store, user, state.rules());
  // Drawn once and stored: the order of equal players is not to change with a replay.
  joined.lot = std::random_device()();
  return joined;
}

RefusedAct add_player(const AskedAct& asked, bool makes_guests) {
  const auto form = read_player_form(asked.body);
  if (!form) return bad_field(form.error());
  TournamentStep& step = asked.step;
  const auto let_back = [&](tournament::Number number) {
    return to_answer(
        step.follow(decide_let_back(step.state(), number, step.order(asked.user.id, form->note))));
  };
  if (const auto removed = find_removed(step.state(), form->name)) return let_back(removed);
  const auto user = find_person(asked, *form, makes_guests);
  if (!user) return user.error();
  const auto known = step.state().find(user->id);
  if (known != 0 && step.state().is_removed(user->id)) return let_back(known);
  if (auto refused = refuse_player(asked.store, step.tournament().about, *user)) return refused;
  tournament::Joined joined = joining(asked.store, *user, step.state());
  joined.invited = is_invited(asked, *user);
  return to_answer(
      step.follow(decide_join(step.state(), std::move(joined), step.order(user->id, form->note))));
}

RefusedAct substitute_player(const AskedAct& asked, bool makes_guests) {
  const auto form = read_player_form(asked.body);
  if (!form) return bad_field(form.error());
  if (form->player == 0) return bad_field("player");
  const auto user = find_person(asked, *form, makes_guests);
  if (!user) return user.error();
  TournamentStep& step = asked.step;
  if (auto refused = refuse_player(asked.store, step.tournament().about, *user)) return refused;
  tournament::Substituted substituted{.player = form->player, .user = user->id};
  substituted.name = free_name(step.state(), user->name);
  substituted.invited = is_invited(asked, *user);
  return to_answer(
      step.follow(decide_substitute(step.state(), std::move(substituted), step.order(user->id, form->note))));
}

// ---- games ----------------------------------------------------------------------------------------------

RefusedAct exchange_seats(const AskedAct& asked) {
  const auto form = read_game_ruling(asked.body);
  if (!form) return bad_field(form.error());
  TournamentStep& step = asked.step;
  const tournament::Order order = step.order(asked.user.id, form->note);
  return to_answer(
      step.follow(decide_exchange_seats(step.state(), form->game, step.has_moves(form->game), order)));
}

RefusedAct replay_game(const AskedAct& asked) {
  const auto form = read_game_ruling(asked.body);
  if (!form) return bad_field(form.error());
  TournamentStep& step = asked.step;
  return to_answer(
      step.follow(decide_replay(step.state(), form->game, step.order(asked.user.id, form->note))));
}

RefusedAct annul_round(const AskedAct& asked) {
  const auto form = read_round_ruling(asked.body);
  if (!form) return bad_field(form.error());
  TournamentStep& step = asked.step;
  const int round = form->game.round;
  const tournament::Order order = step.order(asked.user.id, form->note);
  const auto refusal = step.follow(decide_annul_round(step.state(), round, step.has_moves_in(round), order));
  if (refusal) return to_error(*refusal);
  if (!step.state().is_paused())
    return to_answer(step.follow(decide_pause(step.state(), step.order(asked.user.id))));
  return std::nullopt;
}

}  // namespace server
