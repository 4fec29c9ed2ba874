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

/// A first word, and the protocol that it selects; `first` is the whole line.
struct Greeting {
  std::string_view word;
  void (*speak)(const std::string& first, std::istream& in, std::ostream& out);
};

// UCI is often typed by hand, or by scripts, without its greeting.
constexpr std::array kGreetings = {
    Greeting{"uci", speak_uci},
    Greeting{"isready", speak_uci},
    Greeting{"setoption", speak_uci},
    Greeting{"ucinewgame", speak_uci},
    Greeting{"position", speak_uci},
    Greeting{"go", speak_uci},
    Greeting{"d", speak_uci},
    Greeting{"ucci", speak_ucci},
    Greeting{"START", speak_gomocup},
    Greeting{"RECTSTART", speak_gomocup},
    Greeting{"ABOUT", speak_gomocup},
    Greeting{"INFO", speak_gomocup},
    Greeting{"nboard", speak_nboard},
    Greeting{"ping", speak_nboard},  // NBoard's own match program sends no "nboard".
    Greeting{"set", speak_nboard},
    Greeting{"protocol_version", speak_gtp},
    Greeting{"name", speak_gtp},
    Greeting{"version", speak_gtp},
    Greeting{"list_commands", speak_gtp},
    Greeting{"known_command", speak_gtp},
    Greeting{"boardsize", speak_gtp},
    Greeting{"clear_board", speak_gtp},
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
    for (const Greeting& greeting : kGreetings)
      if (greeting.word == word) return greeting.speak(line, in, out);
    out << "unknown command: " << word.substr(0, 40)
        << " (this engine speaks UCI, UCCI, Gomocup, NBoard and GTP; --help tells of its commands)"
        << std::endl;
  }
}

}  // namespace engine::cli
