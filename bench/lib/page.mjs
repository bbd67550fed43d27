// bench/performance.md and what the terminal shows, from the suites' results.
import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { verdicts } from "./figures.mjs";

/** The machine in one paragraph. */
export function machine() {
  const all = cpus();
  const vectors = ["avx512f", "avx2"].find((flag) => cpuFlags().has(flag)) ?? "no AVX known of";
  return (
    `${all[0].model.trim()}, ${all.length} CPUs, ${Math.round(totalmem() / 2 ** 30)} GiB, ${vectors}; ${process.platform} ` +
    `${process.arch}, Node ${process.version} (V8 ${process.versions.v8}); load average at the start ${loadavg()[0].toFixed(1)}`
  );
}

function cpuFlags() {
  try {
    const line = /^Flags:(.*)$/m.exec(execFileSync("lscpu", { encoding: "utf8" }))?.[1] ?? "";
    return new Set(line.trim().split(/\s+/));
  } catch {
    return new Set();
  }
}

/**
 * The document.
 *
 * @param {{ machine: string, date: string, command: string, figures: object, tables: Table[] }} run
 * @typedef {{ title: string, text: string, head: string[], rows: string[][] }} Table
 */
export function page({ machine, date, command, figures, tables }) {
  return [
    "# Performance",
    `Written by \`${command}\` (bench/run.mjs) on ${date}; do not edit. Every suite runs in its own process, in ` +
      "which the cases take turns (A B C, A B C, …). Figures are the median of the rounds, with the quartiles in " +
      "parentheses. Absolute times hold for this machine; most ratios hold on others, too.",
    `Machine: ${machine}.`,
    "## Targets",
    table(["figure", "required", "aim", "measured", "met"], verdicts(figures)),
    ...tables.flatMap(({ title, text, head, rows }) => [`## ${title}`, text, table(head, rows)]),
    "",
  ]
    .filter((part, k, parts) => part || k === parts.length - 1)
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A table for the terminal. */
export function plainTable({ title, text, head, rows }) {
  const lines = [head, ...rows].map((row) => row.map((cell) => String(cell).replaceAll("`", "")));
  const widths = head.map((_, k) => Math.max(...lines.map((row) => row[k]?.length ?? 0)));
  const body = lines.map((row) =>
    row
      .map((cell, k) => cell.padEnd(widths[k]))
      .join("   ")
      .trimEnd(),
  );
  return [`\n${title}`, ...(text ? [text.replaceAll("`", "")] : []), ...body].join("\n");
}

export function verdictTable(figures) {
  return {
    title: "Targets",
    text: "",
    head: ["figure", "required", "aim", "measured", "met"],
    rows: verdicts(figures),
  };
}
