/** Failures as customers may read them: which source, and of what kind. Where it lies is for the log. */
import type { Archive, SourceFailure } from "irradiance-archive";

const PASSED_OVER = "passed-over";

export function withoutPaths(archive: Archive): Archive {
  return {
    ...archive,
    async read(plan, options) {
      const read = await archive.read(plan, options);
      if (read.failures.length === 0) return read;
      const others = read.notices.filter(({ code }) => code !== PASSED_OVER);
      const message = `passed over: ${describeFailures(read.failures)}`;
      return { ...read, notices: [...others, { code: PASSED_OVER, message }] };
    },
  };
}

/** "era5 (unreachable), land (damaged)". */
export function describeFailures(failures: readonly SourceFailure[]): string {
  return [...new Set(failures.map(({ source, kind }) => `${source} (${kind})`))].join(", ");
}
