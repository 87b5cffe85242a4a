// Any bytes as the certificate of a coset: an Error, or a certificate that is written as it was
// read.
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::optional<gyre::cube3::CosetCertificate> certificate;
  try {
    certificate = gyre::cube3::read_certificate(text, "fuzz");
  } catch (const gyre::Error&) {
    return 0;
  }
  const std::string written = gyre::cube3::write_certificate(*certificate);
  const auto again = gyre::cube3::read_certificate(written, "again");
  if (gyre::cube3::write_certificate(again) != written) std::abort();
  return 0;
}
