// Takes what the methods find, keeps one of each set of symmetric and inverse sequences, replays
// it, and hands it on ranked.
#pragma once

#include "general/find/context.h"
#include "general/find/score.h"
#include "general/shared/fingerprint_set.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace gyre {

// How a sequence was made of shorter ones.
struct FindForm {
  FindMethod method = FindMethod::plain;
  Word first;  // [first, second], [first: second], (first)times
  Word second;
  int times = 1;
};

class FindCollector {
 public:
  explicit FindCollector(FindContext& context);

  // A sequence that meets the goal, perhaps together with free turns. Any thread may call it.
  void offer(Word word, const FindForm& form);
  // Hands on what was offered since the last time. False if there are as many as were wanted.
  bool deliver();
  [[nodiscard]] std::uint64_t delivered() const noexcept { return delivered_; }
  // Algorithms of at most this length are all known already, so that others need not be kept.
  void set_complete_length(int length) noexcept { complete_length_ = length; }

 private:
  struct Item {
    Word word;
    Word whole;  // with the free turns
    FoundAlg found;
    Fingerprint effect{};
  };
  // One of the images of a sequence.
  struct Image {
    Word word;
    int element = 0;
    bool inverse = false;
  };

  [[nodiscard]] std::vector<Image> images(const Word& word) const;
  // Null if no image meets the goal.
  [[nodiscard]] const Image* best_image(const std::vector<Image>& all,
                                        const std::uint8_t* element) const;
  // Whether it is x w x' for a shorter w with the same effect, up to symmetry and inversion: w, or
  // an image of it, is listed instead.
  [[nodiscard]] bool is_needless_conjugate(const Word& word) const;
  // False if the plain form does not agree, which only a blocked move excuses.
  bool replay(const Image& image, Item& item) const;
  [[nodiscard]] Alg alg_of(const Word& word) const;
  [[nodiscard]] std::string text_of(const FindForm& form, const Image& image) const;
  [[nodiscard]] Fingerprint effect_of(const Word& word) const;
  void hand_on(const Item& item);

  FindContext& context_;
  PackedSymmetries symmetries_;
  ComfortScore score_;
  std::vector<MoveToken> tokens_;  // by letter
  bool all_images_fit_ = false;
  int complete_length_ = -1;

  mutable std::mutex mutex_;
  FingerprintSet seen_;
  FingerprintSet effects_;
  std::vector<Item> items_;
  std::uint64_t item_bytes_ = 0;
  std::uint64_t seen_count_ = 0;
  std::uint64_t delivered_ = 0;
};

}  // namespace gyre
