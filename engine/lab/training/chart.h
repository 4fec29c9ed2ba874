#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace engine::lab {

/// A line of a chart; all of one chart have as many values.
struct ChartLine {
  std::string colour;
  std::vector<double> values;
};

/// Lines over a common scale from `min` to `max`, as an SVG picture with a line of text above them.
void draw_chart(const std::vector<ChartLine>& lines, double min, double max, const std::string& title,
                std::ostream& out);

}  // namespace engine::lab
