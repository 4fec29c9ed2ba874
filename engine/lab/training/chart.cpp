#include "engine/lab/training/chart.h"

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace engine::lab {

// By hand, without a library: polylines and a text.
void draw_chart(const std::vector<ChartLine>& lines, double min, double max, const std::string& title,
                std::ostream& out) {
  constexpr double kWidth = 640, kHeight = 320, kMargin = 40;
  const double range = std::max(max - min, 1e-9);
  out << std::fixed << std::setprecision(1) << "<svg xmlns='http://www.w3.org/2000/svg' width='" << kWidth
      << "' height='" << kHeight << "'>\n<rect width='100%' height='100%' fill='white'/>\n";
  for (const auto& [colour, values] : lines) {
    const double step = (kWidth - 2 * kMargin) / std::max(1.0, static_cast<double>(values.size()) - 1);
    out << "<polyline fill='none' stroke='" << colour << "' stroke-width='2' points='";
    for (std::size_t i = 0; i < values.size(); ++i)
      out << kMargin + step * static_cast<double>(i) << ','
          << kHeight - kMargin - (kHeight - 2 * kMargin) * (values[i] - min) / range << ' ';
    out << "'/>\n";
  }
  out << "<text x='" << kMargin << "' y='20' font-family='sans-serif' font-size='13'>" << title
      << "</text>\n</svg>\n";
}

}  // namespace engine::lab
