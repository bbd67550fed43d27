/** irradiance-server: the service as a library, for programs and tests that start it themselves. */
export {};
