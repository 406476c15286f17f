/** Of a letter of 12 px, on average, and between two labels. */
const [LETTER, GAP] = [6.7, 8];

/** Whether labels fit beside each other in one line, each in the middle of its share of the width. */
export function haveRoom(labels: readonly string[], width: number): boolean {
  const share = width / labels.length;
  return labels.every((label, index) => {
    const next = labels[index + 1];
    return next === undefined || ((label.length + next.length) / 2) * LETTER + GAP <= share;
  });
}
