/** Each connection is an open file, and a process may have only so many: the rest must do for weather, accounts and the log. */
import { readFileSync } from "node:fs";
import type { Logger } from "pino";

const FOR_ALL_ELSE = 256;

/** How many connections there may be: those of the settings, or what the limit of open files leaves. */
export function mostConnections(asked: number, log: Logger, limit = mostOpenFiles()): number {
  // For a moment there are twice as many.
  if (limit === undefined || 2 * asked + FOR_ALL_ELSE <= limit) return asked;
  const most = Math.max(1, Math.floor((limit - FOR_ALL_ELSE) / 2));
  log.warn(
    { asked, most, limit },
    `at most ${most} connections, not ${asked}: this process may open ${limit} files (ulimit -n, LimitNOFILE)`,
  );
  return most;
}

/** undefined where the system does not say (Linux does), or sets none. */
function mostOpenFiles(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
