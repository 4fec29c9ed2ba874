#include "engine/search/parallel.h"

#include <thread>
#include <vector>

namespace engine::search {

void run_on_threads(int threads, const std::function<void(int)>& work) {
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&work, i] { work(i); });
  work(0);
}

}  // namespace engine::search
