/** Files that leave the page. */
import { h } from "../dom.js";

export function save(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
