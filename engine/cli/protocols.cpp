#include "engine/cli/protocols.h"

#include <array>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/cli/gomocup.h"
#include "engine/cli/gtp.h"
#include "engine/cli/nboard.h"
#include "engine/cli/uci.h"

namespace engine::cli {
namespace {

/// A word that opens a conversation, and who holds it; `first` is the whole line.
struct Opening {
  std::string_view word;
  void (*speak)(const std::string& first, std::istream& in, std::ostream& out);
};

// People who type by hand, and some scripts, begin UCI without its greeting.
constexpr std::array kOpenings = {
    Opening{"uci", speak_uci},
    Opening{"isready", speak_uci},
    Opening{"setoption", speak_uci},
    Opening{"ucinewgame", speak_uci},
    Opening{"position", speak_uci},
    Opening{"go", speak_uci},
    Opening{"d", speak_uci},
    Opening{"ucci", speak_ucci},
    Opening{"START", speak_gomocup},
    Opening{"RECTSTART", speak_gomocup},
    Opening{"ABOUT", speak_gomocup},
    Opening{"INFO", speak_gomocup},
    Opening{"nboard", speak_nboard},
    Opening{"ping", speak_nboard},  // NBoard's own match program greets nobody.
    Opening{"set", speak_nboard},
    Opening{"protocol_version", speak_gtp},
    Opening{"name", speak_gtp},
    Opening{"version", speak_gtp},
    Opening{"list_commands", speak_gtp},
    Opening{"known_command", speak_gtp},
    Opening{"boardsize", speak_gtp},
    Opening{"clear_board", speak_gtp},
};

std::string_view first_word(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_first_of(" \t\r", begin) - begin);
}

/// Commands of GTP may begin with a number, by which their answers are known.
bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

void speak(std::istream& in, std::ostream& out) {
  for (std::string line; std::getline(in, line);) {
    const std::string_view word = first_word(line);
    if (word == "quit") return;
    if (word.empty()) continue;
    if (is_number(word)) return speak_gtp(line, in, out);
    for (const Opening& opening : kOpenings)
      if (opening.word == word) return opening.speak(line, in, out);
    out << "unknown command: " << word.substr(0, 40)
        << " (this engine speaks UCI, UCCI, Gomocup, NBoard and GTP; --help tells of its commands)"
        << std::endl;
  }
}

}  // namespace engine::cli
