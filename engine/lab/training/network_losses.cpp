#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "engine/lab/training/chart.h"
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
  ChartLine trained{"#0a7", {}}, held_out{"#07c", {}};
  for (const Epoch& epoch : epochs) {
    trained.values.push_back(epoch.trained.mean());
    held_out.values.push_back(epoch.held_out.mean());
  }
  std::vector<double> all = trained.values;
  all.insert(all.end(), held_out.values.begin(), held_out.values.end());
  const auto [min, max] = std::ranges::minmax(all);
  std::ostringstream title;
  title << std::fixed << std::setprecision(5) << "mean square error by epoch, from " << min << " to " << max
        << ": held out (blue), trained (green)";
  draw_chart({trained, held_out}, min, max, title.str(), out);
}

}  // namespace engine::lab
