/** History. */
export { seriesRoom as make } from "../series/series-room.js";
