#include "server/pages/assets.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "server/api/api_error.h"
#include "server/pages/content_policy.h"

namespace server {

namespace {

constexpr std::string_view kNotBuilt = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sanqi 三棋</title>
<h1>The web client is not part of this server</h1>
<p>Build it with <code>npm ci &amp;&amp; npm run build</code> in <code>web_client</code> and build the server again,
or name its folder with <code>--web-root</code>. The API and the WebSocket work without it.</p>
<p lang="zh">此服务器未包含网页客户端。请先构建 web_client，再重新构建服务器，或用 --web-root 指定目录。</p>
</html>
)";

/// Vite puts the hash of their content into the names of the files here, so they never change.
constexpr std::string_view kHashedFolder = "/assets/";
constexpr std::string_view kPage = "/index.html";

std::string_view type_of(std::string_view path) {
  static constexpr auto kTypes = std::to_array<std::pair<std::string_view, std::string_view>>({
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".wasm", "application/wasm"},
      {".mp3", "audio/mpeg"},
      {".ogg", "audio/ogg"},
      {".txt", "text/plain; charset=utf-8"},
  });
  const auto found =
      std::ranges::find_if(kTypes, [&](const auto& type) { return path.ends_with(type.first); });
  return found == kTypes.end() ? "application/octet-stream" : found->second;
}

HttpResponse not_built() {
  return {.status = 503, .type = "text/html; charset=utf-8", .fixed_body = kNotBuilt};
}

}  // namespace

Assets::Assets(std::span<const EmbeddedAsset> embedded, const std::filesystem::path& web_root)
    : embedded_(embedded), root_(web_root.empty() ? web_root : std::filesystem::canonical(web_root)) {
  if (const EmbeddedAsset* page = find(kPage)) policy_ = content_policy(page->plain);
}

HttpResponse Assets::page(const HttpRequest& request) const {
  HttpResponse page = get(kPage, request);
  if (page.status == 404) return not_built();
  // With a 304, too: browsers take the headers of the answer for those of the page that they kept.
  page.headers.emplace_back("Content-Security-Policy", root_.empty() ? policy_ : content_policy(page.body));
  return page;
}

HttpResponse Assets::get(std::string_view path, const HttpRequest& request) const {
  return !root_.empty() ? from_folder(path) : from_program(path, request);
}

const EmbeddedAsset* Assets::find(std::string_view path) const {
  const auto asset = std::ranges::lower_bound(embedded_, path, {}, &EmbeddedAsset::path);
  return asset == embedded_.end() || asset->path != path ? nullptr : &*asset;
}

HttpResponse Assets::from_program(std::string_view path, const HttpRequest& request) const {
  const EmbeddedAsset* const asset = find(path);
  if (asset == nullptr) return not_found();
  const bool immutable = path.starts_with(kHashedFolder);
  HttpResponse response{.type = type_of(path)};
  response.headers = {{"ETag", std::string(asset->etag)},
                      {"Cache-Control", immutable ? "public, max-age=31536000, immutable" : "no-cache"},
                      {"Vary", "Accept-Encoding"}};
  if (request.if_none_match.find(asset->etag) != std::string::npos) {
    response.status = 304;
  } else if (request.accepts_gzip && !asset->gzip.empty()) {
    response.fixed_body = asset->gzip;
    response.headers.emplace_back("Content-Encoding", "gzip");
  } else {
    response.fixed_body = asset->plain;
  }
  return response;
}

// Links and dots are resolved first; what then lies outside the folder does not exist.
HttpResponse Assets::from_folder(std::string_view path) const {
  std::error_code missing;
  const auto file = std::filesystem::canonical(root_ / std::filesystem::path(path).relative_path(), missing);
  const auto [end, ignored] = std::mismatch(root_.begin(), root_.end(), file.begin(), file.end());
  if (missing || end != root_.end() || !std::filesystem::is_regular_file(file, missing)) return not_found();
  std::ifstream stream(file, std::ios::binary);
  HttpResponse response{.type = type_of(path)};
  response.body.assign(std::istreambuf_iterator<char>(stream), {});
  response.headers = {{"Cache-Control", "no-store"}};
  return response;
}

}  // namespace server
