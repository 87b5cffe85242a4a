// ClassForm: which of the images of a position under a group of symmetries stands for all of them,
// found without making the others.
//
// Making all images and taking the least costs a few nanoseconds each, and there may be 120 of
// them. Instead a key decides: the byte that an image has at one chosen place. For each place whose
// contents some symmetry brings there, a table says how good its byte could become and by which
// symmetries; the best over all these places leaves two or three symmetries of 48. Two more keys
// of those leave hardly more than one. Of what is then left the image with the least hash is
// taken. All positions of a class end at the same image, since each step chooses by what the images
// are and not by how they were reached.
//
// Bytes that only one symmetry makes best are ranked first. So nearly always the first two keys of
// all places, computed without a branch, have one least, and that is the image.
#pragma once

#include "puzzle/kernel/kernel_tables.h"

#include "puzzle/kernel/kernel.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gyre {

namespace detail {

// The loops of all instruction sets read these.
struct ClassTables {
  const PackedSymmetry* symmetries = nullptr;
  std::size_t symmetry_count = 1;
  // Rows of tables by byte have 2^row_bits entries: no byte of a state is greater, and short rows
  // leave more of the nearest cache to others.
  unsigned row_bits = 8;
  // The first key: `slots` places, and for each place and byte how good the key can become, and the
  // symmetries that make it so. rounded_slots: up to a multiple of 8; what is added is place 0 with
  // the worst rank for every byte.
  int slots = 0;
  int rounded_slots = 0;
  const std::uint16_t* slot = nullptr;
  // [slots][row]: the rank again, with the first symmetry and the source of its second key, as
  // rank << 40 | source << 16 | symmetry, and kShared where other symmetries do the same. Ranks
  // without kShared are the better ones.
  const std::uint64_t* entry = nullptr;
  const std::uint8_t* rank = nullptr;     // [slots][row]; 0 is best, kWorstRank worst
  const std::uint32_t* first = nullptr;   // [slots][row], into candidates
  const std::uint16_t* length = nullptr;  // [slots][row]
  const std::uint16_t* candidates = nullptr;
  // Two more keys: where each symmetry takes them from, and what it makes of the byte.
  const std::uint16_t* source[2] = {nullptr, nullptr};  // [symmetry]
  const std::uint8_t* image[2] = {nullptr, nullptr};    // [symmetry][row]
};

constexpr std::uint8_t kWorstRank = 255;
constexpr std::uint64_t kShared = std::uint64_t{1} << 48U;
constexpr int kMaxKeySlots = 256;

// Room that a call works in.
struct ClassRoom {
  std::uint16_t* left = nullptr;  // for each symmetry
  std::uint8_t* image = nullptr;  // one state, aligned like all of them
};

struct ClassFunctions {
  // The hash of the image that stands for the class.
  std::uint64_t (*hash)(const KernelTables&, const ClassTables&, const std::uint8_t* a,
                        const ClassRoom& room) = nullptr;
  // out[i] = a moves[i], and their hashes.
  void (*children)(const KernelTables&, const ClassTables&, const std::uint8_t* a,
                   const std::uint8_t* const* moves, std::size_t count, std::uint8_t* out,
                   std::uint64_t* hashes, const ClassRoom& room) = nullptr;
  // out[i] = a moves[i] alone.
  void (*compose_list)(const KernelTables&, const std::uint8_t* a, const std::uint8_t* const* moves,
                       std::size_t count, std::uint8_t* out) = nullptr;
};

[[nodiscard]] ClassFunctions portable_class_functions(const KernelTables& tables) noexcept;
[[nodiscard]] ClassFunctions avx2_class_functions(const KernelTables& tables) noexcept;
[[nodiscard]] ClassFunctions avx512_class_functions(const KernelTables& tables) noexcept;

}  // namespace detail

// Raised whenever the same position would get another hash: stored tables depend on it.
constexpr int kClassFormVersion = 1;

class ClassForm {
 public:
  // symmetries: a group, the identity first. samples: positions as a search meets them; the keys
  // are chosen by them, and they must not depend on the machine.
  ClassForm(const StateKernel& kernel, std::vector<Symmetry> symmetries,
            const PackedStates& samples);
  // All elements of a group, in its order.
  ClassForm(const StateKernel& kernel, const SymmetryGroup& group, const PackedStates& samples);
  ClassForm(const ClassForm&) = delete;
  ClassForm& operator=(const ClassForm&) = delete;
  ClassForm(ClassForm&&) = delete;
  ClassForm& operator=(ClassForm&&) = delete;
  ~ClassForm() = default;

  // Room that a call works in; one for each thread.
  struct Scratch {
    std::vector<std::uint16_t> left;
    PackedBytes image;
    PackedBytes best;
  };
  [[nodiscard]] Scratch scratch() const;

  [[nodiscard]] std::size_t symmetries() const noexcept { return symmetries_.size(); }
  // Equal for all positions of a class.
  [[nodiscard]] std::uint64_t hash(const std::uint8_t* a, Scratch& scratch) const {
    if (slow_) return hash_slowly(a, scratch);
    return functions_.hash(kernel_.tables(), tables_, a, room(scratch));
  }
  // All out[i] = a moves[i] with their hashes. The arrays must not overlap.
  void children(const std::uint8_t* a, const std::uint8_t* const* moves, std::size_t count,
                std::uint8_t* out, std::uint64_t* hashes, Scratch& scratch) const {
    if (slow_) {
      children_slowly(a, moves, count, out, hashes, scratch);
    } else {
      functions_.children(kernel_.tables(), tables_, a, moves, count, out, hashes, room(scratch));
    }
  }
  void compose(const std::uint8_t* a, const std::uint8_t* const* moves, std::size_t count,
               std::uint8_t* out) const {
    functions_.compose_list(kernel_.tables(), a, moves, count, out);
  }
  struct Image {
    std::uint64_t hash = 0;
    int fixed_by = 1;  // how many of the symmetries leave the position as it is
  };
  // The image itself. out must not be a.
  Image image(const std::uint8_t* a, std::uint8_t* out, Scratch& scratch) const;

 private:
  struct Key;
  [[nodiscard]] std::size_t row() const noexcept { return std::size_t{1} << tables_.row_bits; }
  [[nodiscard]] std::vector<Key> make_keys() const;
  void choose_keys(const PackedStates& samples);
  void take_first_key(const Key& key);
  void take_no_key();
  void make_entries();
  [[nodiscard]] static detail::ClassRoom room(Scratch& scratch) {
    return {scratch.left.data(), scratch.image.data()};
  }
  [[nodiscard]] std::uint64_t hash_slowly(const std::uint8_t* a, Scratch& scratch) const;
  void children_slowly(const std::uint8_t* a, const std::uint8_t* const* moves, std::size_t count,
                       std::uint8_t* out, std::uint64_t* hashes, Scratch& scratch) const;

  StateKernel kernel_;
  std::vector<Symmetry> plain_;
  bool slow_ = false;  // some symmetry is one that the vector instructions cannot do
  PackedSymmetries symmetries_;
  detail::ClassFunctions functions_;
  detail::ClassTables tables_;
  std::vector<std::uint16_t> slot_;
  std::vector<std::uint64_t> entry_;
  std::vector<std::uint8_t> rank_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint16_t> length_;
  std::vector<std::uint16_t> candidates_;
  std::vector<std::uint16_t> source_[2];
  std::vector<std::uint8_t> image_[2];
};

}  // namespace gyre
