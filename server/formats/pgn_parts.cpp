#include "server/formats/pgn_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "server/formats/pgn_scanner.h"
#include "server/formats/pgn_tag.h"
#include "server/formats/pgn_words.h"
#include "server/formats/result_words.h"

namespace server {

namespace {

// One pass over the text; `here_` is the node that comments, glyphs and the next move belong to. No
// recursion: variations are a stack.
class PgnReader : private PgnScanner {
 public:
  PgnReader(std::string_view text, int first_line, bool by_numbers)
      : PgnScanner(text, first_line), by_numbers_(by_numbers) {}

  engine::Expected<PgnParts, BadText> read() {
    while (!bad_ && !is_over_ && skip_blanks()) {
      const bool is_new_line = std::exchange(token_line_, line_) != line_;
      const bool begins = is_new_line || after_bracket_;
      after_bracket_ = is_bracket(at_);
      const bool is_read =
          (is_new_line && (take_footnote() || take_numbered_words())) || (begins && leave_out_words());
      if (!is_read) read_one();
      token_line_ = line_;
    }
    if (!bad_ && !parts_.is_cut_off && skip_blanks()) note_ahead();
    if (!bad_ && !branches_.empty()) refuse(branches_.back().line, "the variation does not end");
    if (!bad_ && words_line_ > 0 && !has_moves()) refuse(words_line_, "these words are no moves");
    if (bad_) return engine::Unexpected(*std::move(bad_));
    return std::move(parts_);
  }

 private:
  /// The number of a move as a line tells it, and the plies before that move. Number 0: none is told.
  struct ToldNumber {
    int number = 0;
    bool is_of_black = false;
    int ply = 0;
  };

  /// Where the line goes on once a variation has ended, and the numbers in that variation.
  struct Branch {
    GameTree::Id id;
    int line;
    ToldNumber told{};
    std::map<int, GameTree::Id> before{};  ///< As before_, of this variation.
  };

  bool has_moves() const { return parts_.game.tree.size() > 1; }

  void read_one() {
    if (take_header_in_brackets()) return;
    if (ahead().starts_with("【")) return read_comment(')');
    switch (sign_of(ahead())) {
      case '[':  // Among moves it may stand around words.
        return has_moves() && !begins_tag(ahead()) ? read_comment(']') : read_tag();
      case '{':
        return read_comment('}');
      case ';':
        advance();
        if (!goes_on_with_moves()) add_comment(rest_of_line());
        return;
      case '%':  // An escape, by the standard: for programs among themselves.
        return line_start() ? leave_out(rest_of_line()) : read_word();
      // Readers of Xiangqi disagree: for XiangQi Wizard round brackets are comments, by the standard they are
      // variations. The first word decides.
      case '(':
        if (take_number_in_brackets()) return;
        return is_variation() ? begin_variation() : read_comment(')');
      case ')':
        return end_variation();
      default:
        return read_word();
    }
  }

  /// Words of people at the beginning of a line, before the first move or behind the last one: a title,
  /// names, what a page says. Elsewhere a word that is no move ends its line, since it may be a mistyped one.
  bool leave_out_words() {
    if (!branches_.empty() || is_bracket(at_) || (text_[at_] == '%' && line_start())) return false;
    const std::size_t size = words_size(ahead());
    if (size == 0 || (has_moves() && at_ < last_move())) return false;
    const std::string_view words = text_.substr(at_, size);
    std::string_view value = words;
    const std::string_view name = take_header(value);
    const std::string_view result = has_moves() ? result_of_line(words) : std::string_view();
    if (!result.empty())
      parts_.result = result;
    else if (name.empty() || (has_moves() && name != "Result"))
      leave_out(words);
    else
      take_tag(std::string(name), clean_name(value), line_);
    if (!has_moves() && words_line_ == 0) words_line_ = line_;
    if (!has_moves()) look_for_handicap(words, line_);
    if (has_moves()) left_out_line_ = line_;
    after_bracket_ = false;
    advance(size);
    return true;
  }

  /// ① 好棋: a line of its own below the move that it is about. Where moves are numbered in the same way, its
  /// number goes back, and it has no move.
  bool take_footnote() {
    std::string_view rest = ahead();
    if (!has_moves() || !branches_.empty()) return false;
    const auto number = take_footnote_number(rest);
    if (!number || *number == number_ + 1) return false;
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const bool is_other = has_other_numbers_ || (goes_back(*number) && !any_word(line, is_like_move));
    if (!is_other || !begins_with_words(line) || line.find_first_of("{}") != line.npos) return false;
    const auto size = static_cast<std::size_t>(line.data() + line.size() - text_.data()) - at_;
    add_comment(text_.substr(at_, size));
    advance(size);
    return true;
  }

