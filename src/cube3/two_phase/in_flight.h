// Nodes that do not wait for their reads. A node of phase 1 costs one random read, and most of
// what lies far from H misses every cache. So a node that is taken from the stack goes into a ring
// of nodes in flight, what it will read is prefetched, and it is visited when the ring comes round
// to it. The order is still almost depth-first, so the stack stays small. The searches of two
// phases and of cosets both go through this.
#pragma once

#include <array>
#include <cassert>

namespace gyre::cube3 {

// The memory of one thread's nodes: as many as may be in flight, with up to `successors` on the
// stack for each, and `others` that wait or are held elsewhere.
template <class Node, int successors, int others>
struct FlightMemory {
  static constexpr int kGroupSize = 16;
  static constexpr int kGroups = 2;
  static constexpr int kNodes = kGroups * kGroupSize * (successors + 1) + others;

  struct Group {
    int count = 0;
    std::array<Node*, kGroupSize> nodes{};
  };

  std::array<Group, kGroups> groups{};
  std::array<Node*, kNodes> stack{};
  std::array<Node*, kNodes> free{};
  // Nodes stay where they are written: a copy would wait for the stores that it reads.
  std::array<Node, kNodes> nodes{};
};

template <class Node, class Memory>
class NodesInFlight {
 public:
  explicit NodesInFlight(Memory& memory) : memory_(memory) { forget(); }

  // A node on top of the stack, to be filled in.
  Node& add() {
    assert(stack_size_ < Memory::kNodes && (free_ != 0 || used_ < Memory::kNodes));
    Node* node = free_ != 0 ? memory_.free[--free_] : &memory_.nodes[used_++];
    memory_.stack[stack_size_++] = node;
    return *node;
  }
  // Its memory may be used again. Whoever visits a node gives it back.
  void give_back(Node* node) { memory_.free[free_++] = node; }

  [[nodiscard]] int on_stack() const noexcept { return stack_size_; }
  [[nodiscard]] bool empty() const noexcept {
    int flying = 0;
    for (const auto& group : memory_.groups) flying += group.count;
    return flying + stack_size_ == 0;
  }

  // Once round the ring: search.visit(Node*) for the nodes that are in flight, and for others that
  // take their places search.reads(const Node&), whose addresses are prefetched. They are returned
  // and not prefetched there, because a function that only prefetches has no effect in the eyes of
  // GCC, which drops its calls. Returns how many nodes were visited.
  template <class Search>
  int turn(Search& search) {
    int visited = 0;
    for (auto& group : memory_.groups) {
      for (int i = 0; i < group.count; ++i) search.visit(group.nodes[i]);
      visited += group.count;
      group.count = 0;
      while (group.count < Memory::kGroupSize && stack_size_ != 0) {
        Node* node = memory_.stack[--stack_size_];
        for (const void* read : search.reads(*node)) __builtin_prefetch(read);
        group.nodes[group.count++] = node;
      }
    }
    return visited;
  }

  // Makes sure that nothing is on the stack or in flight any more.
  void drop() noexcept {
    stack_size_ = 0;
    for (auto& group : memory_.groups) group.count = 0;
  }
  // Makes all as at the beginning: nodes that are held elsewhere are gone too.
  void forget() noexcept {
    drop();
    free_ = 0;
    used_ = 0;
  }

 private:
  Memory& memory_;
  int stack_size_ = 0;
  int free_ = 0;  // nodes that were used and are free again
  int used_ = 0;
};

// What has asked for a read and waits until `size` others have: then it is finished.
template <class Item, int size>
class WaitingRing {
 public:
  // A place to be filled in. If all are taken, the item that waits longest is finished first.
  template <class Finish>
  Item& add(const Finish& finish) {
    if (count_ == size) {
      finish(items_[next_]);
    } else {
      next_ = count_++;
    }
    Item& place = items_[next_];
    next_ = (next_ + 1) % size;
    return place;
  }

  template <class Finish>
  void finish_all(const Finish& finish) {
    while (count_ != 0) finish(items_[--count_]);
  }

  void drop() noexcept { count_ = 0; }

 private:
  std::array<Item, size> items_{};
  int count_ = 0;
  int next_ = 0;
};

}  // namespace gyre::cube3
