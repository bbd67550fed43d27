/** What a horizon takes of a year: one yield behind it, one of the same system on flat land, both as the service gave them. */

/** As much of an answer of `/v1/yield` as is needed. */
export interface YieldWithStages {
  readonly annual: { readonly energy: number } | null;
  readonly months: readonly {
    readonly month: number;
    readonly energy: number;
    readonly stages: { readonly [stage: string]: number | undefined };
  }[];
  readonly losses: readonly { readonly name: string; readonly energy: number }[];
}

/** Shares from 0 to 1, of the light on the planes and of the energy fed in; energies in kWh. */
export interface Taken {
  readonly light: number;
  readonly energy: number;
  readonly open: number;
  readonly behind: number;
  readonly lost: number;
}

export interface HorizonLoss extends Taken {
  readonly months: readonly (Taken & { readonly month: number })[];
}

/**
 * The light that the horizon takes is a stage of one answer. The energy is the difference of two: modules that get less light are
 * cooler, and the inverter limits less, so that it is another share. undefined without a whole year.
 */
export function horizonLossOf(open: YieldWithStages, behind: YieldWithStages): HorizonLoss | undefined {
  if (!open.annual || !behind.annual) return undefined;
  const stage = (name: string) => behind.losses.find((one) => one.name === name)?.energy;
  const months = behind.months.flatMap(({ month, energy, stages }) => {
    const before = open.months.find((one) => one.month === month);
    return before ? [{ month, ...taken(before.energy, energy, stages.plane, stages.shading) }] : [];
  });
  return { ...taken(open.annual.energy, behind.annual.energy, stage("plane"), stage("shading")), months };
}

function taken(open: number, behind: number, plane = 0, shaded = plane): Taken {
  const share = (from: number, to: number) => (from > 0 ? 1 - to / from : 0);
  return { light: share(plane, shaded), energy: share(open, behind), open, behind, lost: open - behind };
}
