#include "server/protocol/event_texts.h"

#include "server/protocol/codec.h"
#include "server/protocol/delta.h"
#include "server/protocol/json_fields.h"

namespace server::protocol {

const EventTexts::Text& EventTexts::text(bool delta, bool with_legal) {
  Form& form = forms_[delta ? 1 : 0];
  if (!form.plain) write(form, delta);
  if (!with_legal || legal_.empty()) return form.plain;
  if (!form.with_legal) form.with_legal = insert_legal(form, delta);
  return form.with_legal;
}

void EventTexts::write(Form& form, bool delta) const {
  EncodedEvent encoded = encode_event(event_, delta ? &before_ : nullptr);
  form.plain = std::make_shared<const std::string>(std::move(encoded.text));
  form.legal_at = encoded.legal_at;
}

EventTexts::Text EventTexts::insert_legal(const Form& form, bool delta) const {
  JsonWriter json;
  if (delta) {
    write_legal(json, event_.state.look, legal_);
  } else {
    list(json, "legal", legal_);
  }
  const std::string field = json.take(), &plain = *form.plain;
  const bool first = plain[form.legal_at - 1] == '{', last = plain[form.legal_at] == '}';
  std::string text;
  text.reserve(plain.size() + field.size() + 1);
  text.append(plain, 0, form.legal_at);
  if (!first) text += ',';
  text += field;
  if (first && !last) text += ',';
  text.append(plain, form.legal_at);
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace server::protocol
