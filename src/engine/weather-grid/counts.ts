/** Counts of corrections, in weather intervals (gaps in output intervals). */
export interface Counts {
  [name: string]: number;
  negative: number;
  missing_code: number;
  implausible: number;
  implausible_state: number;
  beam_ratio_ignored: number;
  decomposed: number;
  capped: number;
  light_at_night: number;
  twilight_excess: number;
  filled: number;
  uncovered: number;
}

export function noCounts(): Counts {
  return {
    negative: 0,
    missing_code: 0,
    implausible: 0,
    implausible_state: 0,
    beam_ratio_ignored: 0,
    decomposed: 0,
    capped: 0,
    light_at_night: 0,
    twilight_excess: 0,
    filled: 0,
    uncovered: 0,
  };
}
