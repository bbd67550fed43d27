/** Executes `irradiance learn`: a meter in, a system with its health out, or one sentence that says why not. */

import { describeSystem, type Learning, learnSystem } from "../answers/meter/index.js";
import { learningSvg } from "../answers/meter/picture.js";
import { formatLearning, plainLearning } from "../answers/meter/text.js";
import type { MeterPlace, MeterRows } from "../answers/meter/types.js";
import { snakeKeys } from "../answers/yield/answer.js";
import { type ReadPowerOptions, readPower } from "../answers/yield/measured/read-power.js";
import { skyAt } from "../data/climatology/sky.js";
import { chunksOf } from "../data/weather/file-chunks.js";
import { given } from "../foundation/text/shown.js";
import { SECOND } from "../foundation/time/calendar.js";
import { UsageError } from "./errors.js";
import { fileItems, inItemsOf } from "./file-items.js";
import { meterWeather } from "./learn-weather.js";
import type { LearnFlags } from "./options/meter.js";
import { forPeople, printNotice, refuseOtherPictures, refuseSameFile, writeResult } from "./output.js";
import { altitudeOfMap, givenPlace } from "./place-context.js";

/** What the reader takes for granted of times: the sun shows them. */
const OF_CLOCK = ["time-zone", "label-assumed"];

/** @throws UsageError where nothing can be learnt, and for files used twice; WeatherError for one that cannot be read */
export async function runLearn(file: string, flags: LearnFlags): Promise<void> {
  const { out, report, plot, quiet, kwp, tilt, azimuth, limit } = flags;
  refuseOtherPictures({ "--plot": plot });
  await refuseSameFile(
    { "--out": out, "--report": report, "--plot": plot },
    { "the meter's file": file, "--weather": flags.weather, "--archive": flags.archive },
  );
  const place = await placeOf(flags);
  const meter = await meterOf(file, flags, place);
  const weather = await meterWeather(flags, meter, place);
  const learning = learnSystem(meter, place, { weather, known: given({ kwp, tilt, azimuth, limit }) });
  const { system, refusal } = learning;
  if (system === undefined) throw new UsageError(`${file}: nothing is learnt: ${refusal!.message}`);
  // All is made before the first file is written.
  const results = [
    [out, () => jsonOf(snakeKeys(describeSystem(system)), 2)],
    [report, () => jsonOf(plainLearning(learning, place), 1)],
    [plot, () => learningSvg(learning, place)],
  ] as const;
  const files = results.flatMap(([path, made]) => (path === undefined ? [] : [[path, made()] as const]));
  for (const [path, text] of files) await writeResult(text, path);
  await writeResult(forPeople(formatLearning(learning, place), process.stdout), undefined);
  if (!quiet && out !== undefined) sayWhatIsMissing(learning);
}

/** A description has no map of shade. */
function sayWhatIsMissing({ system }: Learning): void {
  if (system!.shade !== undefined)
    printNotice(
      "note: a system's description has no map of shade: what --system computes is without it; --report has it",
    );
}

async function placeOf({ lat, lon, altitude, quiet }: LearnFlags): Promise<MeterPlace> {
  const given = givenPlace({ lat, lon });
  const { place, linkeTurbidity, climate } = await skyAt({ latitude: given.lat!, longitude: given.lon!, altitude });
  if (altitude === undefined && !quiet) printNotice(`note: ${altitudeOfMap(Math.round(place.altitude))}`);
  return { ...place, linkeTurbidity, temperature: climate.temperature };
}

/** Without a place: the reader's look at the clock would refuse what the learner finds. */
async function meterOf(file: string, { meterAs, kwp, quiet }: LearnFlags, place: MeterPlace): Promise<MeterRows> {
  const options = { file, kwp, ...fileItems("--meter-as", meterAs) } as ReadPowerOptions;
  return inItemsOf("--meter-as", place, async (inWords) => {
    const { measured, notices } = await readPower(chunksOf(file, file), options);
    if (!quiet) {
      for (const { code, message } of notices) if (!OF_CLOCK.includes(code)) printNotice(`meter: ${inWords(message)}`);
      if (notices.some(({ code }) => code === "time-zone"))
        printNotice(
          "meter: its times state no zone: by how much they are off, and when they were set, is found by the sun",
        );
    }
    const { start, interval, power } = measured;
    return { start, step: interval * SECOND, power };
  });
}

function jsonOf(value: unknown, indent: number): string {
  return `${JSON.stringify(value, null, indent)}\n`;
}
