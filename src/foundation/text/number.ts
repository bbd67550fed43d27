/** Numbers as people write them. */

/** Digits that no measurement has, and behind which binary fractions differ from decimal ones. */
const DIGITS = 12;

/** Without the tail that sums and quotients of binary fractions have: 0.1 + 0.2 is 0.3. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

/** As `toFixed`, without a sign in front of zero. */
export function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/**
 * Lines of a table, their columns two spaces apart.
 *
 * @param isRight whether a column is aligned to the right; default: all but the first
 */
export function aligned(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = (column) => column > 0,
): string[] {
  const widths = (rows[0] ?? []).map((_, k) => Math.max(...rows.map((row) => row[k]!.length)));
  const padded = (cell: string, k: number) => (isRight(k) ? cell.padStart(widths[k]!) : cell.padEnd(widths[k]!));
  return rows.map((row) => row.map(padded).join("  ").trimEnd());
}

/** Further lines begin below the last column of the first; without columns so many blanks in. */
const HANG = 2;

/** @param width in characters; a line whose last column begins beyond its half stays as it is: it is a row of a table */
export function wrapped(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => wrappedLine(line, width))
    .join("\n");
}

function wrappedLine(line: string, width: number): string {
  const hang = /^.*\S {2,}(?=\S)/.exec(line)?.[0].length ?? HANG;
  if (line.length <= width || hang > width / 2) return line;
  const lines = [""];
  for (const word of line.slice(hang === HANG ? 0 : hang).split(" ")) {
    const last = lines.at(-1)!;
    const room = width - (hang === HANG && lines.length === 1 ? 0 : hang);
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return (hang === HANG ? "" : line.slice(0, hang)) + lines.join(`\n${" ".repeat(hang)}`);
}
