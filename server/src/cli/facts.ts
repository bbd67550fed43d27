/** Lines of facts, each with its name before it. */
import { time } from "./command.js";

const WIDTH = 12;

export function fact(name: string, text: string): string {
  return `${name.padEnd(WIDTH)}  ${text}`;
}

export function dayText(at: number): string {
  return time(at).slice(0, 10);
}
