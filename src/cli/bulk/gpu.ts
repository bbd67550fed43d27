/** `irradiance bulk --gpu`: messages about the accelerator. */
import type { SiteResult } from "../../bulk/types.js";
import type { Accelerator } from "../../gpu/types.js";
import { printNotice } from "../output.js";

/** Counts the sites that the accelerator left to the threads. */
export class GpuTally {
  private readonly accelerator: Accelerator;
  private sites = 0;
  private left = 0;
  private reason = "";

  constructor(accelerator: Accelerator) {
    this.accelerator = accelerator;
  }

  add(result: SiteResult): void {
    this.sites++;
    const note = result.ok ? result.notices.find(({ code }) => code === "accelerator") : undefined;
    if (!note) return;
    if (this.left === 0) this.reason = note.message;
    this.left++;
  }

  report(subSteps: number | "auto" = 4): void {
    const { adapter } = this.accelerator;
    printNotice(`gpu: ${adapter}; ${subSteps} equal sub-steps per interval, one clear-sky index per interval`);
    if (this.left > 0)
      printNotice(`gpu: ${this.left} of ${this.sites} sites computed on the CPU; first: ${this.reason}`);
  }
}
