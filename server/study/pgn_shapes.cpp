#include "server/study/pgn_shapes.h"

#include <algorithm>
#include <optional>

#include "server/study/texts.h"

namespace server::study {

namespace {

constexpr std::string_view kBrushes = "GRBY";  // By protocol::Brush.

std::string_view take_point(std::string_view& text) {
  std::size_t end = std::min<std::size_t>(text.size(), 1);
  while (end < text.size() && '0' <= text[end] && text[end] <= '9') ++end;
  const std::string_view point = text.substr(0, end);
  text.remove_prefix(end);
  return point;
}

/// Gh2 or Gh2e2.
std::optional<protocol::Shape> read_shape(std::string_view text, bool is_arrow) {
  const std::size_t brush = text.empty() ? kBrushes.npos : kBrushes.find(text.front());
  if (brush == kBrushes.npos) return std::nullopt;
  text.remove_prefix(1);
  protocol::Shape shape{.brush = static_cast<protocol::Brush>(brush), .from = std::string(take_point(text))};
  if (is_arrow) shape.to = take_point(text);
  const bool is_good = text.empty() && is_shape(shape) && shape.to.empty() != is_arrow;
  return is_good ? std::optional(std::move(shape)) : std::nullopt;
}

/// None: something in the list is no shape.
std::optional<std::vector<protocol::Shape>> read_shapes(std::string_view list, bool is_arrow) {
  std::vector<protocol::Shape> shapes;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    auto shape = read_shape(clean_line(list.substr(0, comma)), is_arrow);
    if (!shape) return std::nullopt;
    shapes.push_back(*std::move(shape));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return shapes;
}

std::string command(const std::vector<protocol::Shape>& shapes, bool is_arrow) {
  std::string list;
  for (const protocol::Shape& shape : shapes) {
    if (shape.to.empty() == is_arrow || !shape.label.empty()) continue;
    if (!list.empty()) list += ',';
    list += kBrushes[static_cast<std::size_t>(shape.brush)] + shape.from + shape.to;
  }
  if (list.empty()) return {};
  return (is_arrow ? "[%cal " : "[%csl ") + list + ']';
}

}  // namespace

std::vector<protocol::Shape> take_shapes(std::string& comment) {
  std::vector<protocol::Shape> taken;
  std::string kept;
  std::size_t from = 0;
  for (std::size_t at = comment.find("[%c"), end; at != comment.npos; at = comment.find("[%c", end)) {
    end = comment.find(']', at);
    if (end == comment.npos) break;
    const std::string_view whole = std::string_view(comment).substr(at, end - at);
    const bool is_arrow = whole.starts_with("[%cal ");
    const bool is_known = is_arrow || whole.starts_with("[%csl ");
    const auto shapes = is_known ? read_shapes(whole.substr(6), is_arrow) : std::nullopt;
    if (!shapes) continue;
    taken.insert(taken.end(), shapes->begin(), shapes->end());
    // Built anew once: erasing each command from a long comment would move what stands behind it each time.
    kept.append(comment, from, at - from);
    from = end + 1;
  }
  comment.erase(0, from);
  comment.insert(0, kept);
  return taken;
}

std::string shape_commands(const std::vector<protocol::Shape>& shapes) {
  return command(shapes, false) + command(shapes, true);
}

}  // namespace server::study
