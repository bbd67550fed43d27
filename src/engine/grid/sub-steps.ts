/**
 * The compute grid: it divides time at the edges of the weather and the output grid and puts sub-steps in between, so that a
 * sub-step belongs to exactly one weather interval and one output interval.
 */
import { contains, type LightWindows, type SunHeights, touches, windowAfter } from "./daylight-windows.js";
import { cellAt, cellStart, type Lattice, sameCells } from "./lattice.js";

/**
 * Sub-steps per stretch between two edges. `count`: this many equal cells, each with its middle. `panel`: panels of at most
 * this many seconds with two Gauss–Legendre nodes each while the sun is low; above, panels twice as long; with a high sun, in
 * place of two of those one with three nodes; in twilight one node in place of the two. A stretch of up to five minutes has one node.
 */
export type SubSteps = { readonly count: number } | { readonly panel: number };

/** Longest stretch (ms) that one node serves. */
const LONGEST_ALONE = 300_000;
/**
 * Panels of up to this many seconds keep their nodes at sunrise: the sunlit part within one is shorter than the twilight that
 * would be dropped, and series of minutes would have a gap at sunrise.
 */
export const LONGEST_UNMOVED = 60;
/** Distance of the Gauss–Legendre nodes from the ends of a panel, as a share of it: (1 − 1/√3)/2. */
const GAUSS_NODE = (1 - Math.sqrt(1 / 3)) / 2;
/**
 * A panel with three nodes is two Radau rules that share the node in its middle: there the course of an index has its kink.
 * Distance of the outer nodes from the ends, and length of their cells, as shares of the panel. Like two panels with two nodes,
 * it is exact for a cubic, and for a kink between quadratics.
 */
const RADAU_NODE = 1 / 6;
const RADAU_CELL = 3 / 8;

/** Sub-steps of a run of weather intervals, in order of time; none at night. */
export interface Steps {
  /** Number of sub-steps. */
  count: number;
  /**
   * Whether no weather interval has more than one panel, including dark ones. Only then does the closed form for two nodes apply:
   * of an interval with several panels only one may be lit, and all are placed if sub-steps are wanted at night.
   */
  whole: boolean;
  /** Sub-steps of weather interval `first + k` are [weatherStart[k], weatherStart[k + 1]). */
  weatherStart: Int32Array;
  /** Sub-steps of the o-th output interval of the block are [outputStart[o], outputStart[o + 1]). */
  outputStart: Int32Array;
}

/** An upper bound of the sub-steps that `placeSteps` makes of this stretch of time: the grids may cut each other. */
export function stepCapacity(weather: Lattice, output: Lattice, milliseconds: number, subSteps: SubSteps): number {
  const { step } = weather;
  const cells = Math.ceil(milliseconds / step) + 1;
  const isCut = !sameCells(weather, output);
  const stretches = isCut ? cells + Math.ceil(milliseconds / output.step) + 1 : cells;
  if ("count" in subSteps) return stretches * subSteps.count;
  const panel = subSteps.panel * 1000;
  if (isCut) return 2 * (2 * stretches + Math.ceil(milliseconds / panel));
  const parts = Math.ceil(step / (2 * panel));
  return (step > LONGEST_ALONE ? 2 : 1) * stretches * parts * Math.ceil(step / parts / panel);
}

/** Whether panels may be longer than usual somewhere: in a stretch that has more than one. */
export function hasLongPanels(weather: Lattice, output: Lattice, subSteps: SubSteps): boolean {
  return "panel" in subSteps && Math.min(weather.step, output.step) > subSteps.panel * 1000;
}

/**
 * Places the sub-steps of weather intervals [first, last) between neighbouring edges: equal cells, each with a node
 * (`time`, ms), the cell's length (`weight`, s) and the node's offset from the cell's start (`lead`, s). Only panels that
 * touch a window of light are placed. The cells of an interval do not depend on which other intervals are placed.
 */
