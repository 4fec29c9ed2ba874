#include "server/formats/properties.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "server/base/ascii_case.h"
#include "server/formats/add_game.h"

namespace server {

namespace {

// One pass with a stack of open brackets, not recursion: a file may nest as deep as it is long.
class PropertyReader {
 public:
  PropertyReader(std::string_view text, int first_line) : text_(text), line_(first_line) {}

  engine::Expected<Properties, BadText> read() {
    skip_to_game();
    while (!bad_ && at_ < text_.size()) read_one();
    if (!bad_ && depth_ > 0) refuse(line_, "the game does not end: a ')' is missing");
    if (bad_) return engine::Unexpected(*std::move(bad_));
    return std::move(properties_);
  }

 private:
  char here() const { return text_[at_]; }
  void advance() { line_ += text_[at_++] == '\n'; }

  /// GGF files often say first how many games there are, and mail has words before its games.
  void skip_to_game() {
    const std::size_t tree = text_.find("(;");
    const std::size_t start = tree == text_.npos ? text_.find('(') : tree;
    if (start == std::string_view::npos) return refuse(1, "a game begins with '(;'");
    while (at_ < start) advance();
  }

  void read_one() {
    const char c = here();
    if (c == '(') return open();
    if (c == ')') return close();
    if (c == ';') {
      is_new_node_ = true;
      return advance();
    }
    if (is_capital(c) || is_small(c) || is_digit(c)) return read_property();
    if (static_cast<unsigned char>(c) <= ' ' || depth_ == 0) return advance();
    refuse(line_, "a property is written NAME[value]");
  }

  /// Only its first branch is the game; so the main line ends where the first branch does.
  void open() {
    if (depth_ == 0 && !on_main_line_) {
      return refuse(line_, "a second game begins here: give them one by one", "several_games");
    }
    ++depth_;
    // A variation continues the node before its bracket; its end goes back there.
    branches_.push_back(node_);
    advance();
  }

  void close() {
    if (depth_ == 0) return advance();  // Words after the game.
    --depth_;
    node_ = branches_.back();
    branches_.pop_back();
    is_new_node_ = node_ < 0;
    // The main line of SGF is the first branch each time: once any bracket has closed it is over.
    on_main_line_ = false;
    advance();
  }

  void read_property() {
    if (depth_ == 0) return advance();  // Words after the game.
    if (std::exchange(is_new_node_, false)) {
      parent_ = node_;
      node_ = nodes_++;
    }
    Property property{.line = line_, .node = node_, .parent = parent_, .is_main = on_main_line_};
    const std::size_t from = at_;
    // Old files write whole words (Black[..]); their capitals are the name.
    for (; at_ < text_.size() && (is_capital(here()) || is_small(here()) || is_digit(here())); advance()) {
      if (!is_small(here())) property.name += here();
    }
    // Others write small letters alone: a name without any sign would be no property of theirs.
    if (property.name.empty()) property.name = upper(text_.substr(from, at_ - from));
    skip_blanks();
    if (at_ == text_.size() || here() != '[') return refuse(line_, "a property has a value in brackets");
    while (at_ < text_.size() && here() == '[' && !bad_) {
      if (++values_ > kMostValues) return refuse(line_, "the game has too many values", "too_long");
      property.values.push_back(read_value());
      skip_blanks();
    }
    properties_.push_back(std::move(property));
  }

  std::string read_value() {
    const int start = line_;
    std::string value;
    for (advance(); at_ < text_.size() && here() != ']'; advance()) {
      if (here() == '\\') {
        advance();
        if (at_ == text_.size()) break;
        if (here() == '\n') continue;  // A line break that is for the eye alone.
      }
      value += here();
    }
    if (at_ == text_.size()) {
      refuse(start, "the value does not end: a ']' is missing");
    } else {
      advance();
    }
    return value;
  }

  void skip_blanks() {
    while (at_ < text_.size() && static_cast<unsigned char>(here()) <= ' ') advance();
  }

  static bool is_capital(char c) { return 'A' <= c && c <= 'Z'; }
  static bool is_digit(char c) { return '0' <= c && c <= '9'; }
  static bool is_small(char c) { return 'a' <= c && c <= 'z'; }

  void refuse(int line, std::string_view message, std::string reason = "syntax") {
    if (!bad_) bad_ = bad_text(line, std::move(reason), message).error;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_;
  int depth_ = 0;
  int node_ = -1, parent_ = -1;
  int nodes_ = 0;
  std::size_t values_ = 0;
  bool is_new_node_ = true;      ///< Until its first property: a node without one is none.
  std::vector<int> branches_{};  ///< Where the line goes on once a variation has ended.
  bool on_main_line_ = true;
  Properties properties_;
  std::optional<BadText> bad_;
};

}  // namespace

engine::Expected<Properties, BadText> read_properties(std::string_view text, int first_line) {
  return PropertyReader(text, first_line).read();
}

namespace {

bool begins_tree(std::string_view text) {
  if (text.front() != '(') return false;
  const std::size_t next = text.find_first_not_of(" \n\t", 1);
  return next != text.npos && text[next] == ';';
}

/// (;GM[4]: a property of a whole game, of which no variation has one. In a value its bracket would be
/// escaped.
bool begins_game(std::string_view text) {
  constexpr std::string_view kOfGames[] = {"FF", "GM", "CA", "AP", "SZ", "ST"};
  constexpr std::size_t kLength = 2;  // Of those.
  if (!begins_tree(text)) return false;
  text.remove_prefix(text.find(';') + 1);
  text.remove_prefix(std::min(text.find_first_not_of(" \n\t"), text.size()));
  if (std::ranges::find(kOfGames, upper(text.substr(0, kLength))) == std::end(kOfGames)) return false;
  const std::size_t end = text.find_first_of("]\\\n");
  return text.substr(kLength).starts_with('[') && end != text.npos && text[end] == ']';
}

}  // namespace

std::vector<std::string_view> split_collection(std::string_view text) {
  std::vector<std::string_view> games;
  std::size_t start = 0;
  int depth = 0;
  bool in_value = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    // The game before lacks a bracket.
    if (depth > 0 && c == '(' && text[at - 1] == '\n' && begins_game(text.substr(at))) {
      add_game(games, text.substr(start, at - start));
      depth = 0;
      in_value = false;
    }
    // Brackets in values do not count, whether escaped or not.
    if (in_value && c == '\\') ++at;
    if (c == '[' && depth > 0) in_value = true;
    if (c == ']') in_value = false;
    if (in_value || (c != '(' && c != ')')) continue;
    if (depth == 0 && !begins_tree(text.substr(at))) continue;  // Of the words between the games.
    if (depth == 0) start = at;
    depth = std::max(depth + (c == '(' ? 1 : -1), 0);
    if (depth > 0 || c != ')') continue;
    add_game(games, text.substr(start, at + 1 - start));
    start = at + 1;
  }
  // What is left is no game, unless it begins as one, or is the only thing there is.
  const std::size_t next = text.find("(;", start);
  if (games.empty() || next != text.npos) add_game(games, text.substr(next == text.npos ? start : next));
  return games;
}

const Property* find_property(const Properties& properties, std::string_view name) {
  const auto found = std::ranges::find(properties, name, &Property::name);
  return found == properties.end() ? nullptr : &*found;
}

std::string property(const Properties& properties, std::string_view name) {
  const Property* const found = find_property(properties, name);
  return found == nullptr ? std::string() : found->values.front();
}

}  // namespace server