  /// 1. 好棋: the same where its number is like that of a move, and goes back. It may be a mistyped move as
  /// well: then the next one has not the next number.
  bool take_numbered_words() {
    if (!has_moves() || !branches_.empty()) return false;
    const std::string_view line = ahead().substr(0, ahead().find('\n'));
    std::string_view rest = line;
    const auto number = server::take_number(rest);
    if (!number || !goes_back(*number)) return false;
    const std::string_view words = without_number(rest);
    const bool has_dot = words.size() < rest.size();
    if (!has_dot || !are_words(words) || !goes_on_at(at_ + line.size())) return false;
    note_number(*number, line_, "read as a comment");
    add_comment(line);
    advance(line.size());
    return true;
  }

  static bool are_words(std::string_view line) {
    return begins_with_words(line) && !any_word(line, is_like_move) && line.find_first_of("{}") == line.npos;
  }

  /// Whether the next move has the next number, further words stand before it, or there is none.
  bool goes_on_at(std::size_t at) {
    while (at < text_.size() && blank_at(at) > 0) at += blank_at(at);
    if (at > last_move()) return true;
    std::string_view next = text_.substr(at);
    auto number = take_footnote_number(next);
    if (!number) number = server::take_number(next);
    return number && (*number == number_ + 1 || begins_with_words(without_number(next)));
  }

  void note_number(int number, int line, std::string_view what) {
    add_note(parts_.game, line, "numbers",
             fmt::format("the numbers of moves go back to {}: what follows is {}", number, what));
  }

  /// 【红方】甲 before the moves.
  bool take_header_in_brackets() {
    if (has_moves()) return false;
    std::string_view value = ahead();
    const std::string_view name = take_bracketed_header(value);
    if (name.empty()) return false;
    take_tag(std::string(name), clean_name(value), line_);
    if (words_line_ == 0) words_line_ = line_;
    advance(static_cast<std::size_t>(value.data() + value.size() - text_.data()) - at_);
    return true;
  }

  void leave_out(std::string_view words) {
    add_note(parts_.game, line_, "words", fmt::format("these words are left out: {}", words));
  }

  /// Behind the result: words of the program that wrote it, or moves that its players tried afterwards.
  void note_ahead() {
    add_note(parts_.game, line_, "after_result",
             fmt::format("what follows the result is left out: {}", ahead()));
  }

  /// Behind a semicolon, which begins a comment by the standard: but people part moves by it.
  bool goes_on_with_moves() const {
    const std::string_view rest = ahead();
    return has_moves_alone(rest) || (number_ > 0 && begins_with_number(rest, number_ + 1));
  }

  /// Up to the sign that ends it.
  void read_comment(char end) {
    const int start = line_;
    advance(sign_size(ahead()));
    const std::size_t from = at_;
    int depth = 1;  // Round brackets may stand in round brackets, others in neither.
    bool in_braces = false;
    for (; at_ < text_.size(); advance()) {
      const char c = sign_of(ahead());
      if (end == ')' && (c == '{' || c == '}')) in_braces = c == '{';
      if (in_braces) continue;
      if (end == ')' && c == '(') ++depth;
      if (c == end && --depth == 0) break;
    }
    if (at_ == text_.size()) return refuse(start, "the comment does not end");
    const std::string_view words = text_.substr(from, at_ - from);
    add_comment(words);
    // (红胜) stands for the result where no other one does; but 甲（先胜）乙 is a title.
    const bool may_be_result = end == ')' && branches_.empty() && has_moves() && start != left_out_line_;
    if (may_be_result && is_result_word(words)) parts_.result = words;
    advance(sign_size(ahead()));
  }

  void add_comment(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \n\t");
    if (from == text.npos) return;
    if (!has_moves()) look_for_handicap(text, line_);
    std::string& comment = parts_.game.tree[here_].comment;
    if (!comment.empty()) comment += '\n';
    comment += text.substr(from, text.find_last_not_of(" \n\t") + 1 - from);
  }

