#include "server/base/read_json.h"

#include <utility>
#include <vector>

namespace server {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 8;       // The deepest document of ours has 4.
constexpr std::size_t kMostMembers = 64;  // Of one object; ours have at most some 25.

/// Builds the document while it is read, and ends the reading at the first fault.
// SAX, because a document that is only judged when it is whole has cost its time already.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Json take() { return std::move(root_); }
  BadJson bad() const { return bad_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON has none.
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Open& object = open_.back();
    if (++object.members > kMostMembers) return refuse("an object has too many members");
    object.member = &(*object.value)[std::move(name)];
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const Json::exception&) override {
    bad_ = {"this is no JSON", byte};
    return false;
  }

 private:
  /// An object or array whose end has not been read.
  struct Open {
    Json* value;
    std::size_t members = 0;  // Of an object, repeated ones too.
    Json* member = nullptr;   // Of an object: the one whose value comes next.
  };

  Json& place() {
    if (open_.empty()) return root_;
    const Open& inner = open_.back();
    // `emplace_back` of an array makes the place of its next element.
    return inner.member ? *inner.member : inner.value->emplace_back();
  }
  bool add(Json value) {
    place() = std::move(value);
    return true;
  }
  bool open(Json value) {
    if (open_.size() == kDeepest) return refuse("the document is nested too deep");
    Json& here = place();
    here = std::move(value);
    open_.push_back({&here});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  bool refuse(const char* why) {
    bad_.message = why;
    return false;
  }

  Json root_;
  std::vector<Open> open_;  // From the outermost to the innermost.
  BadJson bad_;
};

}  // namespace

engine::Expected<Json, BadJson> read_json(std::string_view text) {
  Builder builder;
  if (!Json::sax_parse(text, &builder)) return engine::Unexpected(builder.bad());
  return builder.take();
}

}  // namespace server
