import type { CalcparamsCecOptions } from "../../physics/models/pv/calcparams.js";
import type { SandiaInverter } from "../../physics/models/pv/inverters.js";
import type { SapmModule, SapmOpticalModule } from "../../physics/models/pv/sapm.js";

/** A module of the California Energy Commission's list, with the parameters that SAM fitted to its data sheet. */
export interface CecModule {
  readonly name: string;
  /** Such as `Mono-c-Si`. */
  readonly technology: string;
  /** Whether the module is bifacial: the list says so, but does not give a bifaciality. */
  readonly bifacial: boolean;
  /** Power in W at 1000 W/m² and cells of 25 °C. */
  readonly powerStc: number;
  /** Power in W at 1000 W/m², 20 °C of the air and 1 m/s (PVUSA test conditions). */
  readonly powerPtc: number;
  /** m² */
  readonly area: number;
  readonly cellsInSeries: number;
  /** At 1000 W/m² and 25 °C, A and V. */
  readonly shortCircuitCurrent: number;
  readonly openCircuitVoltage: number;
  readonly currentAtMaximum: number;
  readonly voltageAtMaximum: number;
  /** Nominal operating cell temperature, °C. */
  readonly noct: number;
  /** Relative change of power with temperature, 1/°C. */
  readonly powerTemperature: number;
  /** Parameters of `calcparamsCec` and `cecSystem`. */
  readonly parameters: CalcparamsCecOptions;
  /** Of SAM that fitted it, and the day on which, as the library has them. */
  readonly version: string;
  readonly fitted: string;
}

/** A module that Sandia National Laboratories measured. */
export interface SandiaModule {
  readonly name: string;
  /** Such as `2009` or `2007 (E)`: E for estimated. */
  readonly vintage: string;
  /** Such as `mc-Si`. */
  readonly material: string;
  /** m² */
  readonly area: number;
  /** Parameters of `sapm` and `sapmEffectiveIrradiance`. */
  readonly parameters: SapmModule & SapmOpticalModule;
  readonly notes: string;
}

/** An inverter of the California Energy Commission's list, with Sandia's parameters. */
export interface Inverter {
  readonly name: string;
  /** V, as the library has it: `240`, or a range such as `422-528`. */
  readonly acVoltage: string;
  /** Largest DC voltage (V) and current (A). */
  readonly dcVoltageMost: number;
  readonly dcCurrentMost: number;
  /** Range of DC voltage in which it finds the maximum power point, V. */
  readonly mpptLow: number;
  readonly mpptHigh: number;
  /** Such as `Utility Interactive`. */
  readonly type: string;
  /** Parameters of `sandiaInverter`. */
  readonly parameters: SandiaInverter;
  /** Date of the listing as in the library, `n/a` if unknown. */
  readonly listed: string;
}

/** Kinds of libraries, and what each holds. */
export interface Equipment {
  readonly cecModules: CecModule;
  readonly sandiaModules: SandiaModule;
  readonly inverters: Inverter;
}

export interface EquipmentLibrary<Item> {
  /** Where it comes from, and how old it is: newer products are missing. */
  readonly origin: string;
  /** In the order of the library. */
  readonly names: readonly string[];
  /** Of the library's own columns, as its second row has them. */
  readonly units: Readonly<Record<string, string>>;
  /** Names that occur more than once: of these `get` returns the last, as SAM does. */
  readonly duplicates: readonly string[];
  /**
   * One product.
   *
   * @param name as the library or pvlib (`Canadian_Solar_Inc__CS5P_220M`) writes it
   * @throws RangeError naming similar ones; also if pvlib's form matches several
   */
  get(name: string): Item;
  /** Names in which all words occur, in any order and case; the empty text gives all. */
  search(words: string): string[];
}
