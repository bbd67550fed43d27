/** Folders of tests, which are gone when these end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

function folderUntil(end: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-test-"));
  end(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Of the test that runs. */
export const temporaryFolder = () => folderUntil(onTestFinished);

/** Of all tests of a file or a group. */
export const folderOfFile = () => folderUntil(afterAll);
