/**
 * In which thirtieth of its distribution a day of the calendar is in each of thirty years: Latin hypercube sampling (M. D.
 * McKay, R. J. Beckman, W. J. Conover (1979), A comparison of three methods for selecting values of input variables,
 * Technometrics 21, 239–245). Each day has an order of its own. Days whose number is odd have theirs bent until it goes with
 * that of neither neighbour: what two days bring together then has the right spread over the thirty years, too.
 */
import { PURPOSE } from "../generation/purpose.js";
import type { Random } from "../random/random.js";
import { CALENDAR_DAYS } from "./days.js";

/** Of a normal of the climate. */
export const YEARS = 30;
const UNKNOWN = 255;
/** 29 February, which has no place in the row. */
const LEAP_DAY = CALENDAR_DAYS - 1;

export class Strata {
  private readonly random: Random;
  private readonly kind: number;
  /** Made when they are asked for. */
  private readonly known = new Uint8Array(CALENDAR_DAYS * YEARS).fill(UNKNOWN);

  /** @param kind which of the orders that a cell has */
  constructor(random: Random, kind: number) {
    this.random = random;
    this.kind = kind;
  }

  /** 0…29 */
  of(calendarDay: number, year: number): number {
    return this.orderOf(calendarDay)[((year % YEARS) + YEARS) % YEARS]!;
  }

  private orderOf(calendarDay: number): Uint8Array {
    const order = this.known.subarray(calendarDay * YEARS, (calendarDay + 1) * YEARS);
    if (order[0] !== UNKNOWN) return order;
    this.shuffle(calendarDay, order);
    if (calendarDay % 2 === 1 && calendarDay !== LEAP_DAY) {
      detach(order, this.orderOf(calendarDay - 1), this.orderOf(calendarDay + 1));
    }
    return order;
  }

  /** R. A. Fisher, F. Yates (1938), as R. Durstenfeld (1964) has it. */
  private shuffle(calendarDay: number, order: Uint8Array): void {
    for (let k = 0; k < YEARS; k++) order[k] = k;
    for (let k = YEARS - 1; k > 0; k--) {
      swap(order, k, Math.floor(this.random.uniform(PURPOSE.strata, calendarDay, k, this.kind) * (k + 1)));
    }
  }
}

/** Exchanges years, as long as that brings the covariances with both neighbours nearer to none. */
function detach(order: Uint8Array, before: Uint8Array, after: Uint8Array): void {
  let left = covariance(order, before);
  let right = covariance(order, after);
  for (let i = 0; i < YEARS; i++) {
    for (let j = i + 1; j < YEARS; j++) {
      const step = order[i]! - order[j]!;
      const toLeft = left - step * (before[i]! - before[j]!);
      const toRight = right - step * (after[i]! - after[j]!);
      if (toLeft * toLeft + toRight * toRight >= left * left + right * right) continue;
      swap(order, i, j);
      left = toLeft;
      right = toRight;
    }
  }
}

/** Times thirty. */
function covariance(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let k = 0; k < YEARS; k++) sum += a[k]! * b[k]!;
  return sum - YEARS * ((YEARS - 1) / 2) * ((YEARS - 1) / 2);
}

function swap(order: Uint8Array, i: number, j: number): void {
  const value = order[i]!;
  order[i] = order[j]!;
  order[j] = value;
}
