#include "general/find/collect.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace gyre {
namespace {

Fingerprint fingerprint_of(const Word& word) {
  const XXH128_hash_t hash = XXH3_128bits(word.data(), word.size() * sizeof(Word::value_type));
  return {hash.low64, hash.high64};
}

// Of the memory: what waits to be ranked, and the fingerprints with what their table may grow.
constexpr std::uint64_t kShareOfMemory = 4;

}  // namespace

FindCollector::FindCollector(FindContext& context)
    : context_(context),
      symmetries_(context.kernel, context.group),
      score_(context.definition, context.words.letters()) {
  for (const Move& move : context.words.letters().moves()) {
    tokens_.push_back(expand(parse_alg(move.name, &context.definition.names())).at(0));
  }
  all_images_fit_ = context.goal.free_class() < 0 && context.goal.most_wrong() > 0 &&
                    static_cast<int>(context.goal_symmetries.size()) == context.group.size();
}

std::vector<FindCollector::Image> FindCollector::images(const Word& word) const {
  std::vector<Image> all;
  all.reserve(static_cast<std::size_t>(context_.group.size_with_inversion()));
  for (int g = 0; g < context_.group.size(); ++g) {
    all.push_back({context_.words.image(word, context_.group, g), g, false});
  }
  if (!context_.group.inversion()) return all;
  const Word inverse = context_.words.inverse(word);
  for (int g = 0; g < context_.group.size(); ++g) {
    all.push_back({context_.words.image(inverse, context_.group, g), g, true});
  }
  return all;
}

const FindCollector::Image* FindCollector::best_image(const std::vector<Image>& all,
                                                      const std::uint8_t* element) const {
  const StateKernel& kernel = context_.kernel;
  const auto bytes = static_cast<std::size_t>(kernel.bytes());
  PackedBytes forwards(bytes);
  PackedBytes backwards(bytes);
  PackedBytes position(bytes);
  kernel.compose(kernel.solved(), element, forwards.data());
  if (context_.group.inversion()) {
    kernel.invert(element, position.data());
    kernel.compose(kernel.solved(), position.data(), backwards.data());
  }
  const Image* best = nullptr;
  int best_score = 0;
  for (const Image& image : all) {
    if (!all_images_fit_) {
      kernel.conjugate_position(image.inverse ? backwards.data() : forwards.data(),
                                symmetries_[static_cast<std::size_t>(image.element)],
                                position.data());
      if (context_.goal.match(position.data()) == nullptr) continue;
    }
    const int score = score_(image.word);
    if (best != nullptr && std::tie(best_score, best->word) <= std::tie(score, image.word)) {
      continue;
    }
    best = &image;
    best_score = score;
  }
  return best;
}

void FindCollector::offer(Word word, const FindForm& form) {
  const FindWords& words = context_.words;
  words.normalise(word);
  FindForm kept = form;
  if (const int free = context_.goal.free_class(); free >= 0) {
    const std::size_t before = word.size();
    words.strip(word, free);
    if (word.size() != before) kept = FindForm{form.method, {}, {}, 1};
  }
  if (word.empty()) return;
  Item item;
  item.found.length = words.cost(word);
  if (context_.options.max_length && item.found.length > *context_.options.max_length) return;
  if (item.found.length <= complete_length_) return;
  if (is_needless_conjugate(word)) return;
  const std::vector<Image> all = images(word);
  const auto least = std::min_element(
      all.begin(), all.end(), [](const Image& a, const Image& b) { return a.word < b.word; });
  {
    const std::lock_guard lock(mutex_);
    if (!seen_.insert(fingerprint_of(least->word))) return;
    ++seen_count_;
  }
  PackedBytes element(static_cast<std::size_t>(context_.kernel.bytes()));
  words.element(word, element.data());
  const Image* best = best_image(all, element.data());
  if (best == nullptr) return;
  item.word = best->word;
  item.found.score_tenths = score_(best->word);
  item.found.method = kept.method;
  item.found.form = kept.first.empty() ? "" : text_of(kept, *best);
  if (!replay(*best, item)) return;
  if (context_.options.one_for_each_effect) item.effect = effect_of(item.whole);
  const std::lock_guard lock(mutex_);
  if (context_.options.at_once) {
    hand_on(item);
    return;
  }
  item_bytes_ += sizeof(Item) + item.found.position.bytes.size() + 2 * item.word.size() +
                 (sizeof(AlgNode) + 32) * item.word.size() + item.found.form.size();
  items_.push_back(std::move(item));
  if (item_bytes_ + 64 * seen_count_ > context_.options.memory_bytes / kShareOfMemory) {
    context_.end(FindResult::End::memory);
  }
}

bool FindCollector::is_needless_conjugate(const Word& word) const {
  for (std::size_t i = 0; i < word.size(); ++i) {
    Word inner = word;
    context_.words.strip(inner, context_.words.class_of(word[i]));
    // Both ends of the class must cancel.
    if (inner.size() + 2 != word.size() || inner.empty()) continue;
    Word whole{word[i]};
    whole.insert(whole.end(), inner.begin(), inner.end());
    whole.push_back(static_cast<std::uint16_t>(context_.words.letters().moves()[word[i]].inverse));
    context_.words.normalise(whole);
    if (whole == word && effect_of(inner) == effect_of(word)) return true;
  }
  return false;
}

