// Which lines differ between two texts, so that what did not change stays as it is.

/** So many pairs of lines are compared at most; beyond, all that differs is one change. */
const MOST = 4e6;

/** The least changes from some lines to others, each as `[from, to, from there, to there]`. */
export function changedLines(was, now) {
  let start = 0, end = 0;
  const shorter = Math.min(was.length, now.length);
  while (start < shorter && was[start] === now[start]) start += 1;
  while (end < shorter - start && was.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [height, width] = [was.length - start - end, now.length - start - end];
  if (!height && !width) return [];
  if (height * width > MOST) return [[start, start + height, start, start + width]];
  // How many lines the rests of both have in common, in order.
  const row = width + 1, common = new Uint32Array((height + 1) * row);
  for (let i = height - 1; i >= 0; i -= 1) {
    for (let j = width - 1; j >= 0; j -= 1) {
      common[i * row + j] = was[start + i] === now[start + j]
        ? common[(i + 1) * row + j + 1] + 1
        : Math.max(common[(i + 1) * row + j], common[i * row + j + 1]);
    }
  }
  const changes = [];
  for (let i = 0, j = 0; i < height || j < width; ) {
    const [from, other] = [i, j];
    while ((i < height || j < width) && !(i < height && j < width && was[start + i] === now[start + j])) {
      if (j === width || (i < height && common[(i + 1) * row + j] >= common[i * row + j + 1])) i += 1;
      else j += 1;
    }
    if (i > from || j > other) changes.push([start + from, start + i, start + other, start + j]);
    while (i < height && j < width && was[start + i] === now[start + j]) [i, j] = [i + 1, j + 1];
  }
  return changes;
}
