/** Packages that some scripts compare with or run on where they are installed; the repository does not depend on them. */
declare module "@tensorflow/tfjs-backend-wasm";
declare module "nrel-spa";
declare module "solar-calculator";
declare module "suncalc";
