/** Libraries of equipment, as the command line and as the library call them. */
export const KINDS = {
  "cec-modules": "cecModules",
  "sandia-modules": "sandiaModules",
  inverters: "inverters",
} as const;
