// Updates of a live store that anyone can repeat: update n is known from its number alone, and so is what the store must hold.
export const STEP = 900_000;
/** @type {("global_horizontal_irradiance" | "temperature")[]} */
export const COLUMNS = ["global_horizontal_irradiance", "temperature"];
export const CELLS = 2000;
/** Slots by which a late update comes after its time. */
const LATE = 10;

export const places = Array.from({ length: CELLS }, (_, cell) => ({
  latitude: 30 + (cell % 50) * 0.5,
  longitude: (cell - (cell % 50)) / 100,
}));

const isLate = (n) => n % 7 === 6;

/** Two updates for each slot, the second a correction; every seventh is for a slot long past. */
function slotOf(n) {
  return Math.floor(n / 2) + LATE - (isLate(n) ? LATE : 0);
}

/** Of a column's number, or NaN. */
function valueIn(n, cell, column) {
  if ((cell + n) % 11 === 0) return Number.NaN;
  if (column === 1) return n % 2 === 0 ? (((n * 3 + cell) % 6000) - 3000) / 100 : Number.NaN;
  return ((n * 7 + cell * 13) % 30_000) / 10;
}

export function updateOf(n, start) {
  const columns = COLUMNS.map((name, column) => [name, places.map((_, cell) => valueIn(n, cell, column))]);
  return { places, start: start + slotOf(n) * STEP, columns: Object.fromEntries(columns) };
}

/** Slots beyond that of update n have no value. */
export function slotsAfter(n) {
  return Math.floor(n / 2) + LATE + 1;
}

/** What the store holds for a slot of a cell after update `last`. */
export function expected(last, slot, cell, column) {
  const own = 2 * (slot - LATE);
  const late = 2 * slot;
  for (const n of [late + 1, late, own + 1, own]) {
    if (n < 0 || n > last || slotOf(n) !== slot) continue;
    const value = valueIn(n, cell, column);
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}
