/** `observe --time-zone` and frequencies from 1_day on. */
import { describe, expect, it } from "vitest";
import { runCli, workplace } from "./in-process.js";

const { folder, put, textOf } = workplace();

/** Three days in Zurich, in the second of which clocks are advanced. */
const rows = Array.from({ length: 72 }, (_, i) => {
  const time = new Date(Date.UTC(2024, 2, 29, 23) + i * 3_600_000).toISOString().replace(".000", "");
  return `${time},${i % 24 > 8 && i % 24 < 17 ? 300 : 0},${i % 24}`;
});
put(
  "w.csv",
  `# latitude: 47.4\n# longitude: 8.5\nstart_time,global_horizontal_irradiance,temperature\n${rows.join("\n")}\n`,
);

function observe(...args: string[]) {
  return runCli(["observe", "--weather", "w.csv", ...args], folder);
}

describe("observe --time-zone", () => {
  it("writes local times, and reads local starts and ends", async () => {
    const { status, stdout, stderr } = await observe(
      ...[
        "--time-zone=local",
        "--frequency=1_hour",
        "--start=2024-03-31",
        "--end=2024-03-31T05:00",
        "--response-format=csv",
      ],
    );
    expect(status, stderr).toBe(0);
    expect(stdout.split("\n").map((line) => line.split(",")[0])).toEqual([
      "start_time",
      "2024-03-31T00:00:00+01:00",
      "2024-03-31T01:00:00+01:00",
      "2024-03-31T03:00:00+02:00",
      "2024-03-31T04:00:00+02:00",
      "",
    ]);
  });

  it("standard is the place's standard time", async () => {
    const { stdout } = await observe(
      "--time-zone=standard",
      "--frequency=1_hour",
      "--start=2024-03-31T01:00Z",
      "--quiet",
    );
    expect(JSON.parse(stdout).start_times[0]).toBe("2024-03-31T02:00:00+01:00");
  });

  it("sums days, says so, and draws them", async () => {
    const { status, stderr } = await observe(
      ...["--time-zone=Europe/Zurich", "--frequency=1_day", "--out=d.csv", "--plot=d.svg", "--altitude=400"],
    );
    expect(status, stderr).toBe(0);
    expect(textOf("d.csv").split("\n").slice(0, 3)).toEqual([
      "start_time,end_time,global_horizontal_irradiance,temperature,surface_azimuth,surface_tilt",
      "2024-03-30T00:00:00+01:00,2024-03-31T00:00:00+01:00,2400,11.5,0,0",
      "2024-03-31T00:00:00+01:00,2024-04-01T00:00:00+02:00,2400,11,0,0",
    ]);
    expect(stderr).toContain("note: sums of each day: irradiance in Wh/m²; temperature and snow depth are means");
    const svg = textOf("d.svg");
    expect(svg).toContain("daily sums");
    expect(svg).toContain("2024-03-30 to 2024-04-01 · Europe/Zurich");
  });

  it("has the months of a typical year whole, where it is laid over a year of UTC", async () => {
    const hours = Array.from({ length: 8760 }, (_, i) => {
      const time = new Date(Date.UTC(2023, 0, 1) + i * 3_600_000).toISOString().replace(".000", "");
      return `${time},${i % 24 === 2 ? 300 : 0},${time < "2023-01-02" ? 20 : 10}`;
    });
    const head = "# latitude: -33.9\n# longitude: 151.2\n# altitude: 40\n# typical_year: true\n";
    put("typical.csv", `${head}start_time,global_horizontal_irradiance,temperature\n${hours.join("\n")}\n`);
    const args = ["--weather=typical.csv", "--time-zone=standard", "--frequency=1_month", "--response-format=csv"];
    const { status, stdout, stderr } = await runCli(["observe", ...args], folder);
    expect(status, stderr).toBe(0);
    const months = stdout.trimEnd().split("\n").slice(1);
    expect(months).toHaveLength(12);
    expect(months[0]).toMatch(/^2023-01-01T00:00:00\+10:00,2023-02-01T00:00:00\+10:00,9300,/);
    expect(stderr).not.toMatch(/left out|gaps|uncovered/);
  });

  it.each([
    [["--time-zone=Mars/Base"], /--time-zone must be the name of a zone such as "Europe\/Zurich".*got "Mars\/Base"/],
    [["--start=2024-03-31"], /--start must be a UTC time/],
    [["--time-zone=local", "--start=2024-03-31T02:30"], /--start must be a time .*none that clocks jump over\), got/],
    [["--out=r.parquet"], /--out: a response is JSON or CSV, not \.parquet/],
    [["--frequency=2_days"], /--frequency must be one of 1_minute.*1_year, got "2_days"/],
    [["--frequency=1_day", "--plot=x.svg", "--plot-kind=year"], /kind must be periods with frequency "1_day"/],
  ])("%j is refused", async (args, message) => {
    const { status, stderr } = await observe(...args, "--quiet");
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
