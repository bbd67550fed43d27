/** The months of a yield as the service's own CSV has them: the same columns and digits. */

/** In their order, before the energies after each stage. */
const COLUMNS = [
  "month",
  "years",
  "horizontal_irradiation",
  "plane_irradiation",
  "energy",
  "specific_yield",
  "performance_ratio",
  "missing",
  "doubtful",
];

interface Months {
  readonly months: readonly ({ readonly [name: string]: unknown } & {
    readonly stages: { readonly [stage: string]: number | null };
  })[];
  readonly losses: readonly { readonly name: string }[];
}

export interface Table {
  readonly text: string;
  readonly rows: number;
  readonly columns: number;
}

/** @param json the answer of `/v1/yield` as it came */
export function yieldTable(json: string): Table {
  const { months, losses }: Months = JSON.parse(json);
  const stages = losses.map(({ name }) => name);
  const head = [...COLUMNS, ...stages.map((name) => `after_${name}`)];
  const rows = months.map((month) => [
    ...COLUMNS.map((name) => month[name]),
    ...stages.map((name) => month.stages[name]),
  ]);
  const text = [head, ...rows.map((row) => row.map((value) => value ?? ""))]
    .map((row) => `${row.join(",")}\n`)
    .join("");
  return { text, rows: rows.length, columns: head.length };
}
