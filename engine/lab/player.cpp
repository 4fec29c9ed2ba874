#include "engine/lab/player.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <sstream>

#include "engine/lab/own_player.h"
#include "engine/lab/paper_agent.h"
#include "engine/lab/program_players.h"
#include "engine/search/levels.h"
#include "engine/search/parameters.h"

namespace engine::lab {
namespace {

template <class T>
T number_in(const std::string& key, const std::string& text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::invalid_argument(key + "=" + text + ": that is no number");
  return value;
}

/// Throws std::invalid_argument for a number beyond its bounds.
template <class T>
T bounded(const std::string& key, const std::string& text, T least, T most) {
  const T value = number_in<T>(key, text);
  if (value < least || value > most)
    throw std::invalid_argument(key + "=" + text + ": must be " + std::to_string(least) + " to " +
                                std::to_string(most));
  return value;
}

milliseconds seconds_in(const std::string& key, const std::string& text) {
  const double seconds = number_in<double>(key, text);
  if (!(seconds >= 0 && seconds < 1e6)) throw std::invalid_argument(key + "=" + text + ": no time");
  return milliseconds(static_cast<milliseconds::rep>(seconds * 1000));
}

struct NumberKey {
  std::string_view name;
  int least, most;
};
constexpr std::array<NumberKey, 7> kNumberKeys = {{{"ranks", 0, 1},
                                                   {"level", 1, search::kLevels},
                                                   {"threads", 1, 256},
                                                   {"hash", 1, 65'536},
                                                   {"seed", INT_MIN, INT_MAX},
                                                   {"network", 0, 1},
                                                   {"book", 0, 1}}};

/// Nothing for a key that is no number of a player.
std::optional<NumberKey> number_key(std::string_view key) {
  constexpr std::string_view kParameter = "param.";
  if (key.starts_with(kParameter)) {
    const auto* named = search::parameter_named(key.substr(kParameter.size()));
    return named ? std::optional(NumberKey{named->name, named->least, named->most}) : std::nullopt;
  }
  const auto found = std::ranges::find(kNumberKeys, key, &NumberKey::name);
  return found == kNumberKeys.end() ? std::nullopt : std::optional(*found);
}

void set(PlayerSpec& spec, const std::string& key, const std::string& value) {
  if (key == "name") {
    spec.name = value;
  } else if (key == "cmd") {
    spec.command = value;
  } else if (key == "dir") {
    spec.directory = value;
  } else if (key == "proto") {
    spec.protocol = value;
  } else if (key == "st") {
    spec.control.move = seconds_in(key, value);
  } else if (key == "tc") {
    const auto plus = value.find('+');
    spec.control.base = seconds_in(key, value.substr(0, plus));
    if (plus != std::string::npos) spec.control.increment = seconds_in(key, value.substr(plus + 1));
  } else if (key == "nodes") {
    spec.control.nodes = bounded<std::uint64_t>(key, value, 1, INT64_MAX);
  } else if (key == "depth") {
    spec.control.depth = bounded(key, value, 1, kMaxPly);
  } else {
    const auto number = number_key(key);
    if (number) (void)bounded(key, value, number->least, number->most);
    if (!number && !key.starts_with("option."))
      throw std::invalid_argument("'" + key + "' is no key of a player");
    spec.settings[key] = value;
  }
}

}  // namespace

milliseconds Allowance::most(Side side) const {
  milliseconds most = std::chrono::minutes(1);
  if (control.base) most = clocks[index(side)];
  if (control.move) most = control.base ? std::min(most, *control.move) : *control.move;
  return most;
}

int PlayerSpec::number(const std::string& key, int fallback) const {
  const auto found = settings.find(key);
  return found == settings.end() ? fallback : number_in<int>(key, found->second);
}

PlayerSpec read_player(std::string_view text) {
  PlayerSpec spec;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) throw std::invalid_argument("'" + word + "' is no key=value");
    std::string value = word.substr(equals + 1);
    // A value with blanks stands between quotes.
    if (value.starts_with('"')) {
      for (std::string more; value.size() < 2 || !value.ends_with('"');) {
        if (!(words >> more)) throw std::invalid_argument("a quote is not closed");
        value += ' ' + more;
      }
      value = value.substr(1, value.size() - 2);
    }
    set(spec, word.substr(0, equals), value);
  }
  static constexpr std::array kWithoutCommand = {"own", "beginner", "paper"};
  if (spec.command.empty() && std::ranges::find(kWithoutCommand, spec.protocol) == kWithoutCommand.end())
    throw std::invalid_argument("a player by " + spec.protocol + " needs cmd=");
  if (spec.name.empty()) spec.name = spec.command.empty() ? spec.protocol : spec.command;
  return spec;
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec) {
  if (spec.protocol == "own") return std::make_unique<OwnPlayer>(spec);
  if (spec.protocol == "beginner") return std::make_unique<Beginner>(spec);
  if (spec.protocol == "paper") return std::make_unique<PaperAgent>();
  return make_program_player(spec);
}

}  // namespace engine::lab
