#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "server/protocol/messages.h"

namespace server::protocol {

/// An event as each of its readers gets it: with the whole state or with what changed, with or without the
/// legal moves. Each text is written when the first reader wants it, and shared by all others.
///
/// Four texts at most, by (delta, legal moves). The legal moves are put into the plain text where
/// encode_event() says, so the rest is not written twice. Used within Room::perform(Publish) and thrown away
/// after it.
class EventTexts {
 public:
  using Text = std::shared_ptr<const std::string>;

  /// `before` is the state that the readers know: that of the event before. `legal` are the moves of who is
  /// to move; the event's own list is empty. All three outlive this.
  EventTexts(const GameEvent& event, const GameState& before, const std::vector<std::string>& legal)
      : event_(event), before_(before), legal_(legal) {}

  /// @param with_legal for readers who speak for the side to move; without legal moves it is the plain text
  const Text& text(bool delta, bool with_legal);

 private:
  // [0]: whole state, [1]: delta.
  struct Form {
    Text plain;
    Text with_legal;
    std::size_t legal_at = 0;  ///< Where in the plain text it belongs.
  };
  void write(Form& form, bool delta) const;
  Text insert_legal(const Form& form, bool delta) const;

  const GameEvent& event_;
  const GameState& before_;
  const std::vector<std::string>& legal_;
  std::array<Form, 2> forms_;
};

}  // namespace server::protocol