export function placeSteps(
  weather: Lattice,
  first: number,
  last: number,
  output: Lattice,
  outputFirst: number,
  outputLast: number,
  subSteps: SubSteps,
  windows: LightWindows,
  { dawn, day, high }: SunHeights,
  time: Float64Array,
  weight: Float64Array,
  lead: Float64Array,
  steps: Steps,
): void {
  const { weatherStart, outputStart } = steps;
  const longestPanel = "panel" in subSteps ? subSteps.panel * 1000 : 0;
  const count = "count" in subSteps ? subSteps.count : 0;
  const seriesEnd = cellStart(weather, last);
  const weatherStep = weather.step;
  const outputStep = output.step;
  let n = 0;
  // How a stretch of this length (ms) is divided: into parts, and these into panels.
  let length = 0;
  let parts = 0;
  let part = 0;
  let panels = 0;
  let nodes = 1;
  let panel = 0;
  let before = 0;
  let firstLead = 0;
  let secondLead = 0;
  let nodeWeight = 0;
  let cursor = cellStart(weather, first);
  let interval = first;
  let intervalEnd = cursor + weatherStep;
  let cell = cellAt(output, cursor);
  let cellEnd = cellStart(output, cell + 1);
  let window = -1;
  let windowBegin = Number.NEGATIVE_INFINITY;
  let windowEnd = Number.NEGATIVE_INFINITY;
  let dawnWindow = 0;
  let dayWindow = 0;
  let highWindow = 0;
  while (cursor < seriesEnd) {
    if (cursor + weatherStep === intervalEnd) weatherStart[interval - first] = n;
    if (cursor + outputStep === cellEnd && cell >= outputFirst && cell <= outputLast)
      outputStart[cell - outputFirst] = n;
    while (windowEnd <= cursor) {
      window++;
      windowBegin = window < windows.count ? windows.begin[window]! : Number.POSITIVE_INFINITY;
      windowEnd = window < windows.count ? windows.end[window]! : Number.POSITIVE_INFINITY;
    }
    if (windowBegin >= intervalEnd) {
      // Dark until the next window: one step over the whole night, to the interval in which the window begins.
      const next = windowBegin < seriesEnd ? cellAt(weather, windowBegin) : last;
      weatherStart.fill(n, interval + 1 - first, next - first);
      cursor = cellStart(weather, next);
      const following = cell + 1;
      cell = cellAt(output, cursor);
      cellEnd = cellStart(output, cell + 1);
      const from = Math.max(following, outputFirst) - outputFirst;
      const to = Math.min(cell, outputLast) - outputFirst;
      if (to >= from) outputStart.fill(n, from, to + 1);
      interval = next;
      intervalEnd = cursor + weatherStep;
      continue;
    }
    const isCell =
      windowBegin <= cursor &&
      length === weatherStep &&
      length === outputStep &&
      cursor + length === intervalEnd &&
      cursor + length === cellEnd;
    if (isCell && parts * panels === 1) {
      // The rest of the window, cell by cell (measured: a third of the time).
      const until = Math.min(windowEnd, seriesEnd);
      for (; cursor < until; cursor += weatherStep) {
        weatherStart[interval++ - first] = n;
        if (cell >= outputFirst && cell <= outputLast) outputStart[cell - outputFirst] = n;
        cell++;
        time[n] = cursor + before;
        lead[n] = firstLead;
        weight[n++] = nodeWeight;
        if (nodes === 1) continue;
        time[n] = cursor + panel - before;
        lead[n] = secondLead;
        weight[n++] = nodeWeight;
      }
      intervalEnd = cursor + weatherStep;
      cellEnd = intervalEnd;
      continue;
    }
    if (isCell && parts === 2 && panels === 2 && nodes === 2) {
      highWindow = windowAfter(high, highWindow, cursor);
      if (contains(high, highWindow, cursor, cursor + length)) {
        // The rest of the time with a high sun, likewise.
        const until = Math.min(high.end[highWindow]!, seriesEnd);
        for (; cursor + length <= until; cursor += length) {
          weatherStart[interval++ - first] = n;
          if (cell >= outputFirst && cell <= outputLast) outputStart[cell - outputFirst] = n;
          cell++;
          placeThree(n, cursor, length, time, weight, lead);
          n += 3;
        }
        intervalEnd = cursor + weatherStep;
        cellEnd = intervalEnd;
        continue;
      }
    }
    const stop = intervalEnd < cellEnd ? intervalEnd : cellEnd;
    if (windowBegin < stop) {
      if (stop - cursor !== length) {
        length = stop - cursor;
        parts = longestPanel > 0 ? Math.ceil(length / (2 * longestPanel)) : 1;
        part = length / parts;
        panels = longestPanel > 0 ? Math.ceil(part / longestPanel) : count;
        nodes = longestPanel > 0 && length > LONGEST_ALONE ? 2 : 1;
        panel = part / panels;
        before = nodes === 2 ? GAUSS_NODE * panel : panel / 2;
        firstLead = before / 1000;
        secondLead = (panel / 2 - before) / 1000;
        nodeWeight = panel / nodes / 1000;
      }
      const isWhole = parts * panels === 1 || (windowBegin <= cursor && stop <= windowEnd);
      dawnWindow = windowAfter(dawn, dawnWindow, cursor);
      dayWindow = windowAfter(day, dayWindow, cursor);
      highWindow = windowAfter(high, highWindow, cursor);
      for (let q = 0; q < parts; q++) {
        const begin = cursor + q * part;
        if (nodes === 2 && panels === 2) {
          const both = 2 * part;
          if (q % 2 === 0 && parts % 2 === 0 && contains(high, highWindow, begin, begin + both)) {
            q++;
            placeThree(n, begin, both, time, weight, lead);
            n += 3;
            continue;
          }
          if (contains(day, dayWindow, begin, begin + part)) {
            time[n] = begin + panels * before;
            lead[n] = panels * firstLead;
            weight[n++] = panels * nodeWeight;
            time[n] = begin + part - panels * before;
            lead[n] = panels * secondLead;
            weight[n++] = panels * nodeWeight;
            continue;
          }
          if (!touches(dawn, dawnWindow, begin, begin + part)) {
            if (!isWhole && !touches(windows, window, begin, begin + part)) continue;
            time[n] = begin + part / 2;
            lead[n] = part / 2000;
            weight[n++] = part / 1000;
            continue;
          }
        }
        for (let p = 0; p < panels; p++) {
          if (!isWhole && !touches(windows, window, begin + p * panel, begin + (p + 1) * panel)) continue;
          time[n] = begin + p * panel + before;
          lead[n] = firstLead;
          weight[n++] = nodeWeight;
          if (nodes === 1) continue;
          time[n] = begin + (p + 1) * panel - before;
          lead[n] = secondLead;
          weight[n++] = nodeWeight;
        }
      }
    }
    cursor = stop;
    if (cursor === intervalEnd) {
      interval++;
      intervalEnd += weatherStep;
    }
    if (cursor === cellEnd) {
      cell++;
      cellEnd += outputStep;
    }
  }
  if (cursor + outputStep === cellEnd && cell <= outputLast && cell >= outputFirst) outputStart[cell - outputFirst] = n;
  weatherStart[last - first] = n;
  steps.count = n;
  const isCut = outputStep % weatherStep !== 0 || (output.origin - weather.origin) % weatherStep !== 0;
  steps.whole = weatherStep <= longestPanel && !isCut;
}

/** Places the three nodes of a panel from `begin` on, `length` ms long, as sub-steps n to n + 2. */
function placeThree(
  n: number,
  begin: number,
  length: number,
  time: Float64Array,
  weight: Float64Array,
  lead: Float64Array,
): void {
  time[n] = begin + RADAU_NODE * length;
  time[n + 1] = begin + length / 2;
  time[n + 2] = begin + length - RADAU_NODE * length;
  lead[n] = (RADAU_NODE * length) / 1000;
  lead[n + 1] = ((0.5 - RADAU_CELL) * length) / 1000;
  lead[n + 2] = ((RADAU_CELL - RADAU_NODE) * length) / 1000;
  weight[n] = (RADAU_CELL * length) / 1000;
  weight[n + 1] = ((1 - 2 * RADAU_CELL) * length) / 1000;
  weight[n + 2] = (RADAU_CELL * length) / 1000;
}
