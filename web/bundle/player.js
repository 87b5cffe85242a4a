// What the page uses of the cubing package: the 3D player and the types it is fed with. esbuild
// makes one file of it, with three.js and the player's own puzzles inside, so that showing a puzzle
// needs nothing but this server. The package's search (a worker and WebAssembly) is left out: gyre
// searches.
export { Alg, Move } from "cubing/alg";
export { KPattern, KPuzzle } from "cubing/kpuzzle";
export { puzzles } from "cubing/puzzles";
export { TwistyAlgViewer, TwistyPlayer } from "cubing/twisty";
