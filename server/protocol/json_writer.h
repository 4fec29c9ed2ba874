#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace server::protocol {

/// Writes JSON straight into a string, in the order of the calls. Every move is written for its viewers, so
/// this is the hottest code of a room: a tree of JSON values, built and thrown away, took ten times as long.
///
/// Calls must nest as JSON does: a key and its value in an object, values in an array. Nothing checks that
/// but the tests, which read back what is written. take() ends it.
class JsonWriter {
 public:
  JsonWriter() { text_.reserve(kUsualSize); }

  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }

  /// Escaped like any text; names here are ours.
  void key(std::string_view name) {
    separate();
    quote(name);
    text_ += ':';
    first_ = true;  // Its value needs no comma.
  }

  void value(std::string_view text) {
    separate();
    quote(text);
  }
  void value(const char* text) { value(std::string_view(text)); }
  void value(std::integral auto number) {
    separate();
    text_ += std::to_string(number);
  }
  /// The shortest text that reads back as the same number. @pre it is finite
  void value(double number) {
    char text[kLongestNumber];
    const auto end = std::to_chars(text, text + kLongestNumber, number).ptr;
    literal(std::string_view(text, static_cast<std::size_t>(end - text)));
  }
  void value(bool flag) { literal(flag ? "true" : "false"); }
  void null() { literal("null"); }

  /// A key with a value of any kind that has a value().
  template <class T>
  void field(std::string_view name, const T& content) {
    key(name);
    value(content);
  }
  void null_field(std::string_view name) {
    key(name);
    null();
  }

  /// An object, with the fields that `write()` writes.
  template <std::invocable Write>
  void object(Write write) {
    open_object();
    write();
    close_object();
  }
  template <std::invocable Write>
  void object(std::string_view name, Write write) {
    key(name);
    object(std::move(write));
  }
  /// A list: of each item an object, with the fields that `write(item)` writes.
  template <class Items, class Write>
  void objects(std::string_view name, const Items& items, Write write) {
    key(name);
    open_array();
    for (const auto& item : items) object([&] { write(item); });
    close_array();
  }
  /// A whole text: an object, with the fields that `write(json)` writes.
  template <std::invocable<JsonWriter&> Write>
  static std::string text_of(Write write) {
    JsonWriter json;
    json.object([&] { write(json); });
    return json.take();
  }

  /// Of the text so far.
  /// A place in the text for write_legal(); see encode_event().
  std::size_t size() const { return text_.size(); }
  /// The writer may not be used after it.
  std::string take() { return std::move(text_); }

 private:
  // An event of a usual game fits without another allocation.
  static constexpr std::size_t kUsualSize = 1024;
  static constexpr std::size_t kLongestNumber = 32;  // -1.2345678901234567e-308 has 24.

  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }
  void open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    text_ += bracket;
    first_ = false;
  }
  void literal(std::string_view word) {
    separate();
    text_ += word;
  }
  /// Text that is not UTF-8 comes out with replacement characters: clients cannot send any, but a record may
  /// hold it.
  void quote(std::string_view text);

  // Commas are written before a member, so the first one must be known.
  std::string text_;
  bool first_ = true;  // Of its object or array.
};

}  // namespace server::protocol
