#include "engine/lab/players/program_players.h"

#include <algorithm>

namespace engine::lab {
namespace {

/// What failed, in words of PlayerFailed.
template <class Work>
auto guarded(const Work& work) {
  try {
    return work();
  } catch (const Process::Gone& gone) {
    throw PlayerFailed("crashed", std::string("The program ") + gone.what() + ".");
  }
}

std::string_view first_word(std::string_view line) {
  return line.substr(0, line.find(' '));
}

}  // namespace

void ProgramPlayer::begin(const GameState& start, const TimeControl& control) {
  try {
    guarded([&] {
      if (!process_) {
        process_ = std::make_unique<Process>(spec_.command, spec_.directory, stop_);
        greet();
      }
      new_game(start, control);
    });
  } catch (const PlayerFailed&) {
    process_.reset();
    throw;
  }
}

std::string ProgramPlayer::move(const GameState& now, const MoveLimits& limits, Deadline deadline) {
  if (!process_) throw PlayerFailed("crashed", "The program is not running.");
  try {
    return guarded([&] { return ask(now, limits, deadline); });
  } catch (const PlayerFailed&) {
    process_.reset();
    throw;
  }
}

std::string ProgramPlayer::next_line(Deadline deadline) {
  auto line = process_->read_line(deadline);
  // The process is dropped by the caller: a late answer must not be taken for the next one. Late is also what
  // comes after many other lines.
  if (!line || Process::Clock::now() > deadline)
    throw PlayerFailed("stalled", "The program does not answer.");
  return *std::move(line);
}

std::string ProgramPlayer::wait_for(std::initializer_list<std::string_view> words, Deadline deadline) {
  for (;;) {
    std::string line = next_line(deadline);
    if (std::ranges::count(words, first_word(line)) > 0) return line;
  }
}

std::unique_ptr<Player> make_program_player(const PlayerSpec& spec, std::stop_token stop) {
  if (spec.protocol == "uci") return std::make_unique<UciPlayer>(spec, std::move(stop), false);
  if (spec.protocol == "ucci") return std::make_unique<UciPlayer>(spec, std::move(stop), true);
  if (spec.protocol == "gomocup") return std::make_unique<GomocupPlayer>(spec, std::move(stop));
  if (spec.protocol == "nboard") return std::make_unique<NBoardPlayer>(spec, std::move(stop));
  if (spec.protocol == "gtp") return std::make_unique<GtpPlayer>(spec, std::move(stop));
  throw std::invalid_argument("'" + spec.protocol +
                              "' is no protocol: own, beginner, paper, uci, ucci, gomocup, nboard, gtp");
}

}  // namespace engine::lab
