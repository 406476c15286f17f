/** Pixels: the average width of a 12 px letter, and the gap between two labels. */
const [LETTER_WIDTH, GAP_WIDTH] = [6.7, 8];

/** Whether the labels fit in one line, each centred in its share of the width. */
export function labelsFit(labels: readonly string[], width: number): boolean {
  const share = width / labels.length;
  return labels.every((label, index) => {
    const next = labels[index + 1];
    return next === undefined || ((label.length + next.length) / 2) * LETTER_WIDTH + GAP_WIDTH <= share;
  });
}
