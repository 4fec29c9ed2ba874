#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/game.h"
#include "server/protocol/messages.h"

namespace server {

using engine::Side;
using protocol::Choice;

/// Where a stone may stand: so far from the centre, counted in king's steps, or farther than so far.
struct Zone {
  enum class Kind { anywhere, within, outside, among_offered } kind = Kind::anywhere;
  int radius = 0;
};

/// One step of an opening: a player places a stone, or chooses.
/// `then` and `aside` are indexes of the table; past its end the opening is over.
struct OpeningStep {
  Side by;
  unsigned choices = 0;  ///< Bits of Choice; none: a stone is placed.
  Zone zone = {};        ///< Of the stone.
  int then = 0;          ///< The step after the stone, and after all choices but ...
  int aside = 0;         ///< ... `more` and `offer`, after which it is this one.
  int number = 0;        ///< `offer`: so many moves; 0: as many as were declared. `declare`: at most.
};

/// What a player chooses, with what belongs to it.
struct OpeningChoice {
  // Most choices are a word and no more.
  OpeningChoice(Choice kind, std::vector<std::string> offered = {}, int count = 0)
      : kind(kind), offered(std::move(offered)), count(count) {}

  Choice kind;
  std::vector<std::string> offered;  ///< Choice::offer
  int count;                         ///< Choice::declare: so many fifth moves.
};

/// As an event of the record has it: "keep", "offer g8 i10", "declare 3".
std::string write_opening_choice(const OpeningChoice& choice);
/// None: it is no choice as write_opening_choice() writes it.
std::optional<OpeningChoice> read_opening_choice(const std::string& detail);

/// A row in the table of opening procedures.
/// Rows are constants of opening.cpp: what points into them is good as long as the process.
struct OpeningRule {
  std::string_view id;  ///< "swap2": in messages and records.
  std::string_view game;
  std::span<const std::string_view> rules;
  std::span<const OpeningStep> steps;
};

/// All there are, in the order in which they are offered.
std::span<const OpeningRule> openings();
/// Null if there is no such opening.
const OpeningRule* find_opening(std::string_view game, std::string_view id);

/// An opening procedure under way, by which Gomoku and Renju take the advantage from who begins: where stones
/// may be placed, who places them, and who chooses between the sides. The engine sees none of it: stones are
/// placed alternately as ever, only who acts differs.
///
/// A pure value. It speaks of sides; that persons change theirs at a swap is the log's business.
///
/// It walks a table of steps: place() and choose() go on to the next. A caller asks chooses() first, then
/// allows() for a choice or permits() for a stone, whose legality by the rules is the engine's business.
class Opening {
 public:
  /// None: over from the beginning.
  Opening() = default;
  Opening(const OpeningRule& rule, int board_size);

  bool done() const { return step_ >= static_cast<int>(steps_.size()); }
  // Of the step under way. @pre !done()
  Side by() const { return step().by; }
  bool chooses() const { return step().choices != 0; }
  bool allows(Choice choice) const { return (step().choices >> static_cast<unsigned>(choice) & 1) != 0; }
  /// Whether it is allowed and has what belongs to it. Whether moves that are offered are legal and differ is
  /// for the caller to see.
  bool admits(const OpeningChoice& choice) const;
  /// Where Choice::declare is allowed: the highest number.
  int at_most() const { return step().number; }
  /// How many moves Choice::offer takes, now or later; 0: it is not known yet.
  int to_offer() const { return allows(Choice::offer) && step().number > 0 ? step().number : declared_; }
  const Zone& zone() const { return step().zone; }
  /// How many stones are placed before the other player acts.
  int stones() const { return stones_from(step_); }
  /// This stone is one of three with which one player begins.
  bool is_of_trio() const { return step_ < 3 && stones_from(0) == 3; }
  /// Whether the other chooses between the sides as soon as this stone stands, or a number was declared with
  /// it: it should favour neither.
  bool is_for_both() const;

  /// Whether a legal move is also one of this step. Everything is, when the opening is over.
  /// @param move protocol text of a legal move
  bool permits(std::string_view move) const;
  std::vector<std::string> permitted(std::vector<std::string> legal) const;
  /// In words, for who was refused.
  std::string where() const;
  /// Empty before moves were offered.
  const std::vector<std::string>& offered() const { return offered_; }

  /// @pre permits(move)
  void place(std::string_view move);
  /// @pre admits(choice)
  void choose(const OpeningChoice& choice);

  /// What was chosen stands: stones are taken back up to the last choice only.
  bool may_take_back_to(int ply) const { return ply >= chosen_at_; }
  void take_back_to(int ply);

  /// As clients are told; none when it is over.
  std::optional<protocol::OpeningFace> face() const;

 private:
  const OpeningStep& step() const { return steps_[static_cast<std::size_t>(step_)]; }
  int stones_from(int step) const;

  // Of the rule's table, which lives as long as the process.
  std::span<const OpeningStep> steps_ = {};
  int size_ = 0;
  int step_ = 0;
  int ply_ = 0;          // Stones placed.
  int chosen_at_ = 0;    // The ply of the last choice, ...
  int step_chosen_ = 0;  // ... and the step that followed it.
  int declared_ = 0;
  std::vector<std::string> offered_;
};

/// Those of `moves` of which no two make the same position, the first of each kind, as has_symmetric_moves()
/// has it. @pre as there
std::vector<std::string> distinct_moves(std::span<const std::string> stones,
                                        std::span<const std::string> moves);

/// Whether two of these moves would make the same position, seen in a mirror or turned around: offers must
/// differ in earnest. As renju players have it the stones decide, and the edges of the board do not. `stones`
/// in the order in which they were placed, black first.
bool has_symmetric_moves(std::span<const std::string> stones, std::span<const std::string> moves);

}  // namespace server
