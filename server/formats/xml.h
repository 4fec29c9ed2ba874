#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace server {

/// An element of a flat document: its tag with its attributes, and what stands in it.
struct Element {
  std::string_view tag, content;
  int line = 0;
};

/// Reads the elements of one name, in order. It is no reader of XML: this format nests nothing that we ask
/// for.
class Elements {
 public:
  Elements(std::string_view text, std::string_view name);

  std::optional<Element> next();

 private:
  std::optional<Element> element(std::size_t after);

  std::string_view text_;
  std::string opening_, closing_;
  int line_ = 1;
  std::size_t at_ = 0, counted_ = 0;
  bool closes_ = true;
};

/// Of an attribute, between its quotes, which are of either kind.
std::string_view attribute(std::string_view tag, std::string_view name);

/// Text as people wrote it: that of a CDATA section as it stands, else without the escapes of XML.
std::string plain_xml(std::string_view content);

}  // namespace server
