// Broken cloud: a telegraph on the beam, on and off in turn with exponential dwells, and a level that holds for two hours.
import { randomNumbers } from "../../scripts/lib/random.mjs";

const MEAN_DWELL = 720; // s
const LEVEL_HOLDS = 7200; // s

/**
 * What the telegraph's state and the level make of the beam (issue: "on/off telegraph on the beam, two-hourly level
 * uniform 0.2–1" can be read in three ways). The limits are held against "depth".
 */
export const CLOUD_READINGS = {
  /** A cloud takes the level's share of the beam; between clouds the beam is whole. Mean transmission 0.7. */
  depth: (on, level) => (on ? 1 - level : 1),
  /** No beam behind a cloud, the level's share of it between clouds (haze, cirrus). Mean transmission 0.3. */
  gain: (on, level) => (on ? 0 : level),
  /** No beam behind a cloud, the whole between clouds; the level is the share of time without cloud. Mean 0.6. */
  share: (on) => (on ? 0 : 1),
};

/** Transmission of the beam at n steps of `step` seconds. */
export function transmission(reading, n, step, seed) {
  const draw = randomNumbers(seed);
  const out = new Float64Array(n);
  let level = 1;
  let on = draw() < 0.5;
  let left = 0;
  for (let i = 0; i < n; i++) {
    if ((i * step) % LEVEL_HOLDS === 0) level = 0.2 + 0.8 * draw();
    if (left <= 0) {
      on = !on;
      // With a share of clear time, dwells of both states keep a mean of MEAN_DWELL together.
      const share = reading === "share" ? 2 * (on ? 1 - level : level) : 1;
      left = (-Math.log(1 - draw()) * MEAN_DWELL * share) / step;
    }
    left--;
    out[i] = CLOUD_READINGS[reading](on, level);
  }
  return out;
}
