export { infiniteSheds } from "./infinite-sheds.js";
export { sheds } from "./sheds.js";
