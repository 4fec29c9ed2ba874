#pragma once

#include <string>
#include <string_view>

namespace server {

/// The Content-Security-Policy of everything that is sent: a page of ours loads our own scripts and talks to
/// us; no site frames it. What is written into `page` itself, its `<script>` and `<style>` elements, is
/// allowed by its hash.
std::string content_policy(std::string_view page = {});

}  // namespace server
