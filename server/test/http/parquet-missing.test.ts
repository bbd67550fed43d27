/** A server without the package that writes Parquet. */
import { MissingPackageError } from "irradiance-engine/bulk";
import { expect, it, vi } from "vitest";
import { JOBS, jobStand } from "./jobs-fixture.js";

vi.mock("../../src/jobs/part-tables.js", async (original) => ({
  ...(await original<object>()),
  tableOf: () => Promise.reject(new MissingPackageError(["hyparquet-writer"], "Parquet files")),
}));

it("refuses a job of tables by the name of the package, and makes one of lines", async () => {
  const server = await jobStand();
  const job = { endpoint: "realtime", sites: [{ lat: 40, lon: 10 }] };
  const { status, json } = await server.post({ ...job, format: "parquet" });
  expect([status, json.error]).toEqual([
    400,
    expect.objectContaining({
      ...{ code: "invalid_parameter", parameter: "format" },
      message: expect.stringContaining("npm install hyparquet-writer"),
    }),
  ]);
  expect((await server.ask(JOBS)).json.jobs).toEqual([]);
  expect((await server.post(job)).status).toBe(201);
});
