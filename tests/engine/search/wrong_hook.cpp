// Must not compile: a hook with the right name and a wrong signature would otherwise be silently ignored. A
// test compiles this and counts the messages, one for each hook.

#include "engine/search/team.h"
#include "tests/engine/search/drop_four.h"

struct Wrong : drop_four::PlainPolicy {
  int candidates() { return 0; }
  int generate_noisy() { return 0; }
  int solve() { return 0; }
  int prob_cut() { return 0; }
  void extension() {}
  void gain() {}
  int margins() { return 0; }
  static int reading() { return 0; }
  int under_threat() { return 0; }
  void first_glance() {}
  int levels() { return 0; }
  bool may_try_null_move() { return true; }
};

struct WrongIndex : drop_four::PlainPolicy {
  static constexpr std::size_t kMoveIndices = 4;  // And no move_index().
};

struct WrongKnowledge : drop_four::PlainPolicy {
  struct Knowledge {};  // Not made from BotOptions.
};

struct WrongPosition : drop_four::Position {
  bool verdict_reach() const { return true; }
};
struct OnWrongPosition : drop_four::PlainPolicy {
  using Position = WrongPosition;
};

template class engine::search::Searcher<Wrong>;
template class engine::search::Searcher<WrongIndex>;
template class engine::search::Searcher<WrongKnowledge>;
template class engine::search::Searcher<OnWrongPosition>;
