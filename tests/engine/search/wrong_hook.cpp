// Must not compile: a hook with the right name and a wrong signature would otherwise be silently ignored. The
// test compiles it once for each hook and looks for the message.

#include "engine/search/team.h"
#include "tests/engine/search/drop_four.h"

struct Wrong : drop_four::PlainPolicy {
  int WRONG_HOOK() { return 0; }
};

template class engine::search::Searcher<Wrong>;