  /// Some programs write comments in round brackets, too: those do not begin with a move or its number.
  bool is_variation() const {
    std::size_t at = at_ + sign_size(ahead());
    while (at < text_.size() && blank_at(at) > 0) at += blank_at(at);
    const std::string_view word = word_at(at);
    const bool begins_so = without_number(word).empty() || is_like_move(word);
    return here_ != GameTree::kRoot && begins_so && !is_result_word(word);
  }

  /// (12) stands for a number with its dot.
  bool take_number_in_brackets() {
    if (!branches_.empty()) return false;
    std::string_view rest = text_.substr(at_ + sign_size(ahead()));
    const char* const from = rest.data();
    if (!server::take_number(rest) || rest.empty() || sign_of(rest) != ')') return false;
    take_number(std::string(from, rest.data()) + ')', line_, rest.substr(sign_size(rest)));
    advance(static_cast<std::size_t>(rest.data() - text_.data()) + sign_size(rest) - at_);
    return true;
  }

  void begin_variation() {
    branches_.push_back({.id = here_, .line = line_});
    pending_.reset();
    // A variation replaces the move before its bracket.
    here_ = parts_.game.tree[here_].parent;
    advance(sign_size(ahead()));
    here_ = place_by_number(here_);
  }

  /// （1. 马二进三） behind black's answer is a move of red's: people write it there, programs number
  /// answers 1... `place` is where it stands by the standard.
  GameTree::Id place_by_number(GameTree::Id place) {
    std::string_view rest = ahead();
    while (blank_size(rest) > 0) rest.remove_prefix(blank_size(rest));
    const auto number = server::take_number(rest);
    if (rest.starts_with('.') || rest.starts_with("．")) rest.remove_prefix(rest.starts_with('.') ? 1 : 3);
    while (blank_size(rest) > 0) rest.remove_prefix(blank_size(rest));
    // 2. …… of black; 25.6 is a move of PlayOK.
    const std::string_view word = word_at(static_cast<std::size_t>(rest.data() - text_.data()));
    const bool is_move = without_number(word).size() == word.size() && is_like_move(word);
    const auto& before = branches_.size() == 1 ? before_ : branches_[branches_.size() - 2].before;
    const auto by_number = number && is_move ? before.find(*number) : before.end();
    if (by_number == before.end() || by_number->second == place ||
        by_number->second != parts_.game.tree[place].parent)
      return place;
    add_note(parts_.game, line_, "numbers",
             fmt::format("the variation behind the answer to move {} is read as one of that move", *number));
    return by_number->second;
  }

  void end_variation() {
    if (branches_.empty()) return refuse(line_, "')' stands where a move should be");
    here_ = branches_.back().id;
    branches_.pop_back();
    pending_.reset();
    advance(sign_size(ahead()));
  }

  void read_tag() {
    auto tag = server::read_tag(ahead());
    if (!tag) return refuse(line_, "a tag is written [Name \"value\"]");
    take_tag(std::move(tag->name), std::move(tag->value), line_);
    advance(tag->size);
  }

  void look_for_handicap(std::string_view words, int line) {
    if (parts_.handicap_line == 0 && tells_handicap(words)) parts_.handicap_line = line;
  }

  void take_tag(std::string name, std::string value, int line) {
    look_for_handicap(value, line);
    if (const std::string_view meant = standard_tag(name); !meant.empty()) name = meant;
    // The first one that says something counts; another value is noted.
    const auto [tag, is_new] = parts_.tags.try_emplace(std::move(name), PgnTag{value, line});
    PgnTag& first = tag->second;
    if (is_new || says_nothing(value) || value == first.value) return;
    if (says_nothing(first.value)) {
      first = {std::move(value), line};
    } else {
      add_note(parts_.game, line, "tag", fmt::format("{} stands here twice", tag->first));
    }
  }

  static bool says_nothing(std::string_view value) { return value.find_first_not_of(" \t?") == value.npos; }

  void read_word() {
    const int start = line_;
    const std::size_t from = at_;
    std::string_view word = word_at(at_);
    if (word.empty()) return refuse(start, fmt::format("'{}' stands where a move should be", text_[at_]));
    advance(word.size());
    if (here_ == GameTree::kRoot && std::ranges::count(word, '/') == 9)
      return take_fen(without_name_of_fen(word), start);
    if (here_ == GameTree::kRoot && is_protocol_word(word)) return;
    // 1) stands for a number with its dot.
    const bool is_number = branches_.empty() && without_number(word).empty();
    if (is_number && at_ < text_.size() && sign_of(ahead()) == ')') {
      const std::size_t size = sign_size(ahead());
      take_number(std::string(word) + ')', start, text_.substr(at_ + size));
      return advance(size);
    }
    if (has_moves() && branches_.empty() && from > last_move() && tells_end(word)) return take_result(word);
    while (!word.empty() && !is_over_) take_word(take_move(word), start);
  }

