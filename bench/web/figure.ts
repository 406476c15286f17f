/** A measured value with its target: one row of the report. */
export type Figure = {
  readonly label: string;
  readonly value: string;
  readonly target: string;
  readonly isMet: boolean;
};

/** Formats the figures as a Markdown table for docs/performance.md. */
export function formatTable(figures: readonly Figure[]): string {
  const lines = [
    ['figure', 'measured', 'target', 'met'],
    ...figures.map(({ label: what, value, target, isMet }) => [what, value, target, isMet ? 'yes' : 'no']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map(
    (line) => `| ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [drawn[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...drawn.slice(1)].join(
    '\n',
  );
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
