// Must not compile: a hook with the right name and a wrong signature would otherwise be silently ignored. A
// test compiles this and counts the messages, one for each hook. Each hook has a policy of its own, for clang
// reports only the first failed assertion of a class.

#include "engine/games/antireversi/policy.h"
#include "engine/games/antireversi/rules.h"
#include "engine/games/bot_of.h"
#include "engine/search/team.h"
#include "tests/engine/search/drop_four.h"

struct WrongCandidates : drop_four::PlainPolicy {
  int candidates() { return 0; }
};
struct WrongGenerateNoisy : drop_four::PlainPolicy {
  int generate_noisy() { return 0; }
};
struct WrongSolve : drop_four::PlainPolicy {
  int solve() { return 0; }
};
struct WrongProbCut : drop_four::PlainPolicy {
  int prob_cut() { return 0; }
};
struct WrongExtension : drop_four::PlainPolicy {
  void extension() {}
};
struct WrongCaptureValue : drop_four::PlainPolicy {
  void capture_value() {}
};
struct WrongMargins : drop_four::PlainPolicy {
  int margins() { return 0; }
};
struct WrongReading : drop_four::PlainPolicy {
  static int reading() { return 0; }
};
struct WrongUnderThreat : drop_four::PlainPolicy {
  int under_threat() { return 0; }
};
struct WrongBeginnerEval : drop_four::PlainPolicy {
  void beginner_eval() {}
};
struct WrongLevels : drop_four::PlainPolicy {
  int levels() { return 0; }
};
struct WrongMayTryNullMove : drop_four::PlainPolicy {
  bool may_try_null_move() { return true; }
};

struct WrongMoveIndex : drop_four::PlainPolicy {
  static constexpr std::size_t kMoveIndices = 4;  // And no move_index().
};

struct WrongSharedState : drop_four::PlainPolicy {
  struct SharedState {};  // Not made from BotOptions.
};

struct WrongReductions : drop_four::PlainPolicy {
  static constexpr int kReductions = 1;
};

template <class P>
struct PolicyOn : drop_four::PlainPolicy {
  using Position = P;
};
struct WrongVerdictDependsFrom : drop_four::Position {
  bool verdict_depends_from() const { return true; }
};
struct WrongKeyAfter : drop_four::Position {
  int key_after() const { return 0; }
};

struct WrongBook : engine::antireversi::PolicyOn<8> {
  using PolicyOn::PolicyOn;
  static int book() { return 0; }
};

template class engine::search::Searcher<WrongCandidates>;
template class engine::search::Searcher<WrongGenerateNoisy>;
template class engine::search::Searcher<WrongSolve>;
template class engine::search::Searcher<WrongProbCut>;
template class engine::search::Searcher<WrongExtension>;
template class engine::search::Searcher<WrongCaptureValue>;
template class engine::search::Searcher<WrongMargins>;
template class engine::search::Searcher<WrongReading>;
template class engine::search::Searcher<WrongUnderThreat>;
template class engine::search::Searcher<WrongBeginnerEval>;
template class engine::search::Searcher<WrongLevels>;
template class engine::search::Searcher<WrongMayTryNullMove>;
template class engine::search::Searcher<WrongMoveIndex>;
template class engine::search::Searcher<WrongSharedState>;
template class engine::search::Searcher<WrongReductions>;
template class engine::search::Searcher<PolicyOn<WrongVerdictDependsFrom>>;
template class engine::search::Searcher<PolicyOn<WrongKeyAfter>>;
template class engine::BotOf<engine::antireversi::Rules, WrongBook>;
