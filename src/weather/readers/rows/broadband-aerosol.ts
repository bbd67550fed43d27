import { pow } from "../../../math/index.js";

/**
 * From the broadband aerosol optical depth of TMY2 and TMY3 to the depth at 550 nm of the weather column: the
 * broadband depth is about that at 700 nm (Molineaux et al. 1998), Ångström exponent 1.14.
 */
export const AOD550_PER_BROADBAND = /* @__PURE__ */ pow(700 / 550, 1.14);
