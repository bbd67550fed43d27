/** A yield as a picture that leaves the page: months over the light's way, or pins beside one another, with all that belongs to it. */
import { type Picture, shapeOf } from "../chart/picture.js";
import { commonOf } from "../compare/names.js";
import { changeText, energyText } from "../compare/words.js";
import { type Compared, monthPictures } from "../compare/yield-tables.js";
import { yieldRows } from "../compare/yields.js";
import { coordinatesOf } from "../place/words.js";
import { horizonName, madeText, originTexts, placed } from "../result/caption.js";
import { type Caption, framed } from "../result/framed.js";
import { rangeOf } from "../rooms/roof/figures.js";
import { rangeFigure, sourceText } from "../rooms/roof/headline.js";
import { monthsPicture, wayPicture } from "../rooms/roof/pictures.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import type { State } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { lossesText, planeText, titleOf } from "./model.js";

/** Pixels. */
const WIDTH = 860;

/** @param compared pins to show in place of the answer's own months; undefined: there are none */
export function yieldImage(
  answer: YieldAnswer,
  state: State,
  compared: Compared<YieldAnswer> | undefined,
  date: Date,
): string {
  const pictures = compared
    ? monthPictures(compared, WIDTH)
    : [monthsPicture(answer, WIDTH), wayPicture(answer, WIDTH)];
  const title = compared ? `${texts().report.comparison}: ${compared.names.join(", ")}` : titleOf(answer);
  return framed(
    stacked(title, pictures),
    compared ? captionOfPins(compared, date) : captionOfYield(answer, state, date),
  );
}

function captionOfYield(answer: YieldAnswer, { name, horizon }: State, date: Date): Caption {
  const words = texts().report;
  const { place, planes, weather, notices } = answer;
  const range = rangeOf(answer);
  const where = `${coordinatesOf({ lat: place.latitude, lon: place.longitude })}, ${words.metres(figure(place.altitude))}`;
  const system = [planes.map(planeText).join("; "), `${words.losses}: ${lossesText(answer)}`];
  const total = answer.annual ? `${energyText(answer.annual.energy)} ${texts().roof.unit}` : texts().roof.noAnnual;
  const sure = range ? [texts().roof.chance(rangeFigure(range.low), rangeFigure(range.high))] : [];
  return {
    place: placed(name, [where, ...system, words.picture.horizon(horizonName({ horizon }, notices))]),
    sources: [
      [total, ...sure].join(", "),
      sourceText(answer),
      ...originTexts(weather.sources ?? [], notices),
      madeText(date),
    ],
  };
}

/** What all pins share stands above, what each yields below; sources and notices are those of all, each once. */
function captionOfPins(compared: Compared<YieldAnswer>, date: Date): Caption {
  const answers = compared.answers.filter((answer) => answer !== undefined);
  const origins = answers.flatMap(({ weather, notices }) => originTexts(weather.sources ?? [], notices));
  const unique = [...new Set([...answers.map(sourceText), ...origins])];
  return {
    place: texts().compare.same(commonOf(compared.pins)),
    sources: [...pinTexts(compared), ...unique, madeText(date)],
  };
}

function pinTexts({ names, answers }: Compared<YieldAnswer>): string[] {
  return yieldRows(answers).map(({ energy, share }, k) => {
    const more = k === 0 || share === null ? "" : ` (${changeText(share)})`;
    return `${names[k]}: ${energyText(energy)} ${texts().roof.unit}${more}`;
  });
}

/** Pictures below one another as one. */
function stacked(title: string, pictures: readonly Picture[]): Picture {
  let y = 0;
  const parts = pictures.map((picture) => {
    const part = shapeOf(picture, { x: 0, y, width: picture.width, height: picture.height });
    y += picture.height;
    return part;
  });
  return { width: WIDTH, height: y, title, parts };
}
