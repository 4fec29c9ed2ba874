#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// As much of XML as CBF, PFC and RIF need: elements by name, attributes, escapes. A damaged document is read
/// as far as it goes. No entities but the five names and numbers, no namespaces, no comments.
namespace server {

/// An element of a flat document: its tag with its attributes, and what stands in it.
/// Views of the document, which must outlive them.
struct Element {
  std::string_view tag, content;
  int line = 0;
};

/// Reads the elements of one name, in order. It is no reader of XML: this format nests nothing that we ask
/// for.
/// Linear over all calls of next(), however often tags are not closed.
class Elements {
 public:
  /// @pre `text` outlives it
  Elements(std::string_view text, std::string_view name);

  /// None after the last, and where the document ends within a tag. An element without an end has no content.
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
/// Empty if there is none. Not unescaped: see plain_xml().
std::string_view attribute(std::string_view tag, std::string_view name);

/// Text as people wrote it: that of a CDATA section as it stands, else without the escapes of XML.
std::string plain_xml(std::string_view content);

}  // namespace server
