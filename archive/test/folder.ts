/** New folders for tests, which are gone when the test, or all of the file, is over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

function newFolder(whenOver: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-archive-"));
  whenOver(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** In a test, or before each. */
export const folderOfTest = () => newFolder(onTestFinished);
/** At the top of a file or of a group of tests. */
export const folderOfFile = () => newFolder(afterAll);
