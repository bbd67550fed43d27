/** All endpoints of the contract but the batch, which answers line by line. */
import type { Service } from "../../service.js";
import type { Endpoint } from "../endpoint.js";
import { accountEndpoint } from "./account.js";
import { climateEndpoints } from "./climate.js";
import { forecastEndpoints } from "./forecast.js";
import { observationEndpoints } from "./observation.js";
import { powerEndpoints } from "./power.js";
import { sourcesEndpoint } from "./sources.js";
import { terrainEndpoints } from "./terrain.js";
import { usageEndpoint } from "./usage.js";
import { yieldEndpoints } from "./yield.js";

export function allEndpoints(service: Service): readonly Endpoint[] {
  return [
    ...observationEndpoints(service),
    ...forecastEndpoints(service),
    ...powerEndpoints(service),
    ...climateEndpoints(service),
    ...yieldEndpoints(service),
    ...terrainEndpoints(service),
    accountEndpoint(service),
    usageEndpoint(service),
    sourcesEndpoint(service),
  ];
}
