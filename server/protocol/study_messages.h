#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/core/match.h"
#include "server/protocol/message_parts.h"
#include "server/protocol/time.h"

/// What is said about studies: chapters with a tree of moves that several people write.
namespace server::protocol {

/// Owners write, too. `gone`: a member no more, whose words stay.
enum class StudyRole { viewer, writer, owner, gone };

enum class Brush { green, red, blue, yellow };

/// A mark on the board.
/// Drawn by a member on a node, for all to see.
struct Shape {
  Brush brush = Brush::green;
  std::string from;        ///< A point of the board: "h2".
  std::string to = {};     ///< Not empty: an arrow that ends there.
  std::string label = {};  ///< A letter or a number that stands on the point; of an arrow: empty.
  bool operator==(const Shape&) const = default;
};

/// Each member has at most one at a node.
struct StudyComment {
  int by = 0;  ///< StudyMember::number; 0: it came with the game.
  std::string text;
  bool operator==(const StudyComment&) const = default;
};

/// A move, and what is written about the position after it.
/// Nodes are numbered for ever; removing one frees no number.
struct StudyNode {
  int id = 0;             ///< Never another node's in its chapter. 0: the position at the start.
  int parent = -1;        ///< Of the start: none.
  std::string move = {};  ///< Of the start: empty.
  std::vector<engine::Notation> notation = {};
  std::vector<StudyComment> comments = {};
  std::vector<std::uint8_t> glyphs = {};  ///< Of the move, by PGN's numbers: 1 for !, 2 for ?, ...
  std::vector<Shape> shapes = {};
  Millis spent{0};  ///< Thinking time, where the game told it.
};

/// What a file's header said.
struct StudyTag {
  std::string name;  ///< As PGN names them: "Event", "Red", ...
  std::string value;
  bool operator==(const StudyTag&) const = default;
};

/// A tree with its tags; StudyTree (server/study) is where it is edited.
struct Chapter {
  std::string name = {};
  std::string game = {};
  std::string rule = {};
  int size = 0;                ///< Of the board where the game has several.
  std::string start_pos = {};  ///< Empty: the usual start.
  Side orientation = Side::first;
  std::vector<StudyTag> tags = {};
  /// The start first, parents before their children; siblings in their order, of which the first goes on with
  /// its line.
  std::vector<StudyNode> nodes = {};
  int version = 0;  ///< StudyEdit::version of the last edit.
  int next_id = 1;  ///< Of the next node.
};

enum class EditKind {
  add,
  remove,
  cut,
  promote,
  main_line,
  order,
  comment,
  glyphs,
  shapes,
  tag,
  orientation,
  rename
};

/// A change of a chapter. As a request it has no number yet; an edit that was made is numbered without gaps.
/// The fields that a kind does not have are empty.
struct StudyEdit {
  EditKind kind = EditKind::add;
  int version = 0;
  int by = 0;             ///< StudyMember::number
  int node = 0;           ///< add: the parent of the new node; tag, orientation, rename: none.
  int id = 0;             ///< add: of the new node.
  std::string move = {};  ///< add
  std::vector<engine::Notation> notation = {};  ///< add: as others are told of it; not kept.
  std::vector<int> children =
      {};               ///< order: first the children that are named, then the others as they were.
  int author = -1;      ///< comment: StudyComment::by; -1, in a request: its sender.
  bool append = false;  ///< comment: the text is added to what the author has written there.
  std::vector<std::uint8_t> glyphs = {};
  std::vector<Shape> shapes = {};
  std::string name = {};    ///< tag
  std::string text = {};    ///< comment, tag: empty, it goes; rename: the chapter's name.
  Side side = Side::first;  ///< orientation

  /// But for the notation, which follows from the rest.
  bool operator==(const StudyEdit& other) const {
    const auto all = [](const StudyEdit& edit) {
      return std::tie(edit.kind, edit.version, edit.by, edit.node, edit.id, edit.move, edit.children,
                      edit.author, edit.append, edit.glyphs, edit.shapes, edit.name, edit.text, edit.side);
    };
    return all(*this) == all(other);
  }
};

// ---- client -> server --------------------------------------------------------------------------------

/// From now on the connection is told what happens in this chapter, instead of the one before. Answered by
/// `study`.
struct OpenStudy {
  std::string study_id;
  int chapter = 1;               ///< Its number in the study.
  std::optional<int> seen = {};  ///< Of the chapter, the last version that the client has.
  bool operator==(const OpenStudy&) const = default;
};

/// Answered by an `ack`.
struct CloseStudy {
  std::string study_id;
  bool operator==(const CloseStudy&) const = default;
};

/// Answered by an `ack` with the version, once it is on disk.
struct EditStudy {
  std::string study_id;
  int chapter = 0;  ///< Its number in the study.
  int seen = 0;     ///< The version that the writer had before them.
  StudyEdit edit;
  bool operator==(const EditStudy&) const = default;
};

/// Where its user looks, for the others who have the chapter open. Answered by an `ack` if it has an id.
struct StudyCursor {
  std::string study_id;
  int chapter = 0;
  int node = 0;
  bool operator==(const StudyCursor&) const = default;
};

// ---- server -> client --------------------------------------------------------------------------------

struct StudyMember {
  int number = 0;  ///< From 1, in the order in which they came.
  std::string name;
  StudyRole role = StudyRole::viewer;
};

struct ChapterLine {
  int number = 0;
  std::string name;
  std::string game;
};

/// A study without its chapters' moves. Told again, to all who have it open, when any of it has changed.
struct StudyInfo {
  std::string study_id;
  std::string name;
  std::string visibility;
  std::vector<StudyMember> members;
  std::vector<ChapterLine> chapters;
};

/// The study with one of its chapters.
struct Study {
  StudyInfo info;
  int you = 0;      ///< StudyMember::number; 0: the reader is none.
  int chapter = 0;  ///< The number of `content`.
  int version = 0;  ///< Of the chapter; the edits that the client has missed follow.
  /// None: the client has the chapter, or it is too long for a message (`is_long`) and is had by HTTP.
  std::optional<Chapter> content = {};
  bool is_long = false;
};

/// An edit that is on disk.
struct StudyChange {
  std::string study_id;
  int chapter = 0;
  StudyEdit edit;
};

/// Where others look in a chapter.
struct StudyCursors {
  struct At {
    int member = 0;  ///< StudyMember::number; 0: none.
    std::string name;
    int node = 0;
    bool operator==(const At&) const = default;
  };
  std::string study_id;
  int chapter = 0;
  std::vector<At> at;
};

}  // namespace server::protocol
