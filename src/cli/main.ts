#!/usr/bin/env node
/** The command line: a thin caller of the library. */
import { surviveClosedStderr } from "./output.js";
import { runProgram } from "./program.js";

surviveClosedStderr();
await runProgram(process.argv.slice(2));
