#include "server/study/texts.h"

#include <algorithm>
#include <iterator>

#include "server/base/utf8.h"
#include "server/study/limits.h"

namespace server::study {

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(" \n"), text.size());
  return std::string(text.substr(from, text.find_last_not_of(" \n") + 1 - from));
}

}  // namespace

std::string without_controls(std::string_view text) {
  std::string clean;
  std::ranges::copy_if(text, std::back_inserter(clean), [](char c) { return !is_control(c) || c == '\n'; });
  return clean;
}

std::string clean_text(std::string_view text) {
  return trimmed(without_controls(text));
}

std::string clean_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(line, is_control, ' ');
  return trimmed(line);
}

std::string first_points(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end)
    if (begins_code_point(text[end]) && count-- == 0) break;
  return std::string(text.substr(0, end));
}

bool is_point(std::string_view text) {
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  return (text.size() == 2 || text.size() == 3) && 'a' <= text[0] && text[0] <= 'z' &&
         std::ranges::all_of(text.substr(1), is_digit);
}

bool is_shape(const protocol::Shape& shape) {
  const bool is_arrow = !shape.to.empty();
  return is_point(shape.from) && (!is_arrow || is_point(shape.to)) && (!is_arrow || shape.label.empty()) &&
         shape.label == clean_line(shape.label) && count_code_points(shape.label) <= kLongestLabel;
}

}  // namespace server::study
