/** A store as the archive sees it: variables that are columns, on time axes and places. */

import type { ReadOptions } from "../budget.js";
import { unreadable } from "../bytes/failures.js";
import { type ArchiveError, type FailureKind, kindOf } from "../errors.js";
import type { Hierarchy } from "./array.js";
import { type Axes, type Group, openGroup } from "./group.js";
import type { Rule, TimeLabel } from "./products.js";
import { intervalProblem, variablesOf } from "./variables.js";

export interface Dataset {
  readonly groups: readonly Group[];
  readonly version: string;
  /** Variables that are left out, and why. */
  readonly problems: readonly string[];
}

export interface DatasetOptions extends Axes {
  readonly rules: readonly Rule[];
  /** In place of what the rules say, or where they do not. */
  readonly label: TimeLabel | undefined;
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if nothing in the store can be used, saying why */
export async function openDataset(
  hierarchy: Hierarchy,
  { rules, label, select, reach, shift }: DatasetOptions,
  options: ReadOptions,
): Promise<Dataset> {
  const problems: string[] = [];
  const variables = variablesOf(hierarchy, rules, label, problems);
  const groups: Group[] = [];
  let kind: FailureKind | undefined;
  for (const [key, own] of groupBy(variables, ({ array }) => array.dimensions.join())) {
    try {
      const group = await openGroup(own, hierarchy, { select, reach, shift }, options);
      const fitting = own.filter((one) => {
        const problem = intervalProblem(one, group.axis.step / 1000);
        if (problem !== undefined) problems.push(problem);
        return problem === undefined;
      });
      if (fitting.length > 0) groups.push({ ...group, variables: fitting });
    } catch (error) {
      // What cannot be fetched may come at the next attempt; what is wrong stays wrong.
      if (variables.length === own.length) throw error;
      kind ??= kindOf(error);
      problems.push(`(${key}): ${(error as Error).message}`);
    }
  }
  if (groups.length === 0) throw nothing(hierarchy, namesOf(rules), problems, kind);
  return { groups, version: hierarchy.version, problems };
}

/** Names of the variables that rules are about. */
export function namesOf(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ names, second = [] }) => [...names, ...second]);
}

function nothing(
  { location, arrays, problems: damaged }: Hierarchy,
  known: readonly string[],
  problems: readonly string[],
  kind: FailureKind = "unusable",
): ArchiveError {
  const why = [...problems, ...damaged.values()];
  if (why.length > 0) return unreadable(location, why.join("; "), kind);
  const there = [...arrays.keys()].join(", ") || "nothing";
  const text = `it has none of the variables ${known.join(", ")}; it has ${there}: name yours in \`variables\``;
  return unreadable(location, text, "no such column");
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
