/** Broadband aerosol optical depth, as the Linke turbidity asks for, from the depth that is usually given. */
import { positivePow } from "../../math/index.js";
import { TYPICAL_ANGSTROM_ALPHA } from "./aerosol.js";

/** The depth at 700 nm stands for the broadband one (Molineaux et al. 1998); given is that at 550 nm. */
export const BROADBAND_PER_AOD550 = /* @__PURE__ */ positivePow(550 / 700, TYPICAL_ANGSTROM_ALPHA);