bool FindCollector::replay(const Image& image, Item& item) const {
  FoundAlg& found = item.found;
  PackedBytes element(static_cast<std::size_t>(context_.kernel.bytes()));
  PackedBytes position(element.size());
  context_.words.element(image.word, element.data());
  context_.kernel.compose(context_.kernel.solved(), element.data(), position.data());
  const FindGoal::Target* target = context_.goal.match(position.data());
  if (target == nullptr) throw std::logic_error("an algorithm that was found misses its goal");
  found.alg = alg_of(image.word);
  item.whole = image.word;
  if (target->before >= 0) {
    found.before = from_moves({tokens_[target->before]});
    item.whole.insert(item.whole.begin(), static_cast<std::uint16_t>(target->before));
  }
  if (target->after >= 0) {
    found.after = from_moves({tokens_[target->after]});
    item.whole.push_back(static_cast<std::uint16_t>(target->after));
  }
  const PuzzleDefinition& definition = context_.definition;
  try {
    found.position = apply(definition, found.before);
    found.position = apply(definition, found.position, found.alg);
    found.position = apply(definition, found.position, found.after);
  } catch (const Error&) {
    if (definition.illegal().empty()) throw;
    return false;  // a rule of the puzzle blocks a move
  }
  found.pieces = pieces_out_of_place(definition.orbits(), definition.solved(), found.position);
  // In the plain form, beside all that was packed.
  const FindOptions& options = context_.options;
  bool right = !options.pieces || (found.pieces >= 1 && found.pieces <= *options.pieces);
  if (options.target) right = found.position == *options.target;
  if (options.only) {
    const OrbitList& orbits = definition.orbits();
    std::size_t slot = 0;
    for (int k = 0; k < orbits.size(); ++k) {
      for (int i = 0; i < orbits[k].pieces; ++i, ++slot) {
        const int perm = orbits.perm_offset(k) + i;
        const int ori = orbits.ori_offset(k) + i;
        const bool home = found.position.bytes[perm] == definition.solved().bytes[perm] &&
                          found.position.bytes[ori] == definition.solved().bytes[ori];
        right = right && (home || (*options.only)[slot]);
      }
    }
  }
  if (!right) throw std::logic_error("an algorithm that was found does not do what it should");
  return true;
}

Alg FindCollector::alg_of(const Word& word) const {
  std::vector<MoveToken> tokens;
  tokens.reserve(word.size());
  for (const std::uint16_t letter : word) tokens.push_back(tokens_[letter]);
  return from_moves(tokens);
}

std::string FindCollector::text_of(const FindForm& form, const Image& image) const {
  const FindWords& words = context_.words;
  const auto text = [&](const Word& part, bool inverse) {
    return print(
        alg_of(words.image(inverse ? words.inverse(part) : part, context_.group, image.element)),
        context_.definition.names());
  };
  switch (form.method) {
    case FindMethod::plain:
      return "";
    case FindMethod::repeat:
      return fmt::format("({}){}", text(form.first, image.inverse), form.times);
    case FindMethod::commutator:
      return image.inverse
                 ? fmt::format("[{}, {}]", text(form.second, false), text(form.first, false))
                 : fmt::format("[{}, {}]", text(form.first, false), text(form.second, false));
    case FindMethod::conjugate:
      return fmt::format("[{}: {}]", text(form.first, false), text(form.second, image.inverse));
  }
  return "";
}

Fingerprint FindCollector::effect_of(const Word& word) const {
  const StateKernel& kernel = context_.kernel;
  const auto bytes = static_cast<std::size_t>(kernel.bytes());
  PackedBytes element(bytes);
  context_.words.element(word, element.data());
  PackedBytes position(bytes);
  PackedBytes least(bytes);
  kernel.compose(kernel.solved(), element.data(), position.data());
  kernel.least_image(position.data(), symmetries_.all(), least.data());
  if (context_.group.inversion()) {
    PackedBytes inverse(bytes);
    PackedBytes other(bytes);
    kernel.invert(element.data(), inverse.data());
    kernel.compose(kernel.solved(), inverse.data(), position.data());
    kernel.least_image(position.data(), symmetries_.all(), other.data());
    if (kernel.compare(other.data(), least.data()) < 0) least.swap(other);
  }
  return kernel.fingerprint(least.data());
}

void FindCollector::hand_on(const Item& item) {
  if (context_.options.number && delivered_ >= *context_.options.number) return;
  if (context_.options.one_for_each_effect && !effects_.insert(item.effect)) return;
  ++delivered_;
  if (context_.options.found) context_.options.found(item.found);
  if (context_.options.number && delivered_ >= *context_.options.number) {
    context_.end(FindResult::End::found);
  }
}

bool FindCollector::deliver() {
  const std::lock_guard lock(mutex_);
  std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
    return std::tie(a.found.length, a.found.score_tenths, a.word) <
           std::tie(b.found.length, b.found.score_tenths, b.word);
  });
  for (const Item& item : items_) hand_on(item);
  items_.clear();
  item_bytes_ = 0;
  return !context_.options.number || delivered_ < *context_.options.number;
}

}  // namespace gyre
