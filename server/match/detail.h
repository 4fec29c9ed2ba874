#pragma once

#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>

namespace server {

/// The details of an event of the record: words between blanks, "-" for an empty one. @pre no word has a
/// blank, nor is "-"
inline std::string write_detail(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word.empty() ? "-" : word;
  }
  return text;
}

/// Reads them back one by one; empty when there are no more.
class DetailReader {
 public:
  explicit DetailReader(const std::string& detail) : words_(detail) {}

  std::string next() {
    std::string word;
    words_ >> word;
    return word == "-" ? std::string() : word;
  }

 private:
  std::istringstream words_;
};

}  // namespace server
