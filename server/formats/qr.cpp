#include "server/formats/qr.h"

#include <qrencode.h>

#include <memory>
#include <stdexcept>

namespace server {

namespace {

/// Modules of light around the code; the standard asks for four.
constexpr int kQuietZone = 4;

class QrCode {
 public:
  explicit QrCode(const std::string& text)
      // Version 0: the smallest that fits. Level M: some 15 % of the code words can be restored.
      : code_(QRcode_encodeString(text.c_str(), 0, QR_ECLEVEL_M, QR_MODE_8, 1), QRcode_free) {
    if (!code_) throw std::runtime_error("this text does not fit into a QR code");
  }

  int width() const { return code_->width + 2 * kQuietZone; }
  bool is_dark(int x, int y) const {
    const int column = x - kQuietZone, row = y - kQuietZone;
    if (column < 0 || row < 0 || column >= code_->width || row >= code_->width) return false;
    return code_->data[row * code_->width + column] & 1;
  }

 private:
  std::unique_ptr<QRcode, void (*)(QRcode*)> code_;
};

}  // namespace

std::string qr_svg(const std::string& text) {
  const QrCode code(text);
  const std::string width = std::to_string(code.width());
  std::string svg = R"(<svg xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges" viewBox="0 0 )" +
                    width + ' ' + width + R"("><path fill="#fff" d="M0 0h)" + width + 'v' + width +
                    "H0z\"/><path d=\"";
  for (int y = 0; y < code.width(); ++y) {
    for (int x = 0; x < code.width(); ++x) {
      if (code.is_dark(x, y)) svg += 'M' + std::to_string(x) + ' ' + std::to_string(y) + "h1v1h-1z";
    }
  }
  return svg + "\"/></svg>";
}

std::string qr_blocks(const std::string& text) {
  constexpr const char* kBlocks[2][2] = {{" ", "▄"}, {"▀", "█"}};  // [upper is dark][lower is dark]
  const QrCode code(text);
  std::string lines;
  for (int y = 0; y < code.width(); y += 2) {
    lines += "\033[30;107m";
    for (int x = 0; x < code.width(); ++x) lines += kBlocks[code.is_dark(x, y)][code.is_dark(x, y + 1)];
    lines += "\033[0m\n";
  }
  return lines;
}

}  // namespace server
