#pragma once

#include <optional>

#include "server/protocol/server_messages.h"
#include "server/study/board_cursor.h"
#include "server/study/chapter_tree.h"

/// What may be done to a chapter: answers what is asked by the edit that makes it happen, or by a refusal,
/// and changes nothing. ChapterTree::follow() makes it happen.
///
/// Two writers at one node. What adds commutes: moves under one node stand beside each other, the same move
/// twice is one node, and each member has a comment of their own at a node. What replaces or removes is a
/// compare-and-set: where another member has changed the same thing (this comment, these glyphs, these
/// shapes, this tag, this order of children; or anything of the moves that would go) after the version that
/// the writer had seen, it is refused with the reason `stale`, and the page shows the other's work before its
/// writer decides again. So no member overwrites unseen what another wrote. A plain compare-and-set by the
/// chapter's version would refuse two people who write at different ends of it; edits that always commute
/// would need one of them to lose. Over oneself the last one wins, but for what builds on what was there
/// (promote, append).
namespace server::study {

using protocol::StudyRole;

/// What a client sent, not yet believed.
struct EditRequest {
  StudyEdit edit;  ///< Its numbers, author but -1 among them, are what the client says.
  int seen = 0;    ///< The version that the writer had before them.
  int by = 0;      ///< StudyMember::number
  StudyRole role = StudyRole::viewer;
};

/// Refused: `refusal`. Granted: `edit`, to be stored and then followed by all who have the chapter open.
struct EditDecision {
  /// None: refused, or granted with nothing left to do (said twice, done by another).
  std::optional<StudyEdit> edit = {};
  std::optional<protocol::Error> refusal = {};
  int id = 0;  ///< add, granted: the node, new or old.
};

/// O(1) moves played as a rule (see BoardCursor), O(nodes) for removals. Leaves `tree` alone; `board` may
/// stand elsewhere afterwards. @pre `board` is of `tree`
EditDecision decide_edit(const ChapterTree& tree, BoardCursor& board, const EditRequest& request);

}  // namespace server::study
