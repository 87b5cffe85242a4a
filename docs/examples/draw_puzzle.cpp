// A puzzle cut out of a solid by a description, turned and drawn: shown in docs/library.md.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/draw/draw.h>
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <iostream>

int main() {
  try {
    // A dodecahedron cut along its faces: the same as load_puzzle("megaminx").
    const gyre::PuzzleDefinition megaminx = gyre::load_puzzle("d f 0.7");
    std::cerr << megaminx.orbits().total_pieces() << " pieces, " << megaminx.moves().size()
              << " turns\n";
    // drawn() has also the pieces that only rotations move: the middles of the faces.
    const gyre::PuzzlePicture picture = gyre::find_picture(megaminx).value();
    const gyre::PuzzleDefinition& drawn = picture.drawn();
    const gyre::State state = gyre::apply(drawn, gyre::parse_alg("R++ D-- U'", &drawn.names()));
    gyre::DrawOptions options;
    options.view = gyre::DrawView::net;
    std::cout << gyre::draw_svg(picture, state, options);
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
