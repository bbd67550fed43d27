// Figures of merit, limits on them, and tables.

/** nRMSE over intervals with truth > 1 W/m² and bias of the sum (both % of the truth), worst error (W/m²). */
export function judge(truth, got) {
  let squares = 0;
  let sum = 0;
  let total = 0;
  let error = 0;
  let n = 0;
  let worst = 0;
  for (let k = 0; k < truth.length; k++) {
    const difference = got[k] - truth[k];
    total += truth[k];
    error += difference;
    worst = Math.max(worst, Math.abs(difference));
    if (!(truth[k] > 1)) continue;
    squares += difference * difference;
    sum += truth[k];
    n++;
  }
  return { nrmse: (100 * Math.sqrt(squares / n)) / (sum / n), bias: (100 * error) / total, worst };
}

/** Over sites: mean nRMSE, the bias that is largest by size, the worst error. */
export function overSites(results) {
  return {
    nrmse: results.reduce((sum, { nrmse }) => sum + nrmse, 0) / results.length,
    bias: results.reduce((most, { bias }) => (Math.abs(bias) > Math.abs(most) ? bias : most), 0),
    worst: Math.max(...results.map(({ worst }) => worst)),
  };
}

/** A Markdown table; numbers are shown with `digits` decimals. */
export function markdown(head, body, digits = 3) {
  const cell = (value) => (typeof value === "number" ? value.toFixed(digits) : value);
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map((_, k) => (k === 0 ? "---" : "---:"))), ...body.map(line)].join("\n");
}

/** Collects what must hold; says at the end what does not. */
export class Verdict {
  checked = 0;
  broken = [];

  /** @param limit what `value` may be at most, by size */
  atMost(what, value, limit) {
    this.checked++;
    if (!(Math.abs(value) <= limit))
      this.broken.push(`${what}: ${value.toPrecision(4)}, allowed ${limit.toPrecision(3)}`);
  }

  /** Prints the verdict and sets the exit code. */
  conclude() {
    if (this.broken.length > 0) process.exitCode = 1;
    console.log(`\n${this.checked - this.broken.length} of ${this.checked} limits hold.`);
    for (const line of this.broken) console.log(`- not met: ${line}`);
  }
}
