#include "server/bridge/policy.h"

#include <algorithm>
#include <functional>
#include <map>

#include "engine/games/registry.h"
#include "server/base/read_json.h"

namespace server::bridge {

namespace {

/// Sets a field of a policy; false: the value is not one of it.
using Set = std::function<bool(Policy&, const Json&)>;

Set number(auto Policy::*field, std::int64_t least, std::int64_t most) {
  return [=](Policy& policy, const Json& value) {
    if (!value.is_number_integer()) return false;
    const auto number = value.get<std::int64_t>();
    if (number < least || number > most) return false;
    using Field = std::remove_reference_t<decltype(policy.*field)>;
    policy.*field = Field(static_cast<Field>(Field(number)));
    return true;
  };
}

Set flag(bool Policy::*field) {
  return [=](Policy& policy, const Json& value) {
    if (!value.is_boolean()) return false;
    policy.*field = value.get<bool>();
    return true;
  };
}

bool set_names(Policy& policy, const Json& value) {
  if (!value.is_array()) return false;
  for (const Json& name : value) {
    if (!name.is_string()) return false;
    policy.never.push_back(name.get<std::string>());
  }
  return true;
}

std::optional<Wish> read_wish(const Json& value) {
  if (!value.is_object()) return std::nullopt;
  Wish wish;
  for (const auto& [key, part] : value.items()) {
    if (key == "time" && part.is_object()) {
      wish.time = part;
    } else if ((key == "game" || key == "rule") && part.is_string()) {
      (key == "game" ? wish.game : wish.rule) = part.get<std::string>();
    } else if (key == "rated" && part.is_boolean()) {
      wish.rated = part.get<bool>();
    } else {
      return std::nullopt;
    }
  }
  const engine::Game* const game = engine::find_game(wish.game);
  if (game == nullptr) return std::nullopt;
  if (!wish.rule.empty() && std::ranges::find(game->rules, wish.rule) == game->rules.end())
    return std::nullopt;
  return wish;
}

bool set_games(Policy& policy, const Json& value) {
  if (!value.is_array()) return false;
  for (const Json& each : value) {
    auto wish = read_wish(each);
    if (!wish) return false;
    policy.games.push_back(*std::move(wish));
  }
  return true;
}

const std::map<std::string, Set>& fields() {
  constexpr std::int64_t kDay = 24 * 3'600'000;
  static const std::map<std::string, Set> all{
      {"games", set_games},
      {"mostGames", number(&Policy::most_games, 1, 16)},
      {"mostWithOne", number(&Policy::most_with_one, 1, 16)},
      {"minInitial", number(&Policy::min_initial, 0, kDay)},
      {"maxInitial", number(&Policy::max_initial, 0, kDay)},
      {"unlimited", flag(&Policy::unlimited)},
      {"days", flag(&Policy::days)},
      {"waitSeconds", number(&Policy::wait, 0, 3'600)},
      {"seeks", flag(&Policy::seeks)},
      {"seats", flag(&Policy::seats)},
      {"rematches", flag(&Policy::rematches)},
      {"takebacks", flag(&Policy::takebacks)},
      {"never", set_names},
      {"thinkMs", number(&Policy::think, 10, 600'000)},
      {"marginMs", number(&Policy::margin, 0, 10'000)},
  };
  return all;
}

bool is_wanted(const Wish& wish, const OpenGame& game) {
  return wish.game == game.game && wish.rated == game.rated &&
         (wish.rule.empty() || wish.rule == game.rule) && (wish.time.is_null() || wish.time == game.time);
}

}  // namespace

engine::Expected<Policy, std::string> Policy::read(const std::string& text) {
  const auto json = read_json(text);
  if (!json) return engine::Unexpected("the policy is no JSON: " + json.error().message);
  if (!json->is_object()) return engine::Unexpected(std::string("the policy is no object"));
  Policy policy;
  for (const auto& [key, value] : json->items()) {
    const auto field = fields().find(key);
    if (field == fields().end()) return engine::Unexpected("a policy has no field '" + key + "'");
    if (!field->second(policy, value))
      return engine::Unexpected("the policy's '" + key + "' cannot be " + value.dump().substr(0, 100));
  }
  return policy;
}

std::optional<std::string> Policy::refuses(const OpenGame& game) const {
  if (game.is_seek ? !seeks : !seats) return game.is_seek ? "seeks" : "seats";
  if (game.rated && (!game.is_of_program || std::ranges::none_of(games, &Wish::rated))) return "rated";
  if (!game.opening.empty()) return "opening";
  if (std::ranges::find(never, game.opponent) != never.end()) return "never";
  if (!games.empty() && std::ranges::none_of(games, [&](const Wish& wish) { return is_wanted(wish, game); }))
    return "games";
  if (game.time.is_null()) return unlimited ? std::nullopt : std::optional<std::string>("unlimited");
  if (!game.time.is_object()) return "time";
  if (game.time.contains("days")) return days ? std::nullopt : std::optional<std::string>("days");
  const milliseconds initial(game.time.value("initial", std::int64_t{0}));
  if (initial < min_initial) return "minInitial";
  if (initial > max_initial) return "maxInitial";
  return std::nullopt;
}

}  // namespace server::bridge
