/** Executes `irradiance learn`: a meter in, a system with its health out, or one sentence that says why not. */

import { describeSystem, learnSystem } from "../answers/meter/index.js";
import { learningSvg } from "../answers/meter/picture.js";
import { learningReport, meterPlaceAt, meterRows } from "../answers/meter/report.js";
import { formatLearning } from "../answers/meter/text.js";
import type { MeterPlace, MeterRows } from "../answers/meter/types.js";
import { snakeKeys } from "../answers/yield/answer.js";
import { type ReadPowerOptions, readPower } from "../answers/yield/measured/read-power.js";
import { chunksOf } from "../data/weather/file-chunks.js";
import { given } from "../foundation/text/shown.js";
import { UsageError } from "./errors.js";
import { fileItems, inItemsOf } from "./file-items.js";
import { meterWeather } from "./learn-weather.js";
import type { LearnFlags } from "./options/meter.js";
import { forPeople, printNotice, refuseOtherPictures, refuseSameFile, writeResult } from "./output.js";
import { altitudeOfMap, givenPlace } from "./place-context.js";

/** @throws UsageError where nothing can be learnt, and for files used twice; WeatherError for one that cannot be read */
export async function runLearn(file: string, flags: LearnFlags): Promise<void> {
  const { out, report, plot, kwp, tilt, azimuth, limit } = flags;
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
    [out, () => `${JSON.stringify(snakeKeys(describeSystem(system)), null, 2)}\n`],
    [report, () => learningReport(learning, place)],
    [plot, () => learningSvg(learning, place)],
  ] as const;
  const files = results.flatMap(([path, made]) => (path === undefined ? [] : [[path, made()] as const]));
  for (const [path, text] of files) await writeResult(text, path);
  await writeResult(forPeople(formatLearning(learning, place), process.stdout), undefined);
}

async function placeOf({ lat, lon, altitude, quiet }: LearnFlags): Promise<MeterPlace> {
  const given = givenPlace({ lat, lon });
  const place = await meterPlaceAt({ latitude: given.lat!, longitude: given.lon!, altitude });
  if (altitude === undefined && !quiet) printNotice(`note: ${altitudeOfMap(Math.round(place.altitude))}`);
  return place;
}

/** Without a place: the reader's look at the clock would refuse what the learner finds. */
async function meterOf(file: string, { meterAs, kwp, quiet }: LearnFlags, place: MeterPlace): Promise<MeterRows> {
  const options = { file, kwp, ...fileItems("--meter-as", meterAs) } as ReadPowerOptions;
  return inItemsOf("--meter-as", place, async (inWords) => {
    const { rows, notices } = meterRows(await readPower(chunksOf(file, file), options));
    if (!quiet) for (const { message } of notices) printNotice(`meter: ${inWords(message)}`);
    return rows;
  });
}
