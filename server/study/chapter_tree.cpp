#include "server/study/chapter_tree.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace server::study {

namespace {

constexpr std::size_t kBytesOfShape = 64;

/// What is written about a move.
std::size_t bytes_at(const TreeNode& node) {
  std::size_t bytes = bytes_of_shapes(node.shapes.value);
  for (const auto& comment : node.comments) bytes += comment.value.text.size();
  return bytes;
}

TreeNode node_of(protocol::StudyNode&& told) {
  TreeNode node{.parent = told.parent, .move = std::move(told.move), .notation = std::move(told.notation)};
  for (protocol::StudyComment& comment : told.comments) node.comments.push_back({std::move(comment)});
  node.glyphs.value = std::move(told.glyphs);
  node.shapes.value = std::move(told.shapes);
  node.spent = told.spent;
  return node;
}

protocol::StudyNode told_node(int id, const TreeNode& node) {
  protocol::StudyNode told{.id = id,
                           .parent = node.parent,
                           .move = node.move,
                           .notation = node.notation,
                           .glyphs = node.glyphs.value,
                           .shapes = node.shapes.value,
                           .spent = node.spent};
  for (const auto& comment : node.comments) told.comments.push_back(comment.value);
  return told;
}

Stamp stamp_of(const StudyEdit& edit) {
  return {edit.version, edit.by};
}

/// @pre it is among them
auto place_among(std::vector<int>& siblings, int id) {
  return std::ranges::find(siblings, id);
}

}  // namespace

std::size_t bytes_of_shapes(const std::vector<protocol::Shape>& shapes) {
  return kBytesOfShape * shapes.size();
}

std::optional<ChapterTree> ChapterTree::from(protocol::Chapter chapter) {
  ChapterTree tree;
  for (protocol::StudyNode& told : chapter.nodes) {
    const int id = told.id, parent = told.parent;
    const bool is_root = tree.nodes_.empty();
    // The first node, and no other, is the start; ids are below the next one to be given.
    if (is_root != (id == kRoot) || is_root != (parent < 0) || id < 0 || id >= chapter.next_id)
      return std::nullopt;
    const auto above = tree.nodes_.find(parent);
    if (!is_root && above == tree.nodes_.end()) return std::nullopt;
    const int ply = is_root ? 0 : above->second.ply + 1;
    if (!is_root) above->second.children.value.push_back(id);
    const auto [place, is_new] = tree.nodes_.emplace(id, node_of(std::move(told)));
    if (!is_new) return std::nullopt;
    place->second.ply = ply;
    tree.bytes_ += bytes_at(place->second);
  }
  if (tree.nodes_.empty()) return std::nullopt;
  chapter.nodes.clear();
  std::ranges::sort(chapter.tags, {}, &protocol::StudyTag::name);
  tree.base_ = chapter.version;
  tree.head_ = std::move(chapter);
  return tree;
}

// Judges only whether the edit can follow at all: replaying what was stored must give the same tree, whatever
// limits are today.
bool ChapterTree::follow(const StudyEdit& edit) {
  if (edit.version != head_.version + 1) return false;
  switch (edit.kind) {
    case EditKind::tag:
      tag(edit);
      break;
    case EditKind::orientation:
      head_.orientation = edit.side;
      changed_orientation_ = stamp_of(edit);
      break;
    case EditKind::rename:
      head_.name = edit.text;
      changed_name_ = stamp_of(edit);
      break;
    default: {
      const auto node = nodes_.find(edit.node);
      if (node == nodes_.end() || !change(node->second, edit)) return false;
    }
  }
  head_.version = edit.version;
  return true;
}

bool ChapterTree::change(TreeNode& node, const StudyEdit& edit) {
  switch (edit.kind) {
    case EditKind::add:
      return add(edit);
    case EditKind::remove:
      if (edit.node != kRoot) remove(edit.node);
      return edit.node != kRoot;
    case EditKind::cut:
      cut(edit.node);
      return true;
    case EditKind::promote:
      return promote(node, edit.node, stamp_of(edit));
    case EditKind::main_line:
      lead(edit.node, stamp_of(edit));
      return true;
    case EditKind::order:
      return reorder(node, edit);
    case EditKind::comment:
      bytes_ -= bytes_at(node);
      comment(node, edit);
      bytes_ += bytes_at(node);
      return true;
    case EditKind::glyphs:
      node.glyphs = {edit.glyphs, stamp_of(edit)};
      return true;
    case EditKind::shapes:
      bytes_ -= bytes_at(node);
      node.shapes = {edit.shapes, stamp_of(edit)};
      bytes_ += bytes_at(node);
      return true;
    case EditKind::tag:
    case EditKind::orientation:
    case EditKind::rename:
      break;
  }
  return false;
}

