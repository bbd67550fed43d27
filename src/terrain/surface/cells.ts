/** Heights between the samples of a chunk. */
import { CHUNK, CHUNK_SAMPLES } from "./chunk.js";

/**
 * Bilinear height at a point of a chunk (columns and rows from its first sample). If samples are missing, the others
 * count by their weights, provided that the nearest one is present (its weight is never below 1/4); else NaN.
 */
export function heightAt(heights: Float32Array, x: number, y: number): number {
  const column = Math.min(Math.max(Math.floor(x), 0), CHUNK - 1);
  const row = Math.min(Math.max(Math.floor(y), 0), CHUNK - 1);
  const at = row * CHUNK_SAMPLES + column;
  const u = x - column;
  const v = y - row;
  const h00 = heights[at]!;
  const h10 = heights[at + 1]!;
  const h01 = heights[at + CHUNK_SAMPLES]!;
  const h11 = heights[at + CHUNK_SAMPLES + 1]!;
  const whole = (h00 * (1 - u) + h10 * u) * (1 - v) + (h01 * (1 - u) + h11 * u) * v;
  return Number.isNaN(whole) ? partial(h00, h10, h01, h11, u, v) : whole;
}

function partial(h00: number, h10: number, h01: number, h11: number, u: number, v: number): number {
  const nearest = v < 0.5 ? (u < 0.5 ? h00 : h10) : u < 0.5 ? h01 : h11;
  if (Number.isNaN(nearest)) return Number.NaN;
  const { sum, weight } = weigh(h00, h10, h01, h11, u, v);
  return sum / weight;
}

function weigh(h00: number, h10: number, h01: number, h11: number, u: number, v: number) {
  let sum = 0;
  let weight = 0;
  const add = (height: number, share: number) => {
    if (Number.isNaN(height)) return;
    sum += height * share;
    weight += share;
  };
  add(h00, (1 - u) * (1 - v));
  add(h10, u * (1 - v));
  add(h01, (1 - u) * v);
  add(h11, u * v);
  return { sum, weight };
}

/** Contribution of a chunk's samples to a point: Σ weight × height and Σ weight, bilinear; weight 1 if none is missing. */
export function contributionAt(heights: Float32Array, x: number, y: number): { sum: number; weight: number } {
  const column = Math.min(Math.max(Math.floor(x), 0), CHUNK - 1);
  const row = Math.min(Math.max(Math.floor(y), 0), CHUNK - 1);
  const at = row * CHUNK_SAMPLES + column;
  const below = at + CHUNK_SAMPLES;
  return weigh(heights[at]!, heights[at + 1]!, heights[below]!, heights[below + 1]!, x - column, y - row);
}

/** Whether the sample nearest to a point of a chunk has a height. */
export function hasHeight(heights: Float32Array, x: number, y: number): boolean {
  const column = Math.min(Math.max(Math.round(x), 0), CHUNK);
  const row = Math.min(Math.max(Math.round(y), 0), CHUNK);
  return !Number.isNaN(heights[row * CHUNK_SAMPLES + column]!);
}
