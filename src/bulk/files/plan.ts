/** What is known of a run's file before anything runs: its columns, and how its sites are cut into parts. */
import { simulate } from "../simulate.js";
import { commonRequest } from "../sites/options.js";
import type { SimulationOptions } from "../types.js";
import { rowsPerSite, sitesPerPart } from "./parts.js";
import { tableOf } from "./run-table.js";
import type { TableDescription } from "./table.js";

export interface FilePlan {
  readonly description: TableDescription;
  readonly sitesPerPart: number;
}

/** @throws the errors of `simulate`; RangeError for a size of parts that is none */
export async function planOf(
  options: SimulationOptions & { readonly sitesPerPart?: number | undefined },
): Promise<FilePlan> {
  const simulation = simulate(options);
  const request = commonRequest(options);
  const description = tableOf(simulation, request.frequency);
  await simulation.close();
  const usual = sitesPerPart(rowsPerSite(request, options.weather, simulation.aggregate), simulation.columns.length);
  return { description, sitesPerPart: checkedSize(options.sitesPerPart ?? usual) };
}

function checkedSize(size: number): number {
  if (Number.isInteger(size) && size >= 1) return size;
  throw new RangeError(`sitesPerPart must be a whole number from 1, got ${size}`);
}