  /// 黑认输, 先手胜: but 红方胜势 is not the end.
  static bool tells_end(std::string_view word) {
    for (const std::string_view verb : {"胜", "勝", "负", "負", "和", "输", "輸", "投降"})
      if (word.ends_with(verb)) return !told_by_words(word).empty();
    return false;
  }

  /// A position that stands before the moves without a tag, with who moves and what else a FEN has.
  void take_fen(std::string_view board, int line) {
    std::string fen(board);
    for (std::string_view field : {"wbr", "-", "-", "0123456789", "0123456789"}) {
      std::size_t at = at_;
      while (at < text_.size() && text_[at] == ' ') ++at;
      std::size_t end = at;
      while (end < text_.size() && field.find(text_[end]) != field.npos) ++end;
      if (end == at || (end < text_.size() && !ends_word(end))) break;
      fen.append(" ").append(text_.substr(at, end - at));
      at_ = end;
    }
    take_tag("FEN", std::move(fen), line);
  }

  /// "!!12.": some write the signs of a move before the number of the next one.
  void take_signs_before_number(std::string_view& word) {
    const std::size_t end = word.find_first_not_of("!?");
    if (end == 0 || end == word.npos || word[end] < '0' || word[end] > '9') return;
    std::string_view signs = word.substr(0, end);
    if (const auto glyph = take_glyph(signs)) add_glyph(*glyph);
    word.remove_prefix(end);
  }

  void take_word(std::string_view word, int line) {
    if (word.find_first_not_of("/|") == word.npos) return;  // Of a table.
    take_signs_before_number(word);
    if (word.front() == '$') return take_annotation(word.substr(1));
    if (is_result_word(word)) return take_result(word);
    // "12.Che3" has no blank between.
    const std::string_view with_number = std::exchange(word, without_number(word));
    take_number(with_number.substr(0, with_number.size() - word.size()), line,
                text_.substr(static_cast<std::size_t>(word.data() - text_.data())));
    if (is_over_) return;
    if (const auto said = evaluation_of(word)) return add_glyph(*said);
    const auto glyph = take_glyph(word);
    if (word.empty()) {  // Signs behind a blank are of the last move.
      if (glyph) add_glyph(*glyph);
      return;
    }
    if (is_result_word(word)) return take_result(word);
    // Where black begins some write dashes for the move of red that there is not.
    if (here_ == GameTree::kRoot && word.find_first_not_of("-_") == word.npos) {
      parts_.black_begins |= word.size() > 1 && !has_moves();
      return;
    }
    if (parts_.game.tree.full()) {
      add_note(parts_.game, line, "too_many_moves", "the game has too many moves: the rest is left out");
      return cut_off();
    }
    add_move(word, line);
    if (glyph) add_glyph(*glyph);
  }

  void add_move(std::string_view text, int line) {
    const bool is_of_main_line = branches_.empty();
    if (pending_) judge_number(*std::exchange(pending_, std::nullopt), line);
    plies_.push_back(plies_of(here_) + 1);
    here_ = parts_.game.tree.add(here_, {.text = std::string(text), .line = line});
    since_number_ += is_of_main_line;
    omitted_line_ = 0;
    const bool begins_for_black = parts_.black_begins && parts_.game.tree[here_].parent == GameTree::kRoot;
    if (is_of_main_line && since_number_ == 1 && !begins_for_black) between_.try_emplace(number_, here_);
  }

  void cut_off() {
    is_over_ = parts_.is_cut_off = true;
    branches_.clear();
  }

