/** The compiler's view of the repository under its own tsconfig.json, as `npm run types` has it. */
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./repository.js";

/** All TypeScript. */
export function treeProgram(): ts.Program {
  const { fileNames, options } = parsedConfig();
  return ts.createProgram(fileNames, options);
}

export function treeOptions(): ts.CompilerOptions {
  return parsedConfig().options;
}

function parsedConfig(): ts.ParsedCommandLine {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }: ts.Diagnostic) {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(join(ROOT, "tsconfig.json"), {}, host);
  if (parsed === undefined) throw new Error("tsconfig.json cannot be read");
  return parsed;
}
