#include <iomanip>
#include <ostream>

#include "engine/lab/training/network_trainer.h"

namespace engine::lab {

void print_losses(const std::vector<NetworkLoss>& rounded, const std::vector<NetworkLoss>& before,
                  std::ostream& out) {
  out << "bucket  held out   network   without   (mean squares of probabilities, times 1000)\n"
      << std::fixed << std::setprecision(2);
  NetworkLoss network, without;
  const auto row = [&](auto name, const NetworkLoss& mine, const NetworkLoss& theirs) {
    out << std::setw(6) << name << std::setw(10) << mine.samples << std::setw(10) << 1000 * mine.mean()
        << std::setw(10) << 1000 * theirs.mean() << '\n';
  };
  for (std::size_t bucket = 0; bucket < rounded.size(); ++bucket) {
    row(bucket, rounded[bucket], before[bucket]);
    for (const auto& [sum, part] : {std::pair(&network, &rounded[bucket]), {&without, &before[bucket]}}) {
      sum->samples += part->samples;
      sum->sum += part->sum;
    }
  }
  row("all", network, without);
}

void draw_losses(const std::vector<Epoch>& epochs, std::ostream& out) {
  constexpr double kWidth = 640, kHeight = 320, kMargin = 40;
  double max = 0, min = 1e9;
  for (const Epoch& epoch : epochs)
    for (const double loss : {epoch.trained.mean(), epoch.held_out.mean()}) {
      max = std::max(max, loss);
      min = std::min(min, loss);
    }
  const double range = std::max(max - min, 1e-9);
  const auto line = [&](const char* colour, NetworkLoss Epoch::*loss) {
    out << "<polyline fill='none' stroke='" << colour << "' stroke-width='2' points='";
    for (std::size_t i = 0; i < epochs.size(); ++i)
      out << kMargin + (kWidth - 2 * kMargin) * static_cast<double>(i) /
                           std::max(1.0, static_cast<double>(epochs.size() - 1))
          << ',' << kHeight - kMargin - (kHeight - 2 * kMargin) * ((epochs[i].*loss).mean() - min) / range
          << ' ';
    out << "'/>\n";
  };
  out << std::fixed << std::setprecision(1) << "<svg xmlns='http://www.w3.org/2000/svg' width='" << kWidth
      << "' height='" << kHeight << "'>\n<rect width='100%' height='100%' fill='white'/>\n";
  line("#0a7", &Epoch::trained);
  line("#07c", &Epoch::held_out);
  out << std::setprecision(5) << "<text x='" << kMargin
      << "' y='20' font-family='sans-serif' font-size='13'>mean square error by epoch, from " << min << " to "
      << max << ": held out (blue), trained (green)</text>\n</svg>\n";
}

}  // namespace engine::lab