  /// The number of a move of the main line, with its dots. Where it goes back, lines that were written below
  /// the game begin there: else their moves would continue it. `next` is what follows it.
  void take_number(std::string_view text, int line, std::string_view next) {
    if (text.empty()) return;
    const bool is_of_black = text.ends_with("..") || text.ends_with("…");
    if (!branches_.empty()) return take_number_of_variation(text, is_of_black);
    if (!has_moves()) parts_.black_begins |= is_of_black;
    std::string_view rest = text;
    const auto found = server::take_number(rest);
    if (!found && is_of_black) take_dots(line);
    if (!found) return;
    const int number = *found;
    // Without a dot it may be anything, such as seconds, unless the numbers of this game have none.
    const bool is_bare = rest.empty() && text.find_first_not_of("0123456789") == text.npos;
    has_bare_numbers_ |= is_bare && !has_moves() && number_ == 0 && number == 1;
    if (is_bare && !has_bare_numbers_) return;
    has_other_numbers_ |= !rest.empty() && rest[0] != ')';
    // ① behind a move of the same line may be that of a footnote.
    const bool may_be_other = !rest.starts_with('.') && !rest.starts_with("．");
    const bool is_behind_move = parts_.game.tree[here_].move.line == line;
    if (may_be_other && (goes_back(number) ? is_behind_move : number > number_ + 1)) return;
    if (goes_back(number)) {
      // Before words of people, which end the line, a number may be anything.
      if (!begins_with_words(next)) go_back_to(number, is_of_black, line);
      return;
    }
    if (number_ > 0 && number > number_) look_for_gap(number, is_of_black, line);
    if (is_of_black)
      between_.try_emplace(number, here_);
    else if (std::exchange(numbered_, here_) != here_)
      before_.try_emplace(number, here_);
    begin_number(number, is_of_black);
  }

  /// It is judged once the dots behind it are known: 2. …… is of black. Without a dot it may be anything.
  void take_number_of_variation(std::string_view text, bool is_of_black) {
    const auto number = server::take_number(text);
    if (number && !text.empty()) pending_ = ToldNumber{*number, is_of_black};
    if (!number && is_of_black && pending_) pending_->is_of_black = true;
  }

  int plies_of(GameTree::Id id) const { return plies_[static_cast<std::size_t>(id)]; }

  /// What the line around a variation tells where that begins.
  ToldNumber told_around() const {
    if (branches_.size() > 1) return branches_[branches_.size() - 2].told;
    const int plies = plies_of(branches_.back().id);
    // 1. …… 马8进7: the dots count as the move of red that there is not.
    const bool has_dots = parts_.black_begins && since_number_ == 1 && plies == 1;
    return {.number = number_, .ply = plies - since_number_ - has_dots};
  }

  /// Whether so many plies are between them. Some games count each ply, but none that has pairs.
  bool fits(const ToldNumber& known, const ToldNumber& told) const {
    const int plies = told.ply - known.ply, moves = told.number - known.number;
    const bool has_pairs = has_pairs_ || since_number_ > 1 || known.is_of_black || told.is_of_black;
    return plies == 2 * moves + told.is_of_black - known.is_of_black || (!has_pairs && plies == moves);
  }

  /// The number of the next move of a variation. Moves that are counted from the mover's right hand are legal
  /// for the other side as well: where a number and its place differ, that is told.
  void judge_number(ToldNumber told, int line) {
    Branch& branch = branches_.back();
    const bool begins = branch.told.number == 0;
    const ToldNumber known = begins ? told_around() : branch.told;
    told.ply = plies_of(here_);
    // Red's number again before black's answer.
    told.is_of_black |=
        !begins && !known.is_of_black && told.number == known.number && told.ply == known.ply + 1;
    if (known.number > 0 && !fits(known, told))
      note_number_of_variation(known.number, told.number, begins, line);
    if (!told.is_of_black) branch.before.try_emplace(told.number, here_);
    branch.told = told;
  }

  void note_number_of_variation(int before, int number, bool begins, int line) {
    // Where one has numbers of its own, others have as well: told of each, other notes would have no room.
    if (begins && number == 1) {
      if (!std::exchange(has_told_own_numbers_, true))
        add_note(parts_.game, line, "numbers",
                 "the moves of a variation are numbered from 1: it is read as another move in the place of "
                 "the one before it, and so are others like it");
    } else if (begins)
      add_note(
          parts_.game, line, "numbers",
          fmt::format("the number {} of a variation does not fit its place: it is read as another move in "
                      "the place of the one before it",
                      number));
    else if (number <= before)
      note_number(number, line, "read on");
    else
      add_note(
          parts_.game, line, "numbers",
          fmt::format("between the moves {} and {} of a variation something is missing", before, number));
  }

  bool goes_back(int number) const { return number < number_ || (number == number_ && since_number_ > 1); }