bool ChapterTree::add(const StudyEdit& edit) {
  if (edit.id < head_.next_id) return false;
  TreeNode node{.parent = edit.node, .move = edit.move, .notation = edit.notation, .added = stamp_of(edit)};
  TreeNode& parent = nodes_.at(edit.node);
  node.ply = parent.ply + 1;
  parent.children.value.push_back(edit.id);
  // unordered_map keeps its elements where they are when it grows.
  nodes_.emplace(edit.id, std::move(node));  // References to nodes stay good.
  head_.next_id = edit.id + 1;
  return true;
}

void ChapterTree::remove(int id) {
  std::vector<int>& siblings = nodes_.at(at(id).parent).children.value;
  siblings.erase(place_among(siblings, id));
  // Ids of what goes are never used again.
  for (const int gone : subtree(id)) erase(gone);
}

void ChapterTree::erase(int id) {
  const auto node = nodes_.find(id);
  bytes_ -= bytes_at(node->second);
  nodes_.erase(node);
}

void ChapterTree::cut(int id) {
  std::vector<int> gone = subtree(id);
  for (const int each : std::vector<int>(gone.begin() + 1, gone.end())) erase(each);
  nodes_.at(id).children.value.clear();
}

bool ChapterTree::promote(const TreeNode& node, int id, Stamp stamp) {
  if (id == kRoot) return false;
  auto& siblings = nodes_.at(node.parent).children;
  const auto place = place_among(siblings.value, id);
  if (place == siblings.value.begin()) return false;
  // One place nearer to the main line.
  std::iter_swap(place, place - 1);
  siblings.changed = stamp;
  return true;
}

/// Puts the node, and each that leads to it, before its siblings.
void ChapterTree::lead(int id, Stamp stamp) {
  for (int parent = at(id).parent; id != kRoot; id = parent, parent = at(id).parent) {
    auto& siblings = nodes_.at(parent).children;
    const auto place = place_among(siblings.value, id);
    if (place == siblings.value.begin()) continue;
    std::rotate(siblings.value.begin(), place, place + 1);
    siblings.changed = stamp;
  }
}

bool ChapterTree::reorder(TreeNode& node, const StudyEdit& edit) {
  // Children that the edit does not name were added meanwhile: they stay, behind the others.
  std::unordered_set<int> left(node.children.value.begin(), node.children.value.end());
  for (const int child : edit.children)
    if (left.erase(child) == 0) return false;
  std::vector<int> order = edit.children;
  for (const int child : node.children.value)
    if (left.contains(child)) order.push_back(child);
  node.children = {std::move(order), stamp_of(edit)};
  return true;
}

void ChapterTree::comment(TreeNode& node, const StudyEdit& edit) {
  const auto by_author = [&](const auto& comment) { return comment.value.by == edit.author; };
  auto place = std::ranges::find_if(node.comments, by_author);
  // An empty text removes the comment.
  if (edit.text.empty() && !edit.append) {
    if (place != node.comments.end()) node.comments.erase(place);
    return;
  }
  if (place == node.comments.end()) place = node.comments.insert(place, {{.by = edit.author, .text = {}}});
  if (!edit.append) place->value.text.clear();
  place->value.text += edit.text;
  place->changed = stamp_of(edit);
}

void ChapterTree::tag(const StudyEdit& edit) {
  auto& tags = head_.tags;
  const auto place = std::ranges::lower_bound(tags, edit.name, {}, &protocol::StudyTag::name);
  const bool is_there = place != tags.end() && place->name == edit.name;
  if (edit.text.empty()) {
    changed_tags_.erase(edit.name);
    if (is_there) tags.erase(place);
    return;
  }
  changed_tags_[edit.name] = stamp_of(edit);
  if (is_there) {
    place->value = edit.text;
  } else {
    tags.insert(place, {edit.name, edit.text});
  }
}

const TreeNode* ChapterTree::find(int id) const {
  const auto node = nodes_.find(id);
  return node == nodes_.end() ? nullptr : &node->second;
}

std::vector<int> ChapterTree::path_to(int id) const {
  std::vector<int> path(static_cast<std::size_t>(at(id).ply));
  for (auto place = path.rbegin(); place != path.rend(); ++place) {
    *place = id;
    id = at(id).parent;
  }
  return path;
}

std::vector<int> ChapterTree::subtree(int id) const {
  std::vector<int> found, open{id};
  while (!open.empty()) {
    found.push_back(open.back());
    open.pop_back();
    const std::vector<int>& children = at(found.back()).children.value;
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return found;
}

Stamp ChapterTree::changed_tag(std::string_view name) const {
  const auto stamp = changed_tags_.find(std::string(name));
  return stamp == changed_tags_.end() ? Stamp{} : stamp->second;
}

protocol::Chapter ChapterTree::chapter() const {
  protocol::Chapter chapter = head_;
  chapter.nodes.reserve(nodes_.size());
  for (const int id : subtree(kRoot)) chapter.nodes.push_back(told_node(id, at(id)));
  return chapter;
}

void ChapterTree::set_notation(int id, std::vector<engine::Notation> notation) {
  nodes_.at(id).notation = std::move(notation);
}

}  // namespace server::study
