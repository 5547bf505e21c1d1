// Steps through the boards of a framed game: each is a picture of the server's.
const board = document.getElementById("board");
const count = document.getElementById("ply");
const { picture, alternative } = board.dataset;
const plies = Number(board.dataset.plies);
let ply = Number(board.dataset.ply);
const address = (number) => `${picture}ply=${number}`;

const show = (wanted) => {
  ply = Math.min(Math.max(wanted, 0), plies);
  board.src = address(ply);
  board.alt = alternative.replace("{n}", ply);
  if (!count) return;
  count.textContent = `${ply} / ${plies}`;
  for (const id of ["first", "back"]) document.getElementById(id).disabled = ply === 0;
  for (const id of ["forth", "last"]) document.getElementById(id).disabled = ply === plies;
  // The next board is there before it is wanted.
  if (ply < plies) new Image().src = address(ply + 1);
};

const steps = { first: () => 0, back: () => ply - 1, forth: () => ply + 1, last: () => plies };
for (const [id, step] of Object.entries(steps)) {
  document.getElementById(id)?.addEventListener("click", () => show(step()));
}
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forth", End: "last" };
addEventListener("keydown", ({ key }) => {
  if (keys[key] && count) show(steps[keys[key]]());
});
show(ply);
