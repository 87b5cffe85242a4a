// Certificates as JSON: what `gyre coset --json` prints, and with a format and a version what
// --certificate writes. certificate_read.cpp reads them back.
#pragma once

#include <gyre/cube3/coset.h>

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace gyre::cube3 {

constexpr const char* kCertificateFormat = "gyre coset certificate";
constexpr int kCertificateVersion = 1;

// The certificate without the format and the version; a proof that was stopped has one too.
[[nodiscard]] nlohmann::ordered_json to_json(const CosetCertificate& certificate);

}  // namespace gyre::cube3
