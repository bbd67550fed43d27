import type { Page } from "../rooms/page.js";
export function openReport(page: Page): void {
  void page;
}
