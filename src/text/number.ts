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
