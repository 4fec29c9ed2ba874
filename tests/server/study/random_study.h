#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/zobrist.h"
#include "server/study/study_state.h"

namespace server::study {

/// A chapter without moves.
StudyState new_study(std::string_view game);

/// What comes of a request by member 1, an owner who has seen everything.
EditDecision ask(StudyState& study, StudyEdit edit);
/// The same, and it happens. Gives the node that was added or found. @pre it is granted
int make(StudyState& study, StudyEdit edit);
int add(StudyState& study, int parent, std::string move);

/// A study and how it came to be.
struct WrittenStudy {
  StudyState study;
  std::vector<StudyEdit> edits;
};

/// Edits of all kinds, of three members who have seen all but the last few of them: some are refused.
/// Comments try to break out of every format.
WrittenStudy random_study(std::string_view game, engine::SplitMix64& random, int edits);

}  // namespace server::study
