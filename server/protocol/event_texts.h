#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "server/protocol/messages.h"

namespace server::protocol {

/// An event as each of its readers gets it: with the whole state or with what changed, with or without the
/// legal moves. Each text is written when the first reader wants it, and shared by all others.
class EventTexts {
 public:
  using Text = std::shared_ptr<const std::string>;

  /// `before` is the state that the readers know: that of the event before. `legal` are the moves of who is
  /// to move; the event's own list is empty. All three outlive this.
  EventTexts(const GameEvent& event, const GameState& before, const std::vector<std::string>& legal)
      : event_(event), before_(before), legal_(legal) {}

  const Text& text(bool delta, bool with_legal);

 private:
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
