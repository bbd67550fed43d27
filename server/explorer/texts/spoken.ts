/** What the service says in English, in another language: notices by their code and facts, and phrases by what they say. */
import { type Clause, clauseIn } from "../accuracy/nearest.js";
import type { Facts } from "./en/index.js";
import type { Texts } from "./said.js";

/** What a sentence needs and does not get makes it empty: the service's own words then stand. */
export type Sentence = (facts: { readonly [name: string]: number }, clause: Clause | undefined) => string;

/** Reasons of uncertainty, names of data sets, and what was changed of values. */
const PATTERNS = {
  assumedClimate: /^assumed for a climate with ([\d.]+) of the light above the air.*$/,
  scatter: /^the scatter of (\d+) years, by Student's t$/,
  scatterOfNobody: /^the scatter of (\d+) years that are nobody's history$/,
  typicalYear: /^a typical year: in the share of the light$/,
  oneYear: /^one year stands for all$/,
  meanOfYears: /^the mean of (\d+) years$/,
  pyranometer: /^measured by a pyranometer, (±[\d.]+ %) with 95 % (\(.*\))$/,
  satellites: /^from satellites: 3 to 6 % at stations$/,
  reanalysis: /^from a reanalysis: 5 % \(ERA5\) and more at stations$/,
  typicalMean: /^a typical year: 5 % for the long-term mean (.*)$/,
  generatedAt: /^generated from the world climatology: (.*) at (\d+) places$/,
  unknownSource: /^of unknown source: 5 % assumed, as for a long-term mean (.*)$/,
  judgedPlaces: /^world climatology, ([a-z ]+): (\d+) places judged$/,
  judgedNowhere: /^world climatology, ([a-z ]+): none judged, assumed$/,
  farOff: /^world climatology, known to be so far off at (.*)$/,
  generatedHours: /^generated hours, beyond the light on the horizontal$/,
  wall: /^3 % of a wall, by the sine of the tilt; 2 % of a tracker$/,
  ratedPower: /^rated power (.*)$/,
  soilingSnow: /^soiling (\d+) %, snow ([\d.]+) %$/,
  soiling: /^soiling (\d+) %$/,
  besidePrograms: /^beside other programs on the same weather$/,
  given: /^given$/,
  climatology: /^world climatology$/,
  drawn: /^weather drawn from the world climatology$/,
  simulatedRun: /^simulated run over weather drawn from the world climatology$/,
  forecastErrors: /^errors of a forecast put on$/,
  monthlyValues: /^a year drawn from twelve monthly values$/,
  typicalMapped: /^a typical year mapped to these dates$/,
  repeated: /^repeated by the day of the year$/,
  sums: /^sums of each (day|month|year): irradiance in Wh\/m²(?:; temperature and snow depth are means)?$/,
  profile: /^the load is BDEW's profile H25, .*$/,
  stepsOfOwnUse: /^in steps of (\d+) minutes own use looks higher than it is.*$/,
  heldLoad: /^the load has steps of (\d+) minutes, which are held over steps of (\d+):.*$/,
  otherCalendar: /^the load of (\S+) to (\S+) is laid on the calendar of (?:a typical|another) year.*$/,
  hoursAllYear: /^hours of the day are counted at (\S+) all year.*$/,
  noWholeYear: /^there is no whole year of power and load.*$/,
  aboveLimit: /^power above the limit of feed-in within a step.*$/,
  limitBehindHouse: /^for own use the limit of feed-in is behind the house.*$/,
  idleBattery: /^the battery takes no part: .*$/,
  resampled: /^resampled from intervals of (\d+) s to (\d+) s$/,
} as const;

interface Spoken {
  readonly sentences: { readonly [code: string]: Sentence };
  /** $1 and further are what the pattern has found; what stands in {$1} is named. */
  readonly phrases: { readonly [name in keyof typeof PATTERNS]: string };
  readonly named: { readonly [english: string]: string };
  readonly kinds: Texts["service"]["kinds"];
  readonly licence: (name: string) => string;
}

export function spoken({ sentences, phrases, named, kinds, licence }: Spoken): Texts["service"] {
  return {
    notice: (code: string, facts: Facts, message: string) =>
      sentences[code]?.(facts as { readonly [name: string]: number }, clauseIn(message)) ?? "",
    phrase(words: string) {
      for (const [name, pattern] of Object.entries(PATTERNS))
        if (pattern.test(words))
          return words
            .replace(pattern, phrases[name as keyof typeof PATTERNS])
            .replace(/\{([^{}]*)\}/, (_, one: string) => named[one] ?? one)
            .replace(/(\d)\.(\d)/g, "$1,$2");
      return "";
    },
    kinds,
    licence,
  };
}