  /// After red's move nothing changes where the number stands there a second time.
  void begin_number(int number, bool is_of_black) {
    if (number != number_ || is_of_black) since_number_ = is_of_black;
    number_ = number;
  }

  /// In the place of red's move where black's answer follows, or else of an answer that is not told.
  void take_dots(int line) {
    if (since_number_ == 1) omitted_line_ = line;
    const auto between = between_.find(number_);
    if (since_number_ > 0 || between == between_.end() || !by_numbers_) return;
    here_ = between->second;
    since_number_ = 1;
  }

  /// Moves that are counted from the mover's right hand are legal for the other side as well: where one is
  /// missing, the next would be played for it.
  void look_for_gap(int number, bool is_of_black, int line) {
    // 1. 炮二平五 …… 2. 马二进三: what is no move ends the line.
    if (omitted_line_ > 0 && !is_of_black && !parts_.game.tree.full()) return add_move("…", omitted_line_);
    const bool lacks_move = is_of_black ? since_number_ > 1 : has_pairs_ && since_number_ == 1;
    has_pairs_ |= since_number_ == 2;  // Some count each move of either side.
    if (lacks_move || number > number_ + 1)
      add_note(parts_.game, line, "numbers",
               fmt::format("between the moves {} and {} something is missing", number_, number));
  }

  void go_back_to(int number, bool is_of_black, int line) {
    const auto& places = is_of_black ? between_ : before_;
    const auto place = places.find(number);
    const bool is_known = place != places.end();
    note_number(number, line, !by_numbers_ ? "read on" : is_known ? "read as a variation" : "left out");
    if (parts_.behind_back == GameTree::kNone)
      parts_.behind_back = static_cast<GameTree::Id>(parts_.game.tree.size());
    if (by_numbers_ && !is_known) return cut_off();
    if (by_numbers_) here_ = place->second;
    number_ = number;
    since_number_ = is_of_black;
    omitted_line_ = 0;
  }

  void take_result(std::string_view word) {
    // Variations may end with who wins in them; the game's own result is outside.
    if (!branches_.empty()) return add_comment(word);
    parts_.result = word;
    is_over_ = has_moves() || at_ > last_move();  // 【结果】红胜 may stand before the moves.
  }

  void add_glyph(std::uint8_t glyph) {
    if (here_ == GameTree::kRoot) return;
    auto& glyphs = parts_.game.tree[here_].glyphs;
    if (glyphs.size() < 8) glyphs.push_back(glyph);
  }

  void take_annotation(std::string_view number) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc() && value <= 255) add_glyph(static_cast<std::uint8_t>(value));
  }

  void refuse(int line, std::string_view message) { bad_ = bad_text(line, "syntax", message).error; }

  const bool by_numbers_;
  bool is_over_ = false;
  int token_line_ = 0;                       ///< Where what was read last ends.
  bool after_bracket_ = false;               ///< It was a bracket, or what stands in it.
  int words_line_ = 0;                       ///< Of words before the first move; 0: there are none.
  int left_out_line_ = 0;                    ///< Of words behind the last move that were left out.
  int number_ = 0;                           ///< Of the last move of the main line that has one.
  int since_number_ = 0;                     ///< Moves behind it, black's dots counted as red's.
  bool has_bare_numbers_ = false;            ///< Those of this game have no dots.
  bool has_other_numbers_ = false;           ///< Some are 1. or 1、, as no footnote has them.
  bool has_pairs_ = false;                   ///< Some number has two moves.
  bool has_told_own_numbers_ = false;        ///< Of variations that count from 1.
  int omitted_line_ = 0;                     ///< Of dots behind red's move; 0: there are none.
  GameTree::Id numbered_ = GameTree::kNone;  ///< Where it stands.
  std::map<int, GameTree::Id> before_{};     ///< Positions by the number that stands there first.
  std::map<int, GameTree::Id> between_{};    ///< Where black answers the move of that number.
  PgnParts parts_;
  GameTree::Id here_ = GameTree::kRoot;
  std::vector<int> plies_{0};            ///< Up to each node, by its number.
  std::optional<ToldNumber> pending_{};  ///< Of the next move of a variation.
  std::vector<Branch> branches_;
  std::optional<BadText> bad_;
};

}  // namespace

engine::Expected<PgnParts, BadText> read_pgn_parts(std::string_view text, int first_line, bool by_numbers) {
  return PgnReader(text, first_line, by_numbers).read();
}

}  // namespace server
