// That all positions of a coset are within twenty moves: proved, written down, and checked by
// somebody else. Shown in docs/library.md; compiled by the tests, and not run by them: it takes
// some gigabytes of memory and a table of 706 MB.
#include <gyre/base/api.h>
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include <gyre/cube3/cube.h>
#include <gyre/table/store.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>

namespace {

// The certificate of a coset that is drawn, as JSON.
std::string make() {
  const gyre::TableStore store(gyre::TableStore::default_folder());
  gyre::cube3::CosetOptions options;
  options.store = &store;
  gyre::CosetSolver solver(options);
  gyre::cube3::LeftSolver left(gyre::cube3::left_options(solver, options));
  gyre::cube3::CosetHooks hooks;
  hooks.depth = [](const gyre::cube3::CosetDepth& done) {
    std::cerr << "depth " << done.depth << ": " << done.reached << " positions reached\n";
  };
  std::mt19937_64 random(1);
  const gyre::cube3::Cube position = gyre::cube3::random_cube(random);
  const gyre::cube3::CosetProof proof =
      gyre::cube3::prove_within(solver, left, position, 20, hooks, true);
  return gyre::cube3::write_certificate(gyre::cube3::certificate_of(solver, proof, "drawn"));
}

// Whether a certificate can be true: its first depths are counted again, and positions of its coset
// are solved otherwise. CertificateCheckOptions::full would make it all again.
bool check(const std::string& text, const std::string& name) {
  const gyre::cube3::CosetCertificate certificate = gyre::cube3::read_certificate(text, name);
  gyre::cube3::CertificateCheckOptions options;
  options.name = name;
  const gyre::cube3::CertificateCheck found = gyre::cube3::check_certificate(certificate, options);
  if (!found.not_contradicted()) std::cerr << found.contradiction << '\n';
  return found.not_contradicted();
}

}  // namespace

// Without an argument it makes a certificate, with one it checks the file.
int main(int argc, char** argv) {
  try {
    std::cerr << "gyre " << gyre::version() << '\n';
    if (argc < 2) {
      std::cout << make() << '\n';
      return 0;
    }
    std::ifstream file(argv[1]);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return check(text, argv[1]) ? 0 : 1;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
