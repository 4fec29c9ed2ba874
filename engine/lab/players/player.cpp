#include "engine/lab/players/player.h"

#include <algorithm>
#include <array>
#include <climits>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "engine/core/to_number.h"
#include "engine/lab/players/own_player.h"
#include "engine/lab/players/paper_agent.h"
#include "engine/lab/players/program_players.h"
#include "engine/search/levels.h"
#include "engine/search/parameters.h"

namespace engine::lab {
namespace {

template <class T>
T number_in(const std::string& key, const std::string& text) {
  const auto value = to_number<T>(text);
  if (!value) throw std::invalid_argument(key + "=" + text + ": that is no number");
  return *value;
}

/// Throws std::invalid_argument for a number beyond its bounds.
template <class T>
T bounded(const std::string& key, const std::string& text, T min, T max) {
  const T value = number_in<T>(key, text);
  if (value < min || value > max)
    throw std::invalid_argument(key + "=" + text + ": must be " + std::to_string(min) + " to " +
                                std::to_string(max));
  return value;
}

// Milliseconds, rounded down; a million seconds are enough for anything.
milliseconds seconds_in(const std::string& key, const std::string& text) {
  const double seconds = number_in<double>(key, text);
  if (!(seconds >= 0 && seconds < 1e6)) throw std::invalid_argument(key + "=" + text + ": no time");
  return milliseconds(static_cast<milliseconds::rep>(seconds * 1000));
}

struct NumberKey {
  std::string_view name;
  int min, max;
};
constexpr std::array<NumberKey, 7> kNumberKeys = {{{"ranks", 0, 1},
                                                   {"level", 1, search::kLevels},
                                                   {"threads", 1, 256},
                                                   {"hash", 1, 65'536},
                                                   {"seed", INT_MIN, INT_MAX},
                                                   {"network", 0, 1},
                                                   {"book", 0, 1}}};

/// Nothing for a key that is no number of a player.
// Parameters of the search keep the bounds of their own table (search/parameters.h).
std::optional<NumberKey> number_key(std::string_view key) {
  constexpr std::string_view kParameter = "param.";
  if (key.starts_with(kParameter)) {
    const auto* named = search::parameter_named(key.substr(kParameter.size()));
    return named ? std::optional(NumberKey{named->name, named->min, named->max}) : std::nullopt;
  }
  const auto found = std::ranges::find(kNumberKeys, key, &NumberKey::name);
  return found == kNumberKeys.end() ? std::nullopt : std::optional(*found);
}

// Unknown keys are refused: a key that is misspelt would otherwise change nothing and spoil a match.
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
    if (number) (void)bounded(key, value, number->min, number->max);
    if (!number && !key.starts_with("option."))
      throw std::invalid_argument("'" + key + "' is no key of a player");
    spec.settings[key] = value;
  }
}

/// FNV-1a (Fowler, Noll and Vo) of the files one after the other.
// The words of the command that name files: program, weights, configuration. Others are passed over.
std::uint64_t checksum_of_files(const PlayerSpec& spec) {
  std::vector<std::filesystem::path> files;
  if (spec.command.empty()) files.emplace_back("/proc/self/exe");
  std::istringstream words(spec.command);
  for (std::string word; words >> word;) files.push_back(std::filesystem::path(spec.directory) / word);
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const auto& file : files) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(file, none)) continue;
    std::ifstream in(file, std::ios::binary);
    for (auto c = std::istreambuf_iterator<char>(in); c != std::istreambuf_iterator<char>(); ++c)
      sum = (sum ^ static_cast<unsigned char>(*c)) * 0x100000001b3;
  }
  return sum;
}

}  // namespace

int size_of_board(const std::string& pos) {
  const auto squares = static_cast<int>(std::min(pos.find(' '), pos.size()));
  int size = 1;
  while (size * size < squares) ++size;
  return size;
}

milliseconds MoveLimits::time_limit(Side side) const {
  milliseconds max = std::chrono::minutes(1);
  if (control.base) max = clocks[index(side)];
  // Both: a move has a limit of its own, and the clock still runs.
  if (control.move) max = control.base ? std::min(max, *control.move) : *control.move;
  return max;
}

std::string PlayerSpec::identity() const {
  std::ostringstream text;
  text << "name=" << name << " proto=" << protocol;
  if (!command.empty()) text << " cmd=" << command;
  if (!directory.empty()) text << " dir=" << directory;
  if (control.move) text << " st=" << control.move->count() << "ms";
  if (control.base) text << " tc=" << control.base->count() << '+' << control.increment.count() << "ms";
  if (control.nodes) text << " nodes=" << *control.nodes;
  if (control.depth) text << " depth=" << *control.depth;
  for (const auto& [key, value] : settings) text << ' ' << key << '=' << value;
  text << " files=" << std::hex << checksum_of_files(*this);
  return text.str();
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

void check_limits(const PlayerSpec& spec) {
  const TimeControl& control = spec.control;
  if (spec.protocol == "nboard" && (!control.depth || control.move || control.base || control.nodes))
    throw std::invalid_argument("a player by nboard hears of depth= and of no other limit");
  const milliseconds time = control.base.value_or(control.move.value_or(milliseconds(0)));
  if (spec.protocol == "gtp" && (time < std::chrono::seconds(1) || control.nodes || control.depth))
    throw std::invalid_argument(
        "a player by gtp hears of st= or tc=, from a second up, and of no other limit");
}

bool answers_alike(const PlayerSpec& spec) {
  if (spec.protocol == "beginner") return false;  // Its moves are random.
  return !spec.control.move && !spec.control.base && spec.number("threads", 1) == 1;
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec, std::stop_token stop) {
  if (spec.protocol == "own") return std::make_unique<OwnPlayer>(spec);
  if (spec.protocol == "beginner") return std::make_unique<Beginner>(spec);
  if (spec.protocol == "paper") return std::make_unique<PaperAgent>();
  return make_program_player(spec, std::move(stop));
}

}  // namespace engine::lab
