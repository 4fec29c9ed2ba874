#include "server/bridge/policy.h"

#include <algorithm>
#include <array>
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

Set names(std::vector<std::string> Policy::*field) {
  return [=](Policy& policy, const Json& value) {
    if (!value.is_array()) return false;
    for (const Json& name : value) {
      if (!name.is_string()) return false;
      (policy.*field).push_back(name.get<std::string>());
    }
    return true;
  };
}

/// Of whole numbers.
bool is_time(const Json& value) {
  return value.is_object() &&
         std::all_of(value.begin(), value.end(), [](const Json& part) { return part.is_number_integer(); });
}

std::optional<Wish> read_wish(const Json& value) {
  if (!value.is_object()) return std::nullopt;
  Wish wish;
  for (const auto& [key, part] : value.items()) {
    if (key == "time" && is_time(part)) {
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
      {"challenges", flag(&Policy::challenges)},
      {"people", flag(&Policy::people)},
      {"programs", flag(&Policy::programs)},
      {"rematches", flag(&Policy::rematches)},
      {"takebacks", flag(&Policy::takebacks)},
      {"only", names(&Policy::only)},
      {"never", names(&Policy::never)},
      {"thinkMs", number(&Policy::think, 10, 600'000)},
      {"marginMs", number(&Policy::margin, 0, 10'000)},
  };
  return all;
}

std::int64_t part_of_time(const Json& time, const std::string& part) {
  const bool has_one = part == "periods" && time.contains("byoyomi");
  return time.value(part, std::int64_t{has_one ? 1 : 0});
}

/// As the protocol means them: what is 0 need not be said, nor that there is one period.
bool is_same_time(const Json& one, const Json& other) {
  if (!one.is_object() || !other.is_object()) return one == other;
  constexpr std::array kParts{"initial", "increment", "byoyomi", "periods", "perMove", "days"};
  return std::ranges::all_of(
      kParts, [&](const char* const part) { return part_of_time(one, part) == part_of_time(other, part); });
}

/// Whether it is the game of the wish, rated or not.
bool is_wished(const Wish& wish, const OpenGame& game) {
  return wish.game == game.game && (wish.rule.empty() || wish.rule == game.rule) &&
         (wish.time.is_null() || is_same_time(wish.time, game.time));
}

/// Whether games of this way are taken at all; the name of its field where they are not.
std::optional<std::string> refuses_way(const Policy& policy, const OpenGame& game) {
  if (game.is_challenge) return policy.challenges ? std::nullopt : std::optional<std::string>("challenges");
  if (game.is_seek) return policy.seeks ? std::nullopt : std::optional<std::string>("seeks");
  return policy.seats ? std::nullopt : std::optional<std::string>("seats");
}

std::optional<std::string> refuses_opponent(const Policy& policy, const OpenGame& game) {
  if (game.is_of_program && !policy.programs) return "programs";
  if (!game.is_of_program && !policy.people) return "people";
  const auto is_in = [&game](const std::vector<std::string>& list) {
    return std::ranges::find(list, game.opponent) != list.end();
  };
  if (is_in(policy.never)) return "never";
  if (!policy.only.empty() && !is_in(policy.only)) return "only";
  return std::nullopt;
}

std::optional<std::string> refuses_game(const Policy& policy, const OpenGame& game) {
  const std::vector<Wish>& games = policy.games;
  if (game.rated && (!game.is_of_program || std::ranges::none_of(games, &Wish::rated))) return "rated";
  if (!game.opening.empty()) return "opening";
  if (policy.unplayable.contains(game.game + ' ' + game.rule)) return "games";
  if (games.empty()) return std::nullopt;
  if (std::ranges::none_of(games, [&](const Wish& wish) { return is_wished(wish, game); })) return "games";
  const bool is_as_wished = std::ranges::any_of(
      games, [&](const Wish& wish) { return is_wished(wish, game) && wish.rated == game.rated; });
  if (is_as_wished) return std::nullopt;
  return game.rated ? "rated" : "casual";
}

std::optional<std::string> refuses_time(const Policy& policy, const Json& time) {
  if (time.is_null()) return policy.unlimited ? std::nullopt : std::optional<std::string>("unlimited");
  if (!time.is_object()) return "time";
  if (time.contains("days")) return policy.days ? std::nullopt : std::optional<std::string>("days");
  const milliseconds initial(time.value("initial", std::int64_t{0}));
  if (initial < policy.min_initial) return "minInitial";
  if (initial > policy.max_initial) return "maxInitial";
  return std::nullopt;
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
  if (auto way = refuses_way(*this, game)) return way;
  if (auto opponent = refuses_opponent(*this, game)) return opponent;
  if (auto wish = refuses_game(*this, game)) return wish;
  return refuses_time(*this, game.time);
}

bool Policy::seeks_itself(const Wish& wish) const {
  const bool is_any_welcome = only.empty() && never.empty() && programs && (people || wish.rated);
  return !wish.time.is_null() && is_any_welcome;
}

bool Policy::seeks_alike(const OpenGame& game) const {
  return game.is_seek && std::ranges::any_of(games, [&](const Wish& wish) {
           const engine::Game* const rules = engine::find_game(wish.game);
           const std::string rule =
               wish.rule.empty() && rules != nullptr ? std::string(rules->rules.front()) : wish.rule;
           return seeks_itself(wish) && wish.rated == game.rated && rule == game.rule &&
                  is_wished(wish, game);
         });
}

// Of whom it does not play with nothing is said: that is between the bot's owner and them.
std::string decline_reason(const std::string& refusal) {
  static const std::map<std::string, std::string> reasons{
      {"rated", "casual"}, {"casual", "rated"},      {"games", "game"},
      {"opening", "game"}, {"time", "game"},         {"unlimited", "faster"},
      {"days", "faster"},  {"maxInitial", "faster"}, {"minInitial", "slower"}};
  const auto found = reasons.find(refusal);
  return found == reasons.end() ? std::string() : found->second;
}

}  // namespace server::bridge
