#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "server/api/http_message.h"

namespace server {

/// A file of the web client that is part of the program.
struct EmbeddedAsset {
  std::string_view path;  ///< "/assets/index-4f2a.js"
  std::string_view etag;  ///< With its quotes.
  std::string_view plain;
  std::string_view gzip;  ///< Empty where it would not be smaller.
};

/// Sorted by path; empty if the client was not built. Made by pages/embed_client.cmake.
std::span<const EmbeddedAsset> embedded_assets();

/// The files of the web client: those in the program, known by exact names, or those of a folder while the
/// client is being worked on.
///
/// Those of the program have an ETag each; those of a folder are read anew for each request, so that changes
/// are seen: the network thread waits for the disk, which only work on the client may ask of it.
class Assets {
 public:
  explicit Assets(std::span<const EmbeddedAsset> embedded, const std::filesystem::path& web_root = {});

  /// 404 if there is no such file.
  HttpResponse get(const HttpRequest& request) const { return get(request.path, request); }
  /// The one page of the client, whatever path it is asked for by.
  HttpResponse page(const HttpRequest& request) const;

 private:
  HttpResponse get(std::string_view path, const HttpRequest& request) const;
  /// Null if the program has no such file.
  const EmbeddedAsset* find(std::string_view path) const;
  HttpResponse from_program(std::string_view path, const HttpRequest& request) const;
  HttpResponse from_folder(std::string_view path) const;

  std::span<const EmbeddedAsset> embedded_;
  std::filesystem::path root_;  // Empty: those in the program.
  std::string policy_;          // Of the page in the program.
};

}  // namespace server
