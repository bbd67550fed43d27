// Made from openapi.yaml by scripts/make-client.mjs: change it there.

export interface paths {
  "/observation/realtime": {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, within the past 7 days. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, not after now. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Length of an interval. Months and years do not fit into 7 days. */
        frequency?: components["parameters"]["realtime_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * The past 7 days
     * @description Updated every 15 minutes. 1 token a request.
     */
    get: operations["getObservationRealtime"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * The price of the past 7 days
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceObservationRealtime"];
    patch?: never;
    trace?: never;
  };
  "/observation/training": {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, not before the calendar year before last. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at least 7 days ago. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /**
         * @description Length of an interval. `1_day`, `1_month` and `1_year` follow `time_zone`: they have sums of irradiance in Wh/m² and of power in
         *     Wh/kWp, and means of temperature and snow depth. Only whole days, months and years are returned and charged. Values other than
         *     `1_minute`, `15_minutes` and `1_hour` are an extension.
         */
        frequency?: components["parameters"]["frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * This year and the two before it
     * @description The current year without the last 7 days, and the two calendar years before it. 200 tokens for a year, pro rata for
     *     shorter periods.
     */
    get: operations["getObservationTraining"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * The price of a training period
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceObservationTraining"];
    patch?: never;
    trace?: never;
  };
  "/observation/historical": {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /**
         * @description Start, from 2020-01-01T00:00:00Z on.
         * @example 2024-06-21T00:00Z
         */
        start: components["schemas"]["PeriodTime"];
        /**
         * @description End, exclusive, at least 7 days ago.
         * @example 2024-06-22T00:00Z
         */
        end: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /**
         * @description Length of an interval. `1_day`, `1_month` and `1_year` follow `time_zone`: they have sums of irradiance in Wh/m² and of power in
         *     Wh/kWp, and means of temperature and snow depth. Only whole days, months and years are returned and charged. Values other than
         *     `1_minute`, `15_minutes` and `1_hour` are an extension.
         */
        frequency?: components["parameters"]["frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * From 2020 on
     * @description From 2020 (in `time_zone`) to 7 days ago. 200 tokens for a year, pro rata for shorter periods.
     */
    get: operations["getObservationHistorical"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * The price of a historical period
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceObservationHistorical"];
    patch?: never;
    trace?: never;
  };
  "/observation/pv": {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Start, from 2020 on, as far as there is history. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, not after now. Null beyond the last observation. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The power of one plane in the past
     * @description AC power by quarter hours, half hours or hours, and the energy of each day, of a system with one plane, computed from what was
     *     observed: what `/forecast/pv` would have given with the weather that came. It costs what the weather costs: 1 token within the past
     *     7 days, else 200 tokens a year, pro rata. `energy` is of today and tomorrow, as there, and mostly null.
     */
    get: operations["getObservationPv"];
    put?: never;
    /**
     * The power of a system in the past
     * @description As GET, of a system that the body describes as for `/yield`: several planes, one inverter, limits, snow. The query has the place, the
     *     period and the form of the answer.
     */
    post: operations["postObservationPv"];
    delete?: never;
    options?: never;
    /**
     * The price of power in the past
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceObservationPv"];
    patch?: never;
    trace?: never;
  };
  "/observation/batch": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Up to 100 observations, yields or power forecasts at once
     * @description All requests are checked before the first byte: a 400 names the index of the bad one. Each counts for the request
     *     rate and costs what it would cost alone. The total price is held; each line is charged just before it is written, and
     *     failed lines are free. Answers come in the order of the requests, one line each.
     */
    post: operations["postObservationBatch"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/systems": {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * Your systems
     * @description The systems that the account stores, by name. Free.
     */
    get: operations["getSystems"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * Whether the account may store systems
     * @description Checks as GET does.
     */
    head: operations["checkSystems"];
    patch?: never;
    trace?: never;
  };
  "/systems/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a system. */
        name: components["parameters"]["system_name"];
      };
      cookie?: never;
    };
    /**
     * A system as it is stored
     * @description Its place and description. Free.
     */
    get: operations["getSystem"];
    /**
     * Stores a system under a name
     * @description A place and a system, in up to 32 KiB, which `system=NAME` then stands for: in `/yield`, `/forecast/pv` and `/observation/pv` for both, in
     *     the other observations and forecasts for the place, its horizon line and, of a system with one plane, the plane; also in lines
     *     of a batch and sites of a job. It replaces the system of that name. Everything is checked as `POST /yield` checks it. Not with the demo key. Free.
     */
    put: operations["putSystem"];
    post?: never;
    /**
     * Removes a system
     * @description Requests that name it are 404 from then on. Free.
     */
    delete: operations["deleteSystem"];
    options?: never;
    /**
     * Whether the system is stored
     * @description Checks as GET does.
     */
    head: operations["checkSystem"];
    patch?: never;
    trace?: never;
  };
  "/jobs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Your jobs
     * @description The account's jobs that have not been removed, newest first, at most 100. Free.
     */
    get: operations["getJobs"];
    put?: never;
    /**
     * Thousands of sites at once
     * @description One observation, yield or power forecast for each site. All sites share one query, and a site can override its keys. All sites are checked before anything is
     *     stored: a 400 names the bad one. The answer comes at once; the sites are computed in the background, in parts, which are kept as
     *     files for some days after the end. Each site has the values and the price of a GET, with relative times as of the job's creation. With
     *     `"format": "parquet"` the files are tables for pyarrow, DuckDB and the like.
     *     The total price is held; each part is charged when it is done, without the sites that failed. With an `Idempotency-Key` the same
     *     request returns the same job (200), and a different one is 422. Not with the demo key.
     */
    post: operations["postJob"];
    delete?: never;
    options?: never;
    /**
     * Whether the account may have jobs
     * @description Checks as GET does.
     */
    head: operations["checkJobs"];
    patch?: never;
    trace?: never;
  };
  "/jobs/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The job's id, as returned when it was created. */
        id: components["parameters"]["job_id"];
      };
      cookie?: never;
    };
    /**
     * A job's progress and results
     * @description The job, with a link to each part that is done and the reason for each part that was given up. A link needs no key and is valid for an
     *     hour: another GET returns new ones. Free.
     */
    get: operations["getJob"];
    put?: never;
    post?: never;
    /**
     * Cancels a job, or removes one that has ended
     * @description A living job is cancelled: parts that are done stay charged and are kept until they expire; the tokens of the others are free again. A
     *     job that has ended is removed with its results, a cancelled job at the earliest after a minute (until then 200 again). Free.
     */
    delete: operations["deleteJob"];
    options?: never;
    /**
     * Whether the job exists
     * @description Checks as GET does.
     */
    head: operations["checkJob"];
    patch?: never;
    trace?: never;
  };
  "/jobs/{id}/parts/{part}": {
    parameters: {
      query?: {
        /** @description The link's expiry, with `signature`. */
        expires?: string;
        /** @description The link's signature, in place of a key. */
        signature?: string;
      };
      header?: never;
      path: {
        /** @description The job's id, as returned when it was created. */
        id: components["parameters"]["job_id"];
        /** @description Number of the part, from 0. */
        part: number;
      };
      cookie?: never;
    };
    /**
     * The results of a part
     * @description With `ndjson` one line per site, in the order of the sites, like a batch, with the site's `id`: stored as gzip, and sent as gzip to clients
     *     that accept it. With `parquet` the file as it is. Needs the account's key or the job's link. Free.
     */
    get: operations["getJobPart"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * Whether the part exists
     * @description Checks as GET does.
     */
    head: operations["checkJobPart"];
    patch?: never;
    trace?: never;
  };
  "/forecast/basic": {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, from 24 hours ago on. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Always hourly. */
        frequency?: "1_hour";
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
        /**
         * @description Quantiles of global horizontal irradiance for `meta.quantiles`. They need `meta=extended`, intervals of 15 minutes or longer, and
         *     JSON.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["quantiles"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * The next days, hourly
     * @description The newest complete run, as it is. 1 token a request.
     */
    get: operations["getForecastBasic"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * The price of an hourly forecast
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceForecastBasic"];
    patch?: never;
    trace?: never;
  };
  "/forecast/precision": {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, from 24 hours ago on. */
        start?: components["schemas"]["PeriodTime"];
        /**
         * @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. Beyond 72 hours runs have hours or more: shorter intervals
         *     follow the course of the sun within them, which `API-Notice` says.
         */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["forecast_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
        /**
         * @description Quantiles of global horizontal irradiance for `meta.quantiles`. They need `meta=extended`, intervals of 15 minutes or longer, and
         *     JSON.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["quantiles"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * The next hours, by quarter hours or minutes
     * @description The newest run at its finest step. The latest measurement or satellite observation corrects its next 12 hours (the clear-sky index,
     *     with a weight that falls with lead time, and the temperature). The correction is updated every quarter hour. `Weather-Sources` and
     *     `API-Notice` name the observation, or the reason why there is no correction. Without a run, values come from the last clear-sky
     *     index and the climatology (CLIPER) for 6 hours, with a notice; later values are null, and earlier ones are the observed values. What
     *     was learnt at the place corrects the run at every lead time; `API-Notice` names the data behind it. 2 tokens a request.
     */
    get: operations["getForecastPrecision"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * The price of a precise forecast
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceForecastPrecision"];
    patch?: never;
    trace?: never;
  };
  "/forecast/pv": {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description The forecast that the power is computed of: `precision`, the run corrected by what was observed, or `basic`, the run as it is. */
        weather?: components["parameters"]["power_weather"];
        /** @description Start, from 26 hours ago on, so that the midnight before is there on every day of the year. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /**
         * @description Quantiles of the AC power, and of the energy of each day. With them `ac_power` is the mean of the powers that may come, between p10 and p90; without, the power of the expected light.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["power_quantiles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The power of one plane in the days to come
     * @description AC power by quarter hours, half hours or hours, and the energy of each day, of a system with one plane: the newest run, corrected as in
     *     `/forecast/precision`, through the chain of `/yield`. Powers are never negative and never above the limit of inverters and grid. It
     *     costs what the forecast costs that it is made of: 2 tokens, with `weather=basic` 1.
     */
    get: operations["getForecastPv"];
    put?: never;
    /**
     * The power of a system in the days to come
     * @description As GET, of a system that the body describes as for `/yield`: several planes, one inverter, limits, snow. The query has the place, the
     *     period and the form of the answer.
     */
    post: operations["postForecastPv"];
    delete?: never;
    options?: never;
    /**
     * The price of a power forecast
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceForecastPv"];
    patch?: never;
    trace?: never;
  };
  "/climate/tmy": {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * A typical year
     * @description From a typical-year file at the place; else chosen month by month from ten whole years or more of one source; else,
     *     for the demo key or where the operator allows synthetic weather, generated from the embedded world climatology; else
     *     404. `Weather-Sources` and, with `meta=extended`, `meta.climate` name the method. Labelled 2005, or
     *     `future_year`. The same request gives the same bytes. 500 tokens a request.
     */
    get: operations["getClimateTmy"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * The price of a typical year
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceClimateTmy"];
    patch?: never;
    trace?: never;
  };
  "/climate/amy": {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description A calendar year that has ended. Default is the last complete one in the archive. */
        year?: components["parameters"]["year"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * A real year
     * @description One calendar year of history in local standard time, 29 February included. 200 tokens a year.
     */
    get: operations["getClimateAmy"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * The price of a real year
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceClimateAmy"];
    patch?: never;
    trace?: never;
  };
  "/climate/import/monthly": {
    parameters: {
      query?: {
        /** @description Latitude, if the body does not have it. */
        lat?: components["schemas"]["Latitude"];
        /** @description Longitude, if the body does not have it. */
        lon?: components["schemas"]["Longitude"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A year from your own monthly values
     * @description A plausible year whose months have the means that you give. It is not a history: its hours and minutes belong to no
     *     actual date, as `API-Notice` says, too. The same seed gives the same year. Errors name the month, the value and the
     *     unit that was probably meant. 500 tokens a request.
     */
    post: operations["postClimateImportMonthly"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/yield": {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description A typical year, or years of history. */
        weather?: components["parameters"]["yield_weather"];
        /** @description First calendar year of history, in local standard time. Default is the last complete year. */
        start_year?: components["parameters"]["start_year"];
        /** @description Last calendar year of history, together with `start_year`. Default is `start_year`. */
        end_year?: components["parameters"]["end_year"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /** @description `summary`: months and year. `hours`: every hour, too; as CSV the hours alone. */
        output?: components["parameters"]["output"];
        /** @description `true` adds `obstacles`: what each obstacle of the system's scene takes (JSON only). */
        obstacles?: components["parameters"]["obstacles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds the sources to `weather` (JSON only). */
        meta?: components["parameters"]["yield_meta"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What one plane yields
     * @description Energy by month and year, performance ratio and losses stage by stage of a system with one plane: the best fixed one, or one that is
     *     given. A typical year is the one that `/climate/tmy` gives; where it is generated, the numbers equal `irradiance yield --lat --lon`. A
     *     typical year costs 500 tokens, history 200 tokens a year.
     */
    get: operations["getYield"];
    put?: never;
    /**
     * What a system yields
     * @description As GET, of a system that the body describes: several planes, trackers, rows, modules and inverters, losses. The query has the place and
     *     the weather. Unknown keys of the system are errors that name the nearest known one; numbers are numbers, not texts. An answer has at most
     *     100 years of planes: 100 planes in a typical year, or 5 planes in 20 years of history. A house counts as much again, and a scene by its
     *     planes, faces and, with `obstacles=true`, obstacles: for each plane five years and one more for each 100 faces.
     */
    post: operations["postYield"];
    delete?: never;
    options?: never;
    /**
     * The price of a yield
     * @description Checks as GET does, computes and charges nothing.
     */
    head: operations["priceYield"];
    patch?: never;
    trace?: never;
  };
  "/systems/learn": {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description Peak power, kW: of a column that states no unit its size tells W from kW; and checked beside the power that is found. */
        kwp?: number;
        /** @description The tilt where it is known, in degrees from level ground. It is used, and checked beside what the meter shows; so are the next two. */
        surface_tilt?: components["schemas"]["SurfaceTilt"];
        /** @description The azimuth where it is known, in degrees from north over east. */
        surface_azimuth?: components["schemas"]["SurfaceAzimuth"];
        /** @description AC power that inverter or contract let through where it is known, kW. */
        limit?: number;
        /** @description Column of power or energy, by name or position from 1, where the names leave it open. */
        column?: components["schemas"]["MeterText"];
        /** @description Its unit, where the file does not state it; energy is of each interval, or counted up. */
        unit?: "W" | "kW" | "MW" | "Wh" | "kWh" | "MWh";
        /** @description What a stamp marks of its interval. */
        label?: "start" | "center" | "end";
        /** @description Zone of times without an offset: `local` (of the place), a name, an offset. Left out, the sun shows by how much they are off. */
        time_zone?: string;
        /** @description Hours by which all times are ahead of UTC, whatever the file says. */
        time_offset?: number;
        /** @description Order of dates (DMY, MDY, YMD) or their format: `DD.MM.YYYY HH:mm`. */
        date_format?: components["schemas"]["MeterText"];
        /** @description Between cells. */
        delimiter?: "comma" | "semicolon" | "tab" | "pipe" | "space";
        /** @description Decimal sign. */
        decimal?: "point" | "comma";
        /** @description Rows of one time, and rows out of order: refused (as where it is left out), or sorted, and the last in the file is kept. */
        duplicates?: "refuse" | "last";
        /** @description A text that stands for a missing value. */
        missing?: components["schemas"]["MeterText"];
        /** @description `hold`: a history, whose rows come when the value changes. */
        fill?: "hold";
        /** @description With `fill=hold`, hours for which a value holds without another row; 1 where it is left out. */
        longest_gap?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Your system from your own meter
     * @description The body is a meter's file as a portal, an inverter or Home Assistant exports it: times, and PV power or energy alone in steps of 1 to 60
     *     minutes, a year or more if there is one; as text or packed with gzip, of any `Content-Type` but a form's, up to 32 MiB. It is read and learnt
     *     from, and nothing of it is kept. The answer has the bytes that `irradiance learn --report` writes: clock, planes with bands, power, limit,
     *     shade, health, what was left out, and a `description` that `/yield`, `/forecast/pv` and `--system` take. Where nothing can be learnt it is an
     *     answer, too: `refusal` says why, `system` is null. 100 tokens for each MiB that has begun; of a packed file each byte counts ten times.
     */
    post: operations["postSystemsLearn"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/horizon": {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * The horizon line
     * @description From the operator's terrain files. Without terrain files: a flat line with a notice, or 400, as the operator chose. Free.
     */
    get: operations["getHorizon"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * Whether a horizon line is available
     * @description Checks as GET does.
     */
    head: operations["checkHorizon"];
    patch?: never;
    trace?: never;
  };
  "/altitude": {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * The altitude
     * @description From the operator's terrain files, else from an embedded coarse grid, with a notice. Free.
     */
    get: operations["getAltitude"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /**
     * Whether an altitude is available
     * @description Checks as GET does.
     */
    head: operations["checkAltitude"];
    patch?: never;
    trace?: never;
  };
  "/account": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tokens, plan, limits, keys and usage
     * @description Free. With the demo key, which has no tokens to count, tokens are null.
     */
    get: operations["getAccount"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /** Whether the key is valid */
    head: operations["checkAccount"];
    patch?: never;
    trace?: never;
  };
  "/account/usage": {
    parameters: {
      query?: {
        /** @description Beginning of the period, UTC: a date or a time. Default: 30 days before today. For sums by day or month it must be the beginning of a day. A charge belongs to the moment its request arrived. */
        start?: components["schemas"]["BookTime"];
        /** @description End of the period, not included. As `start`. Default, the end of today. */
        end?: components["schemas"]["BookTime"];
        /** @description One row for each request that cost tokens, or sums by day or month and endpoint. */
        by?: "charge" | "day" | "month";
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `next_cursor` of the page before. It has the period and `by` of that page, which may be left out. Any length that an answer gave is allowed. */
        cursor?: string;
        /** @description Most rows of the page. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the account was charged, page by page
     * @description The rows of the account, by time, then its refunds. Free; needs the key of an account.
     *
     *     `kind` says what a row is: `charge` (a request that cost tokens), `refund` (tokens given back; negative), `sum` (requests of a day or
     *     month). By charge, requests of a day without rows of their own are sums of the day: `free`, or `pruned` by the operator. `late` is
     *     what was charged, while the pages were read, to days already passed. So the tokens of all rows but the refunds are what the account
     *     was charged, exactly, when its last row was read. A page is of one moment, and a cursor continues without a gap or a double, whatever
     *     was charged or pruned meanwhile.
     */
    get: operations["getAccountUsage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /** Whether the books can be read */
    head: operations["checkAccountUsage"];
    patch?: never;
    trace?: never;
  };
  "/sources": {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The data sets for a place
     * @description Each data set that covers the place and that answers to this key may be made of, from its metadata. Free.
     */
    get: operations["getSources"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /** Whether the place is allowed */
    head: operations["checkSources"];
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** Format: double */
    Latitude: number;
    /** Format: double */
    Longitude: number;
    /** Format: double */
    SurfaceAzimuth: number;
    /** Format: double */
    SurfaceTilt: number;
    /** @enum {string} */
    Frequency:
      | "1_minute"
      | "5_minutes"
      | "10_minutes"
      | "15_minutes"
      | "30_minutes"
      | "1_hour"
      | "1_day"
      | "1_month"
      | "1_year";
    /** @enum {string} */
    RealtimeFrequency: "1_minute" | "5_minutes" | "10_minutes" | "15_minutes" | "30_minutes" | "1_hour" | "1_day";
    /** @enum {string} */
    ForecastFrequency: "1_minute" | "15_minutes" | "30_minutes" | "1_hour";
    /** @enum {string} */
    ClimateFrequency: "1_hour" | "1_minute";
    /** @enum {string} */
    ResponseFormat: "json" | "csv";
    /** @enum {string} */
    TrackingMode: "none" | "1_axis";
    /**
     * @description ISO 8601 with `Z` or an offset, with or without seconds and their fraction (`2026-11-28T00:00Z`, `2026-11-28T01:00:00.000+01:00`); `now`; or
     *     a signed whole number of seconds, minutes, hours, days or weeks from now. A plus that a URL turned into a blank counts as a plus.
     */
    Time: string;
    /** @description With `time_zone`: a date (its first moment), or a time in that zone. If clocks show a time twice, the first one counts. */
    ZonedTime: string;
    PeriodTime: components["schemas"]["Time"] | components["schemas"]["ZonedTime"];
    /** @description `local`, `standard`, `UTC`, an offset, or a name of the IANA time zone database. */
    ZoneName: string;
    Horizon: ("flat" | "auto") | number[];
    /** @description As in the query string: `flat`, `auto`, or 360 elevations with commas. */
    HorizonText: string;
    /** @enum {string} */
    ObservationParameter:
      | "global_horizontal_irradiance"
      | "global_horizontal_irradiance_with_shading"
      | "direct_horizontal_irradiance"
      | "direct_horizontal_irradiance_with_shading"
      | "diffuse_horizontal_irradiance"
      | "diffuse_horizontal_irradiance_with_shading"
      | "direct_normal_irradiance"
      | "direct_normal_irradiance_with_shading"
      | "global_tilted_irradiance"
      | "global_tilted_irradiance_with_shading"
      | "direct_tilted_irradiance"
      | "direct_tilted_irradiance_with_shading"
      | "diffuse_tilted_irradiance"
      | "diffuse_tilted_irradiance_with_shading"
      | "pv_production"
      | "pv_production_with_shading"
      | "global_clear_sky_irradiance"
      | "temperature"
      | "snow_depth";
    ObservationParameters: "all" | components["schemas"]["ObservationParameter"][];
    /** @description Comma-separated names, or `all`. */
    ObservationParameterText: string;
    /** @enum {string} */
    ClimateParameter:
      | "global_horizontal_irradiance"
      | "global_horizontal_irradiance_with_shading"
      | "direct_horizontal_irradiance"
      | "direct_horizontal_irradiance_with_shading"
      | "diffuse_horizontal_irradiance"
      | "diffuse_horizontal_irradiance_with_shading"
      | "direct_normal_irradiance"
      | "direct_normal_irradiance_with_shading"
      | "global_tilted_irradiance"
      | "global_tilted_irradiance_with_shading"
      | "direct_tilted_irradiance"
      | "direct_tilted_irradiance_with_shading"
      | "diffuse_tilted_irradiance"
      | "diffuse_tilted_irradiance_with_shading"
      | "pv_production"
      | "pv_production_with_shading"
      | "global_clear_sky_irradiance"
      | "temperature"
      | "snow_depth"
      | "direct_horizontal_clear_sky_irradiance"
      | "diffuse_clear_sky_irradiance"
      | "direct_normal_clear_sky_irradiance"
      | "dew_point_temperature"
      | "relative_humidity"
      | "wind_speed"
      | "precipitation";
    ClimateParameters: "all" | components["schemas"]["ClimateParameter"][];
    AltitudeOption: "auto" | number;
    /** @enum {string} */
    Situation:
      | "open"
      | "depression"
      | "cold_air_lake"
      | "sea_lake"
      | "city"
      | "slope_south"
      | "slope_west_east"
      | "valley";
    Albedo: "auto" | number;
    Turbidity: "auto" | components["schemas"]["TwelveTurbidities"];
    TwelveTurbidities: number[];
    /** @enum {string} */
    ClearSkyModel: "esra" | "solis";
    RandomSeed: number;
    /** @enum {string} */
    FutureScenario: "ssp1_26" | "ssp2_45" | "ssp3_70" | "ssp5_85";
    FutureYear: number;
    /** @enum {string} */
    Extreme: "p10" | "p50" | "p90";
    /** @enum {string} */
    ExtremeScope: "year" | "month";
    /** @enum {string} */
    ClimateTime: "local" | "utc";
    Year: number;
    /** Format: date-time */
    UtcTime: string;
    UtcTimeOrNull: components["schemas"]["UtcTime"] | null;
    /**
     * Format: date-time
     * @description In UTC, with a `Z`; with `time_zone`, in that zone with its offset at that time.
     */
    SeriesTime: string;
    SeriesTimes: components["schemas"]["SeriesTime"][];
    /**
     * Format: date-time
     * @description With the fixed standard offset of the place, or `Z` with `climate_time=utc`.
     */
    LocalTime: string;
    LocalTimes: components["schemas"]["LocalTime"][];
    /** @description One value per interval, or null for a missing value. Null instead of the array if it was not requested. */
    Values: (number | null)[] | null;
    /**
     * @description W per kWp by a simple formula that a client can recompute, 0.82·G·(1 − 0.005·(T + 0.03·G − 25)), never below 0, from the interval's
     *     mean irradiance G on the plane (W/m², behind the horizon line in `_with_shading`) and mean air temperature T (°C). It is not the
     *     yield of a system: it has no separate losses and no inverter. Days, months and years have its sum in Wh per kWp. Null as in
     *     other values.
     */
    SimplePower: (number | null)[] | null;
    /**
     * @description Azimuth of the surface. Null only in the compatible mode that the operator may set; items are null only for days, months and
     *     years of a tracker, which does not keep one direction.
     */
    Azimuths: (components["schemas"]["SurfaceAzimuth"] | null)[] | null;
    /**
     * @description Tilt of the surface. Null only in the compatible mode that the operator may set; items are null only for days, months and
     *     years of a tracker.
     */
    Tilts: (components["schemas"]["SurfaceTilt"] | null)[] | null;
    /** @description Element i of the times and of every array in `values` is interval i. */
    ObservationResponse: {
      start_times: components["schemas"]["SeriesTimes"];
      end_times: components["schemas"]["SeriesTimes"];
      values: components["schemas"]["ObservationValues"];
      meta: components["schemas"]["ObservationMeta"];
    };
    /** @description The same with `meta=extended`. */
    ObservationResponseExtended: {
      start_times: components["schemas"]["SeriesTimes"];
      end_times: components["schemas"]["SeriesTimes"];
      values: components["schemas"]["ObservationValues"];
      meta: components["schemas"]["ObservationMetaExtended"];
    };
    ObservationValues: {
      global_horizontal_irradiance: components["schemas"]["Values"];
      global_horizontal_irradiance_with_shading: components["schemas"]["Values"];
      direct_horizontal_irradiance: components["schemas"]["Values"];
      direct_horizontal_irradiance_with_shading: components["schemas"]["Values"];
      diffuse_horizontal_irradiance: components["schemas"]["Values"];
      diffuse_horizontal_irradiance_with_shading: components["schemas"]["Values"];
      direct_normal_irradiance: components["schemas"]["Values"];
      direct_normal_irradiance_with_shading: components["schemas"]["Values"];
      global_tilted_irradiance: components["schemas"]["Values"];
      global_tilted_irradiance_with_shading: components["schemas"]["Values"];
      direct_tilted_irradiance: components["schemas"]["Values"];
      direct_tilted_irradiance_with_shading: components["schemas"]["Values"];
      diffuse_tilted_irradiance: components["schemas"]["Values"];
      diffuse_tilted_irradiance_with_shading: components["schemas"]["Values"];
      pv_production: components["schemas"]["SimplePower"];
      pv_production_with_shading: components["schemas"]["SimplePower"];
      global_clear_sky_irradiance: components["schemas"]["Values"];
      temperature: components["schemas"]["Values"];
      snow_depth: components["schemas"]["Values"];
      surface_azimuth: components["schemas"]["Azimuths"];
      surface_tilt: components["schemas"]["Tilts"];
    };
    ObservationMeta: {
      version: components["schemas"]["SoftwareVersion"];
      commit: components["schemas"]["Commit"];
      frequency: components["schemas"]["Frequency"];
      parameters: components["schemas"]["ObservationDescriptor"][];
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      altitude: components["schemas"]["Altitude"];
      surface_azimuth: components["schemas"]["SurfaceAzimuth"];
      surface_tilt: components["schemas"]["SurfaceTilt"];
      time_zone: components["schemas"]["TimeZone"];
    };
    ObservationMetaExtended: {
      version: components["schemas"]["SoftwareVersion"];
      commit: components["schemas"]["Commit"];
      frequency: components["schemas"]["Frequency"];
      parameters: components["schemas"]["ObservationDescriptor"][];
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      altitude: components["schemas"]["Altitude"];
      surface_azimuth: components["schemas"]["SurfaceAzimuth"];
      surface_tilt: components["schemas"]["SurfaceTilt"];
      time_zone: components["schemas"]["TimeZone"];
      time_zone_name: components["schemas"]["TimeZoneName"];
      sources: components["schemas"]["SourcesUsed"];
      notices: components["schemas"]["Notices"];
      quantiles?: components["schemas"]["Quantiles"];
    };
    /** @description A year, with the same elements as an observation. */
    ClimateResponse: {
      start_times: components["schemas"]["LocalTimes"];
      end_times: components["schemas"]["LocalTimes"];
      values: components["schemas"]["ClimateValues"];
      meta: components["schemas"]["ClimateMeta"];
    };
    /** @description The same with `meta=extended`. */
    ClimateResponseExtended: {
      start_times: components["schemas"]["LocalTimes"];
      end_times: components["schemas"]["LocalTimes"];
      values: components["schemas"]["ClimateValues"];
      meta: components["schemas"]["ClimateMetaExtended"];
    };
    ClimateValues: {
      global_horizontal_irradiance: components["schemas"]["Values"];
      global_horizontal_irradiance_with_shading: components["schemas"]["Values"];
      direct_horizontal_irradiance: components["schemas"]["Values"];
      direct_horizontal_irradiance_with_shading: components["schemas"]["Values"];
      diffuse_horizontal_irradiance: components["schemas"]["Values"];
      diffuse_horizontal_irradiance_with_shading: components["schemas"]["Values"];
      direct_normal_irradiance: components["schemas"]["Values"];
      direct_normal_irradiance_with_shading: components["schemas"]["Values"];
      global_tilted_irradiance: components["schemas"]["Values"];
      global_tilted_irradiance_with_shading: components["schemas"]["Values"];
      direct_tilted_irradiance: components["schemas"]["Values"];
      direct_tilted_irradiance_with_shading: components["schemas"]["Values"];
      diffuse_tilted_irradiance: components["schemas"]["Values"];
      diffuse_tilted_irradiance_with_shading: components["schemas"]["Values"];
      pv_production: components["schemas"]["SimplePower"];
      pv_production_with_shading: components["schemas"]["SimplePower"];
      global_clear_sky_irradiance: components["schemas"]["Values"];
      temperature: components["schemas"]["Values"];
      snow_depth: components["schemas"]["Values"];
      surface_azimuth: components["schemas"]["Azimuths"];
      surface_tilt: components["schemas"]["Tilts"];
      direct_horizontal_clear_sky_irradiance: components["schemas"]["Values"];
      diffuse_clear_sky_irradiance: components["schemas"]["Values"];
      direct_normal_clear_sky_irradiance: components["schemas"]["Values"];
      dew_point_temperature: components["schemas"]["Values"];
      relative_humidity: components["schemas"]["Values"];
      wind_speed: components["schemas"]["Values"];
      precipitation: components["schemas"]["Values"];
    };
    ClimateMeta: {
      version: components["schemas"]["SoftwareVersion"];
      commit: components["schemas"]["Commit"];
      frequency: components["schemas"]["ClimateFrequency"];
      parameters: components["schemas"]["ClimateDescriptor"][];
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      altitude: components["schemas"]["Altitude"];
      surface_azimuth: components["schemas"]["SurfaceAzimuth"];
      surface_tilt: components["schemas"]["SurfaceTilt"];
      time_zone: components["schemas"]["TimeZone"];
    };
    ClimateMetaExtended: {
      version: components["schemas"]["SoftwareVersion"];
      commit: components["schemas"]["Commit"];
      frequency: components["schemas"]["ClimateFrequency"];
      parameters: components["schemas"]["ClimateDescriptor"][];
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      altitude: components["schemas"]["Altitude"];
      surface_azimuth: components["schemas"]["SurfaceAzimuth"];
      surface_tilt: components["schemas"]["SurfaceTilt"];
      time_zone: components["schemas"]["TimeZone"];
      time_zone_name: components["schemas"]["TimeZoneName"];
      sources: components["schemas"]["SourcesUsed"];
      notices: components["schemas"]["Notices"];
      climate?: components["schemas"]["ClimateMethod"];
    };
    /** @description Version of the computing software. */
    SoftwareVersion: string;
    /** @description Build of the computing software. */
    Commit: string;
    /** @description Metres above sea level. */
    Altitude: number;
    /**
     * @description Name in the IANA time zone database of the civil time of the place, with daylight saving where it has any: what
     *     `time_zone=local` stands for. At sea `Etc/GMT` with an offset of the opposite sign: `Etc/GMT-2` is UTC+2.
     * @example Europe/Zurich
     */
    TimeZoneName: string;
    /** @description Standard-time offset of the place from UTC, in hours. */
    TimeZone: number;
    Unit: {
      /** @example W/m**2 */
      name: string;
      description: string;
    };
    ObservationDescriptor: {
      name: components["schemas"]["ObservationParameter"];
      description: string;
      unit: components["schemas"]["Unit"];
      /** @enum {string} */
      aggregation_method: "average" | "sum";
    };
    ClimateDescriptor: {
      name: components["schemas"]["ClimateParameter"];
      description: string;
      unit: components["schemas"]["Unit"];
      /** @enum {string} */
      aggregation_method: "average" | "sum";
    };
    /**
     * @description UTF-8, commas, `\n`. First line `start_time,end_time,`, the requested parameters in the order of `values`,
     *     `surface_azimuth,surface_tilt`. An empty field where JSON has null.
     */
    Csv: string;
    /**
     * @description UTF-8, commas, `\n`. A row an interval: `start_time,end_time,ac_power,plane_irradiance,snow_loss`, then the quantiles that were asked for
     *     (`ac_power_p10`), and of several planes the power of each (`plane_1_ac_power`). An empty field where JSON has null.
     */
    PowerCsv: string;
    /**
     * @description UTF-8, commas, `\n`. A row a month: the members of a month of the JSON in their order. With `output=hours` a row an hour:
     *     `start_time,end_time`, then power and the rest of the series. An empty field where JSON has null.
     */
    YieldCsv: string;
    /**
     * @description Origin of the values, from the most to the least trusted.
     * @enum {string}
     */
    SourceClass: "measured" | "satellite" | "reanalysis" | "forecast" | "typical" | "synthetic";
    /** @description The grid cell or station. */
    Cell: {
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      altitude?: components["schemas"]["Altitude"];
      distance_km: number;
    };
    /** @description Columns of weather. */
    Columns: string[];
    SourcesUsed: components["schemas"]["SourceUsed"][];
    SourceUsed: {
      source: string;
      dataset: string;
      class: components["schemas"]["SourceClass"];
      columns: components["schemas"]["Columns"];
      start: components["schemas"]["UtcTime"];
      end: components["schemas"]["UtcTime"];
      revision: string;
      run?: components["schemas"]["UtcTime"];
      cell: components["schemas"]["Cell"];
      /** @enum {string} */
      method: "point" | "nearest" | "bilinear_kc" | "stochastic";
      corrections: string[];
      licence: string;
      attribution?: string;
      synthetic: boolean;
    };
    Notices: components["schemas"]["Notice"][];
    Notice: {
      code: string;
      message: string;
      /** @description The numbers and names in the message, for those who say it in another language. Of some codes alone. */
      facts?: {
        [key: string]: number | string;
      };
    };
    Quantile: string;
    /** @example p10,p50,p90 */
    QuantileText: string;
    /**
     * @description The quantiles of a forecast that `quantiles` asks for. They come from past errors of the clear-sky index: after the same kind of
     *     sky in the first hours, later for a similar forecast at the same hour and lead time. p50 is the median, unlike the value, a mean.
     */
    Quantiles: {
      global_horizontal_irradiance: {
        p1?: components["schemas"]["QuantileValues"];
        p2?: components["schemas"]["QuantileValues"];
        p3?: components["schemas"]["QuantileValues"];
        p4?: components["schemas"]["QuantileValues"];
        p5?: components["schemas"]["QuantileValues"];
        p6?: components["schemas"]["QuantileValues"];
        p7?: components["schemas"]["QuantileValues"];
        p8?: components["schemas"]["QuantileValues"];
        p9?: components["schemas"]["QuantileValues"];
        p10?: components["schemas"]["QuantileValues"];
        p11?: components["schemas"]["QuantileValues"];
        p12?: components["schemas"]["QuantileValues"];
        p13?: components["schemas"]["QuantileValues"];
        p14?: components["schemas"]["QuantileValues"];
        p15?: components["schemas"]["QuantileValues"];
        p16?: components["schemas"]["QuantileValues"];
        p17?: components["schemas"]["QuantileValues"];
        p18?: components["schemas"]["QuantileValues"];
        p19?: components["schemas"]["QuantileValues"];
        p20?: components["schemas"]["QuantileValues"];
        p21?: components["schemas"]["QuantileValues"];
        p22?: components["schemas"]["QuantileValues"];
        p23?: components["schemas"]["QuantileValues"];
        p24?: components["schemas"]["QuantileValues"];
        p25?: components["schemas"]["QuantileValues"];
        p26?: components["schemas"]["QuantileValues"];
        p27?: components["schemas"]["QuantileValues"];
        p28?: components["schemas"]["QuantileValues"];
        p29?: components["schemas"]["QuantileValues"];
        p30?: components["schemas"]["QuantileValues"];
        p31?: components["schemas"]["QuantileValues"];
        p32?: components["schemas"]["QuantileValues"];
        p33?: components["schemas"]["QuantileValues"];
        p34?: components["schemas"]["QuantileValues"];
        p35?: components["schemas"]["QuantileValues"];
        p36?: components["schemas"]["QuantileValues"];
        p37?: components["schemas"]["QuantileValues"];
        p38?: components["schemas"]["QuantileValues"];
        p39?: components["schemas"]["QuantileValues"];
        p40?: components["schemas"]["QuantileValues"];
        p41?: components["schemas"]["QuantileValues"];
        p42?: components["schemas"]["QuantileValues"];
        p43?: components["schemas"]["QuantileValues"];
        p44?: components["schemas"]["QuantileValues"];
        p45?: components["schemas"]["QuantileValues"];
        p46?: components["schemas"]["QuantileValues"];
        p47?: components["schemas"]["QuantileValues"];
        p48?: components["schemas"]["QuantileValues"];
        p49?: components["schemas"]["QuantileValues"];
        p50?: components["schemas"]["QuantileValues"];
        p51?: components["schemas"]["QuantileValues"];
        p52?: components["schemas"]["QuantileValues"];
        p53?: components["schemas"]["QuantileValues"];
        p54?: components["schemas"]["QuantileValues"];
        p55?: components["schemas"]["QuantileValues"];
        p56?: components["schemas"]["QuantileValues"];
        p57?: components["schemas"]["QuantileValues"];
        p58?: components["schemas"]["QuantileValues"];
        p59?: components["schemas"]["QuantileValues"];
        p60?: components["schemas"]["QuantileValues"];
        p61?: components["schemas"]["QuantileValues"];
        p62?: components["schemas"]["QuantileValues"];
        p63?: components["schemas"]["QuantileValues"];
        p64?: components["schemas"]["QuantileValues"];
        p65?: components["schemas"]["QuantileValues"];
        p66?: components["schemas"]["QuantileValues"];
        p67?: components["schemas"]["QuantileValues"];
        p68?: components["schemas"]["QuantileValues"];
        p69?: components["schemas"]["QuantileValues"];
        p70?: components["schemas"]["QuantileValues"];
        p71?: components["schemas"]["QuantileValues"];
        p72?: components["schemas"]["QuantileValues"];
        p73?: components["schemas"]["QuantileValues"];
        p74?: components["schemas"]["QuantileValues"];
        p75?: components["schemas"]["QuantileValues"];
        p76?: components["schemas"]["QuantileValues"];
        p77?: components["schemas"]["QuantileValues"];
        p78?: components["schemas"]["QuantileValues"];
        p79?: components["schemas"]["QuantileValues"];
        p80?: components["schemas"]["QuantileValues"];
        p81?: components["schemas"]["QuantileValues"];
        p82?: components["schemas"]["QuantileValues"];
        p83?: components["schemas"]["QuantileValues"];
        p84?: components["schemas"]["QuantileValues"];
        p85?: components["schemas"]["QuantileValues"];
        p86?: components["schemas"]["QuantileValues"];
        p87?: components["schemas"]["QuantileValues"];
        p88?: components["schemas"]["QuantileValues"];
        p89?: components["schemas"]["QuantileValues"];
        p90?: components["schemas"]["QuantileValues"];
        p91?: components["schemas"]["QuantileValues"];
        p92?: components["schemas"]["QuantileValues"];
        p93?: components["schemas"]["QuantileValues"];
        p94?: components["schemas"]["QuantileValues"];
        p95?: components["schemas"]["QuantileValues"];
        p96?: components["schemas"]["QuantileValues"];
        p97?: components["schemas"]["QuantileValues"];
        p98?: components["schemas"]["QuantileValues"];
        p99?: components["schemas"]["QuantileValues"];
      };
    };
    /** @description One value per interval; null before the forecast, and where its spread is not known. */
    QuantileValues: (number | null)[];
    /** @description How the year was made. */
    ClimateMethod: {
      /** @enum {string} */
      method: "file" | "selection" | "generation" | "history";
      /** @description Version of the algorithm. */
      version?: string;
      seed?: components["schemas"]["RandomSeed"];
      weights?: {
        [key: string]: number;
      };
      candidates?: number;
      months_selected?: {
        month: number;
        year: components["schemas"]["Year"];
      }[];
      envelope_factors?: number[];
      synthetic_columns?: components["schemas"]["Columns"];
    };
    MeterText: string;
    Learning: {
      /** @description What was learnt from, by the meter's own clock; shorter steps than 5 minutes are joined to these. */
      rows: {
        start: string;
        /** @description exclusive */
        end: string;
        /** @description seconds */
        interval: number;
        count: number;
      };
      /** @description Why nothing is learnt. */
      refusal: {
        code: string;
        message: string;
      } | null;
      /** @description How far the middle of an interval is from its stamp, in minutes, by stretches, and how sure that is. */
      clock: {
        [key: string]: unknown;
      } | null;
      /** @description Planes (degrees, kW at 1000 W/m² and 25 °C), bands of 80 %, limit (kW), map of shade, error on days held out (`gain`). */
      system:
        | ({
            planes: {
              tilt: number;
              azimuth: number;
              power: number;
            }[];
            /** @description kW of all planes */
            power: number;
            gain: {
              [key: string]: unknown;
            };
            description: components["schemas"]["YieldSystem"];
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description What was left out, or is to be known, with its days and rows. */
      findings: ({
        code: string;
        message: string;
        rows: number;
        days: number;
        spans: {
          start: string;
          end: string;
        }[];
      } & {
        [key: string]: unknown;
      })[];
      /** @description Ratio of measured to expected by week, and what is amiss. */
      health: {
        [key: string]: unknown;
      } | null;
      /** @description Measured energy by month, kWh, and what the system gives in the same rows under a clear sky; empty without a system. */
      months: ({
        year: number;
        month: number;
        measured: number;
        clear: number;
        /** @description share of the month's light that these rows have */
        known: number;
      } & {
        [key: string]: unknown;
      })[];
    } & {
      [key: string]: unknown;
    };
    /** @description a PV system */
    YieldSystem: {
      /** @description one or more planes; east and west are two */
      planes: {
        /** @description degrees, 0 horizontal, 90 vertical; default 0 */
        surface_tilt?: number;
        /** @description degrees, 0 north, 90 east, 180 south; required for a tilted plane */
        surface_azimuth?: number;
        /** @description peak power in kW; default 1 */
        kwp?: number;
        /**
         * @description 1_axis: a tracker; default none, or 1_axis with tracker
         * @enum {unknown}
         */
        tracking_mode?: "none" | "1_axis";
        /** @description a tracker: by default a horizontal north–south axis, ±45°, with backtracking */
        tracker?: {
          /**
           * @description a dual-axis tracker takes only max_angle besides
           * @enum {unknown}
           */
          mode?: "single-axis" | "dual-axis";
          /** @description degrees */
          axis_tilt?: number;
          /** @description direction to which a tilted axis falls, degrees */
          axis_azimuth?: number;
          /** @description largest rotation either way, degrees */
          max_angle?: number;
          /** @description ground coverage ratio, above 0 up to 1, for backtracking */
          gcr?: number;
          /** @description turn back where rows would shade one another; default true */
          backtrack?: boolean;
          /** @description tilt of the ground across the axes, degrees */
          cross_axis_tilt?: number;
        };
        /** @description the plane is one of many rows that shade one another */
        rows?: {
          /** @description width of a row over the distance of rows, above 0 up to 1; a tracker has its own */
          gcr?: number;
          /** @description sections of cells behind one bypass diode, over the width of a row */
          blocks?: number;
          /** @description of the middle of a row above the ground, in widths of a row, for the rear; default 0.6 */
          height?: number;
        };
        /** @description cells that use light on both sides; the planes need rows */
        bifacial?: {
          /** @description efficiency of the rear side over the front's */
          factor: number;
          /** @description change of the rear irradiance by the mounting; default -0.02 */
          shade_factor?: number;
          /** @description change of the rear irradiance by what covers the cells; default 0 */
          transmission_factor?: number;
        };
        /** @description elevations of the horizon line that this plane sees, from north clockwise */
        horizon?: number[];
        /** @description name of its inverter among the system's inverters */
        inverter?: string;
        /** @description modules in series */
        modules_per_string?: number;
        /** @description planes of one inverter with the same name here are one string, their modules in series; default: each has its own tracker */
        string?: string;
        /** @description what stands before the sky, by direction */
        shade?: {
          /** @description degrees of a cell, clockwise from north: they divide 360 */
          azimuth_step: number;
          /** @description degrees of a cell, from the horizon up: they divide 90 */
          elevation_step: number;
          /** @description share of the light that passes each cell, azimuth first: one list for the year, or 12 from January */
          passes: number[] | number[][];
          /** @description what becomes of the sky's light */
          diffuse?: number | ("map" | "open");
          /** @description points within cells, between which the share is bilinear: readScene writes them for tables */
          edges?: {
            /** @description into how many parts the sides of each cell are divided */
            parts: number[];
            /** @description where the points of each cell start in nodes */
            start: number[];
            /** @description for the year, or by month */
            nodes: number[][];
          };
        };
        /** @description modules in a grid on the plane, in the system's scene */
        modules?: {
          /** @description of modules, up the slope */
          rows: number;
          /** @description modules of a row */
          columns: number;
          /** @description of a module, along the eaves, m */
          width: number;
          /** @description of a module, up the slope, m */
          height: number;
          /** @description along the eaves and up the slope; default 0.02 m each */
          gap?: [number, number];
          /** @description the lower left corner, seen by who looks at the modules: east, north and up */
          corner?: [number, number, number];
          /** @description in place of the corner: the middle of all modules */
          middle?: [number, number, number];
          /** @description of a module, each behind a bypass diode; default 3 */
          substrings?: number;
          /**
           * @description half: two halves of a substring are side by side behind its diode; default half
           * @enum {unknown}
           */
          cells?: "full" | "half";
          /**
           * @description what shade on a part does to the others: diodes (default): strings with bypass diodes; modules: each has its own tracker; strings: a string has the light of its darkest part; linear: nothing
           * @enum {unknown}
           */
          wiring?: "diodes" | "modules" | "strings" | "linear";
          /** @description side by side at one tracker, of equally many modules; default 1 */
          strings?: number;
        };
      }[];
      /** @description losses before the inverter; default: owner */
      losses?:
        | {
            /** @description percent; default: 2; a bank's: 2 */
            soiling?: number;
            /** @description percent; default: 0; a bank's: 3 */
            shading?: number;
            /** @description percent; default: 0; a bank's: 0 */
            snow?: number;
            /** @description percent; default: 2; a bank's: 2 */
            mismatch?: number;
            /** @description percent; default: 2; a bank's: 2 */
            wiring?: number;
            /** @description percent; default: 0.5; a bank's: 0.5 */
            connections?: number;
            /** @description percent; default: 0; a bank's: 1.5 */
            lid?: number;
            /** @description percent; default: 1; a bank's: 1 */
            nameplate_rating?: number;
            /** @description percent; default: 0; a bank's: 0 */
            age?: number;
            /** @description percent; default: 1; a bank's: 3 */
            availability?: number;
            /**
             * @description which the items differ from; default owner
             * @enum {unknown}
             */
            set?: "owner" | "bank";
          }
        | (("owner" | "bank") | number);
      /** @description rated DC over rated AC power; default 1.2 */
      dc_ac_ratio?: number;
      /** @description nominal efficiency of the inverter; default 0.96 */
      inverter_efficiency?: number;
      /** @description the module; default standard, -0.37 %/°C */
      module?:
        | {
            /** @description a product of the CEC's or of Sandia's list */
            name?: string;
            /** @description what a data sheet says of a module at 1000 W/m² and 25 °C */
            datasheet?: {
              /** @description voltage at the maximum power point, V */
              v_mp: number;
              /** @description current there, A */
              i_mp: number;
              /** @description open-circuit voltage, V */
              v_oc: number;
              /** @description short-circuit current, A */
              i_sc: number;
              /** @description change of the short-circuit current with temperature, %/°C */
              alpha_sc: number;
              /** @description change of the open-circuit voltage with temperature, %/°C */
              beta_voc: number;
              /** @description change of the maximum power with temperature, %/°C */
              gamma_pmp?: number;
              /** @description cells in series */
              cells_in_series?: number;
            };
            /** @description parameters of the single-diode model, as calcparamsCec or SAM's library names them */
            cec?: {
              /** @description change of the short-circuit current with temperature, A/°C */
              alpha_sc: number;
              /** @description V */
              a_ref: number;
              /** @description photocurrent, A */
              ILRef?: number;
              /** @description saturation current, A */
              IORef?: number;
              /** @description shunt resistance, Ω */
              RShRef?: number;
              /** @description series resistance, Ω */
              RS?: number;
              /** @description percent by which alphaSc is reduced; default 0: De Soto's parameters */
              Adjust?: number;
              /** @description band gap, eV; default silicon's, as for every module of the CEC's list */
              EgRef?: number;
              /** @description its relative change with temperature, 1/K */
              d_egd_t?: number;
              /** @description photocurrent, A */
              I_L_ref?: number;
              /** @description saturation current, A */
              I_o_ref?: number;
              /** @description shunt resistance, Ω */
              R_sh_ref?: number;
              /** @description series resistance, Ω */
              R_s?: number;
            };
            /** @description Sandia's parameters; A0 to B5 and FD are not used: reflection and spectrum are the system's */
            sapm?: {
              /** @description as SAM's library names it */
              Isco: number;
              /** @description as SAM's library names it */
              Impo: number;
              /** @description as SAM's library names it */
              Voco: number;
              /** @description as SAM's library names it */
              Vmpo: number;
              /** @description as SAM's library names it */
              Aisc: number;
              /** @description as SAM's library names it */
              Aimp: number;
              /** @description as SAM's library names it */
              Bvoco: number;
              /** @description as SAM's library names it */
              Bvmpo: number;
              /** @description as SAM's library names it */
              Mbvoc: number;
              /** @description as SAM's library names it */
              Mbvmp: number;
              /** @description as SAM's library names it */
              N: number;
              /** @description as SAM's library names it */
              Cells_in_Series: number;
              /** @description as SAM's library names it */
              C0: number;
              /** @description as SAM's library names it */
              C1: number;
              /** @description as SAM's library names it */
              C2: number;
              /** @description as SAM's library names it */
              C3: number;
              /** @description as SAM's library names it */
              IXO?: number;
              /** @description as SAM's library names it */
              C4?: number;
              /** @description as SAM's library names it */
              C5?: number;
              /** @description as SAM's library names it */
              IXXO?: number;
              /** @description as SAM's library names it */
              C6?: number;
              /** @description as SAM's library names it */
              C7?: number;
              /** @description as SAM's library names it */
              A0?: number;
              /** @description as SAM's library names it */
              A1?: number;
              /** @description as SAM's library names it */
              A2?: number;
              /** @description as SAM's library names it */
              A3?: number;
              /** @description as SAM's library names it */
              A4?: number;
              /** @description as SAM's library names it */
              B0?: number;
              /** @description as SAM's library names it */
              B1?: number;
              /** @description as SAM's library names it */
              B2?: number;
              /** @description as SAM's library names it */
              B3?: number;
              /** @description as SAM's library names it */
              B4?: number;
              /** @description as SAM's library names it */
              B5?: number;
              /** @description as SAM's library names it */
              FD?: number;
            };
          }
        | ("standard" | "premium" | "thinFilm");
      /** @description temperature coefficient of power, 1/°C */
      gamma_pdc?: number;
      /**
       * @description reflection at the cover; default physical: coated glass
       * @enum {unknown}
       */
      iam?: "physical" | "ashrae" | "martinRuiz" | "schlick" | "none";
      /** @description options of the reflection, in place of its own */
      iam_options?: {
        /** @description physical: refractive index of the cover; default 1.526 */
        n?: number;
        /** @description physical: extinction in the cover, 1/m; default 4 */
        K?: number;
        /** @description physical: thickness of the cover, m; default 0.002 */
        L?: number;
        /** @description physical: refractive index of its coating; default 1.3; equal to n: no coating */
        n_ar?: number;
        /** @description ashrae: default 0.05 */
        b?: number;
        /** @description martinRuiz: default 0.16 */
        a_r?: number;
      };
      /**
       * @description temperature of the cells; default sapm: open rack
       * @enum {unknown}
       */
      cell_temperature?: "sapm" | "pvsyst" | "faiman" | "ross" | "noctSam";
      /** @description options of the cell temperature, in place of its own */
      cell_temperature_options?: {
        [key: string]: number;
      };
      /** @description cells that use light on both sides; the planes need rows */
      bifacial?: {
        /** @description efficiency of the rear side over the front's */
        factor: number;
        /** @description change of the rear irradiance by the mounting; default -0.02 */
        shade_factor?: number;
        /** @description change of the rear irradiance by what covers the cells; default 0 */
        transmission_factor?: number;
      };
      /** @description what stands before the sky, by direction */
      shade?: {
        /** @description degrees of a cell, clockwise from north: they divide 360 */
        azimuth_step: number;
        /** @description degrees of a cell, from the horizon up: they divide 90 */
        elevation_step: number;
        /** @description share of the light that passes each cell, azimuth first: one list for the year, or 12 from January */
        passes: number[] | number[][];
        /** @description what becomes of the sky's light */
        diffuse?: number | ("map" | "open");
        /** @description points within cells, between which the share is bilinear: readScene writes them for tables */
        edges?: {
          /** @description into how many parts the sides of each cell are divided */
          parts: number[];
          /** @description where the points of each cell start in nodes */
          start: number[];
          /** @description for the year, or by month */
          nodes: number[][];
        };
      };
      /** @description what stands around the system, in metres east, north and up of any one point; every plane then needs modules */
      scene?: {
        /** @description compass direction of the axis that counts as north, degrees; default 0 */
        heading?: number;
        /** @description what stands around */
        obstacles: (
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "box";
              /** @description for messages */
              name?: string;
              /** @description east, north and up of the middle of its base */
              at: [number, number, number];
              /** @description across, along and height */
              size: [number, number, number];
              /** @description degrees clockwise, seen from above; default 0 */
              turn?: number;
            }
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "prism";
              /** @description for messages */
              name?: string;
              /** @description corners in order */
              outline: [number, number][];
              /** @description height of its base; default 0, m */
              bottom?: number;
              /** @description height of its top, m */
              top: number;
            }
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "house";
              /** @description for messages */
              name?: string;
              /** @description east, north and up of the middle of its base */
              at: [number, number, number];
              /** @description across and along */
              size: [number, number];
              /** @description degrees clockwise, seen from above; default 0 */
              turn?: number;
              /** @description height of the eaves, m */
              eaves: number;
              /** @description height of the ridge, m */
              ridge: number;
              /**
               * @description form of its roof
               * @enum {unknown}
               */
              roof: "gable" | "hip" | "flat";
            }
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "surface";
              /** @description for messages */
              name?: string;
              /** @description in order */
              corners: [number, number, number][];
              /** @description share of the light that passes; default 0 */
              transmittance?: number[] | number;
            }
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "pole";
              /** @description for messages */
              name?: string;
              /** @description east, north and up of the middle of its base */
              at: [number, number, number];
              /** @description radius, m */
              radius: number;
              /** @description height, m */
              height: number;
            }
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "cone";
              /** @description for messages */
              name?: string;
              /** @description east, north and up of the middle of its base */
              at: [number, number, number];
              /** @description radius, m */
              radius: number;
              /** @description height, m */
              height: number;
              /** @description share of the light that passes; default 0 */
              transmittance?: number[] | number;
            }
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "sphere";
              /** @description for messages */
              name?: string;
              /** @description east, north and up of its middle */
              at: [number, number, number];
              /** @description radius, m */
              radius: number;
              /** @description height, m */
              height?: number;
              /** @description share of the light that passes; default 0 */
              transmittance?: number[] | number;
            }
          | {
              /**
               * @description what it is
               * @enum {unknown}
               */
              kind: "mesh";
              /** @description for messages */
              name?: string;
              /** @description east, north and up of each point, m */
              points: number[];
              /** @description numbers of three points for each triangle, from 0 */
              triangles: number[];
              /** @description share of the light that passes; default 0 */
              transmittance?: number[] | number;
            }
        )[];
      };
      /** @description snow on the modules; default: marion where the weather has snow depth or snowfall, unless losses.snow is given */
      snow?:
        | {
            /**
             * @description default marion
             * @enum {unknown}
             */
            model?: "marion" | "townsend";
            /** @description strings in parallel along the slope; default 2, as PVWatts has it */
            strings?: number;
            /** @description marion: snowfall that covers the modules, cm/h; default 1 */
            threshold_snowfall?: number;
            /** @description townsend: length of the modules along the slope, m; of a tracker from axis to edge */
            slant_height?: number;
            /** @description townsend: height of the lower edge above ground, m */
            lower_edge_height?: number;
            /** @description townsend: fresh snow by month; default: the weather's */
            monthly_snowfall?: number[];
            /** @description townsend: days with more than 2.54 cm; default: the weather's */
            monthly_snow_days?: number[];
            /** @description townsend: relative humidity; default: the weather's */
            monthly_humidity?: number[];
          }
        | ("none" | "marion");
      /** @description soiling in place of losses.soiling: percent of each month, or a model */
      soiling?:
        | number[]
        | (
            | {
                /**
                 * @description a constant rate between rains, or particles that settle
                 * @enum {unknown}
                 */
                model: "kimber" | "hsu";
                /** @description rain that cleans, mm; default 6 (kimber), 1 (hsu) */
                cleaning_threshold?: number;
                /** @description hours over which rain is summed; default 24 (kimber), 1 (hsu) */
                rain_hours?: number;
                /** @description kimber: percent lost with each day; default 0.15 */
                loss_rate?: number;
                /** @description kimber: days after such rain without new dust; default 14 */
                grace_period?: number;
                /** @description kimber: percent lost at most; default 30 */
                largest?: number;
                /** @description kimber: days on which somebody cleans the modules */
                washes?: string[];
                /** @description hsu: particles below 2.5 µm, µg/m³ */
                pm25?: number;
                /** @description hsu: particles below 10 µm, µg/m³ */
                pm10?: number;
              }
            | "kimber"
          );
      /**
       * @description spectral correction; default none; firstSolar needs the weather's precipitable water, caballero its aerosol, too
       * @enum {unknown}
       */
      spectrum?: "none" | "deSoto" | "sapm" | "firstSolar" | "caballero";
      /**
       * @description module of firstSolar and caballero; default by the kind of module
       * @enum {unknown}
       */
      spectral_module?: "monosi" | "multisi" | "cdte" | "cigs" | "asi" | "perovskite";
      /** @description an inverter that planes share */
      inverter?: {
        /** @description rated AC power: what it gives at most */
        ac_power?: number | string;
        /** @description nominal efficiency; default: the system's */
        efficiency?: number;
        /** @description a product of the CEC's list */
        name?: string;
        /** @description Sandia's parameters of one inverter */
        sandia?: {
          /** @description as SAM's library of inverters names it */
          Paco: number;
          /** @description as SAM's library of inverters names it */
          Pdco: number;
          /** @description as SAM's library of inverters names it */
          Vdco: number;
          /** @description as SAM's library of inverters names it */
          Pso: number;
          /** @description as SAM's library of inverters names it */
          C0: number;
          /** @description as SAM's library of inverters names it */
          C1: number;
          /** @description as SAM's library of inverters names it */
          C2: number;
          /** @description as SAM's library of inverters names it */
          C3: number;
          /** @description as SAM's library of inverters names it */
          Pnt: number;
        };
        /** @description how many of them, with Sandia's parameters */
        count?: number;
      };
      /** @description inverters by name, for planes that name them */
      inverters?: {
        [key: string]: {
          /** @description rated AC power: what it gives at most */
          ac_power?: number | string;
          /** @description nominal efficiency; default: the system's */
          efficiency?: number;
          /** @description a product of the CEC's list */
          name?: string;
          /** @description Sandia's parameters of one inverter */
          sandia?: {
            /** @description as SAM's library of inverters names it */
            Paco: number;
            /** @description as SAM's library of inverters names it */
            Pdco: number;
            /** @description as SAM's library of inverters names it */
            Vdco: number;
            /** @description as SAM's library of inverters names it */
            Pso: number;
            /** @description as SAM's library of inverters names it */
            C0: number;
            /** @description as SAM's library of inverters names it */
            C1: number;
            /** @description as SAM's library of inverters names it */
            C2: number;
            /** @description as SAM's library of inverters names it */
            C3: number;
            /** @description as SAM's library of inverters names it */
            Pnt: number;
          };
          /** @description how many of them, with Sandia's parameters */
          count?: number;
        };
      };
      /** @description power that the grid takes at most */
      export_limit?: number | string;
      /**
       * @description withinHour: what swings above the limit within a step of the weather is lost, too; default for steps of 15 minutes and longer
       * @enum {unknown}
       */
      clipping?: "steps" | "withinHour";
      /** @description area of modules whose power one limit sees: clouds take time to cross it; for weather of at most 5 minutes; default none */
      smoothing?: "auto" | number;
      /** @description ohmic losses, which grow with the square of the power */
      cabling?: {
        /** @description percent; at rated power */
        dc?: number;
        /** @description percent; at rated power */
        ac?: number;
      };
      /** @description losses of a transformer */
      transformer?: {
        /** @description percent; of the rated AC power, always */
        no_load?: number;
        /** @description percent; at rated power, with its square */
        load?: number;
      };
      /** @description ageing of the modules; default: none, and no table of years */
      ageing?:
        | {
            /** @description percent of the first power a year; default 0.55 */
            rate?: number;
            /** @description its standard uncertainty, percent a year; default 0.375 */
            rate_uncertainty?: number;
            /** @description percent that is lost at once, by light; default 0: in losses.lid */
            first_year?: number;
            /** @description percent of the nominal power in each year, in place of a rate */
            remaining?: number[];
            /** @description life in years; default 25, or the length of the table */
            years?: number;
          }
        | number;
      /** @description a battery, or its capacity in kWh */
      battery?:
        | number
        | {
            /** @description kWh between empty and full; 0: none */
            capacity: number;
            /** @description kW that it takes at most; default: half of the capacity in an hour */
            charge_power?: number;
            /** @description kW that it gives at most; default: half of the capacity in an hour */
            discharge_power?: number;
            /** @description share that gets into the cells; default 0.95 */
            charge_efficiency?: number;
            /** @description share that gets out of the cells; default 0.95 */
            discharge_efficiency?: number;
            /** @description W that it takes all the time; default 0 */
            standby?: number;
            /** @description of the capacity, below which it is not discharged; default 0 */
            least_charge?: number;
            /** @description of the capacity, above which it is not charged; default 1 */
            most_charge?: number;
            /** @description hours of the day in which it may discharge; default: all */
            discharge_hours?: number[];
            /** @description hours of the day in which it charges from the grid and does not discharge; default: never */
            grid_charge_hours?: number[];
          };
      /** @description the house that takes the energy first */
      house?: {
        /** @description kWh a year, or steps */
        load:
          | number
          | {
              /** @description beginning of the first step, such as 2024-01-01T00:00Z */
              start: string;
              /** @description seconds */
              interval: number;
              /** @description W */
              power: (number | null)[];
            };
        /** @description what a kWh costs and earns */
        tariff?: {
          /** @description name or sign of the money */
          currency?: string;
          /** @description of a kWh from the grid */
          price: number[] | number;
          /** @description of a kWh fed in; default 0 */
          feed_in?: number[] | number;
          /** @description a year, with a system or without; default 0 */
          standing?: number;
          /** @description at the beginning; default 0 */
          investment?: number;
          /** @description a year; default 0 */
          running?: number;
          /** @description years that are counted; default 20 */
          years?: number;
          /** @description percent a year; interest that money earns elsewhere; default 0 */
          discount?: number;
          /** @description percent a year; by which prices of the grid's kWh and running cost rise; default 0 */
          price_rise?: number;
          /** @description percent a year; of the battery's capacity; default 2 */
          battery_ageing?: number;
        };
        /** @description sizes of the battery to compare */
        battery_sizes?: number[];
        /** @description clocks of the house, such as Europe/Berlin */
        time_zone?: string;
      };
    };
    /** @description Energies in kWh (AC), specific yields in kWh/kWp, irradiations in kWh/m². Numbers are unrounded. */
    YieldResponse: {
      place: {
        latitude: components["schemas"]["Latitude"];
        longitude: components["schemas"]["Longitude"];
        /** @description Metres. */
        altitude: number;
        /** @description Hours that standard time is ahead of UTC. */
        time_zone: number;
      };
      /** @description Of all planes, kW. */
      kwp: number;
      loss_set: components["schemas"]["LossSet"];
      /** @description The sum of the twelve months, of history the mean year; null where a month is missing. */
      annual: components["schemas"]["YieldSum"] | null;
      total: components["schemas"]["YieldSum"];
      months: components["schemas"]["YieldMonth"][];
      /** @description Whole calendar years of history. */
      years: components["schemas"]["YieldYear"][];
      /** @description Of the weather from year to year alone; null for fewer than three years. */
      exceedance: components["schemas"]["YieldExceedance"] | null;
      /** @description Of the mean year, with all shares; null without a mean year. */
      uncertainty: components["schemas"]["YieldUncertainty"] | null;
      /** @description Each year of the system's life; null without `ageing` of the system. */
      life: components["schemas"]["YieldLife"] | null;
      /** @description From the light on the horizontal to the energy fed in. */
      losses: components["schemas"]["YieldStage"][];
      planes: components["schemas"]["YieldPlane"][];
      /**
       * @description With `obstacles=true`, and only then: energy that the system would yield more without an obstacle of its scene, and without all
       *     of them, kWh. Shades overlap, so `each` need not add up to `all`.
       */
      obstacles?: {
        all: number;
        /** @description In the scene's order. */
        each: {
          number: number;
          kind: string;
          name?: string;
          energy: number;
        }[];
      };
      /** @description What becomes of the energy in a house, in steps of 15 minutes; null without `house` of the system. */
      own_use: components["schemas"]["OwnUse"] | null;
      /** @description The best fixed plane, where it was asked for. */
      optimum: components["schemas"]["YieldOptimum"] | null;
      weather: components["schemas"]["YieldWeather"];
      series?: components["schemas"]["YieldHours"];
      notices: components["schemas"]["Notices"];
    };
    /** @description Energies in kWh. */
    OwnUse: {
      /** @description Clocks of the house. */
      time_zone: string;
      total: components["schemas"]["OwnUseSum"];
      annual: components["schemas"]["OwnUseSum"] | null;
      months: components["schemas"]["OwnUseMonth"][];
      /** @description Share of the steps without power or load. */
      missing: number;
      /** @description Null without a tariff, or without a whole year. */
      money: components["schemas"]["OwnUseMoneyWithRange"] | null;
      sizes: components["schemas"]["OwnUseSize"][];
    };
    /** @description Of a period. */
    OwnUseSum: {
      /** @description What the inverters give. */
      pv: number;
      /** @description What the house takes. */
      load: number;
      /** @description From the grid. */
      imported: number;
      /** @description Fed in. */
      exported: number;
      /** @description Above the limit of feed-in, and used by nobody. */
      curtailed: number;
      /** @description Into the battery. */
      charged: number;
      /** @description Out of the battery. */
      discharged: number;
      /** @description What the battery takes itself. */
      standby: number;
      /** @description Of the PV energy: what is neither fed in nor curtailed. */
      own_use: number | null;
      /** @description Of the load: what is not from the grid. */
      self_sufficiency: number | null;
      /** @description kW, the highest mean of a step. */
      import_peak: number;
      /** @description kW, the highest mean of a step. */
      export_peak: number;
    };
    /** @description Mean of the years that have it. */
    OwnUseMonth: {
      month: number;
      years: number;
      /** @description What the inverters give. */
      pv: number;
      /** @description What the house takes. */
      load: number;
      /** @description From the grid. */
      imported: number;
      /** @description Fed in. */
      exported: number;
      /** @description Above the limit of feed-in, and used by nobody. */
      curtailed: number;
      /** @description Into the battery. */
      charged: number;
      /** @description Out of the battery. */
      discharged: number;
      /** @description What the battery takes itself. */
      standby: number;
      /** @description Of the PV energy: what is neither fed in nor curtailed. */
      own_use: number | null;
      /** @description Of the load: what is not from the grid. */
      self_sufficiency: number | null;
      /** @description kW, the highest mean of a step. */
      import_peak: number;
      /** @description kW, the highest mean of a step. */
      export_peak: number;
    };
    /** @description Of a size of the battery. */
    OwnUseSize: {
      /** @description kWh. */
      capacity: number;
      /** @description A year; over none at all. */
      gain: number | null;
      /** @description What the inverters give. */
      pv: number;
      /** @description What the house takes. */
      load: number;
      /** @description From the grid. */
      imported: number;
      /** @description Fed in. */
      exported: number;
      /** @description Above the limit of feed-in, and used by nobody. */
      curtailed: number;
      /** @description Into the battery. */
      charged: number;
      /** @description Out of the battery. */
      discharged: number;
      /** @description What the battery takes itself. */
      standby: number;
      /** @description Of the PV energy: what is neither fed in nor curtailed. */
      own_use: number | null;
      /** @description Of the load: what is not from the grid. */
      self_sufficiency: number | null;
      /** @description kW, the highest mean of a step. */
      import_peak: number;
      /** @description kW, the highest mean of a step. */
      export_peak: number;
    };
    /** @description In the tariff's currency. */
    OwnUseMoney: {
      currency: string | null;
      /** @description What the load costs in the first year without the system. */
      without: number;
      /** @description The same with it, less what is earned. */
      with: number;
      /** @description What is not bought. */
      saved: number;
      /** @description What feeding in earns. */
      earned: number;
      /** @description Saved and earned, less running cost. */
      gain: number;
      /** @description The gain of each year. */
      years: number[];
      /** @description Years; null where it is never paid back. */
      payback: number | null;
      net_present_value: number;
    };
    /** @description In the tariff's currency, with what it is at the P90 and the P10 of the energy. */
    OwnUseMoneyWithRange: {
      currency: string | null;
      /** @description What the load costs in the first year without the system. */
      without: number;
      /** @description The same with it, less what is earned. */
      with: number;
      /** @description What is not bought. */
      saved: number;
      /** @description What feeding in earns. */
      earned: number;
      /** @description Saved and earned, less running cost. */
      gain: number;
      /** @description The gain of each year. */
      years: number[];
      /** @description Years; null where it is never paid back. */
      payback: number | null;
      net_present_value: number;
      range: components["schemas"]["OwnUseMoney"][] | null;
    };
    /** @description Whose constant losses before the inverter, and what each set would be of this system, percent. */
    LossSet: {
      /** @enum {string} */
      name: "owner" | "bank" | "given";
      percent: number;
      owner: number;
      bank: number;
    };
    /**
     * @description With `output=hours`, and only then. Columns of the whole system; of several planes then each plane's own, such as `plane_2_ac`: power
     *     fed in and lost (W), light (W/m²), cell temperature (°C, null in the dark).
     */
    YieldHours: {
      start: components["schemas"]["LocalTime"];
      /** @description Seconds. */
      interval: number;
      count: number;
      units: {
        [key: string]: string;
      };
      values: {
        [key: string]: components["schemas"]["Values"];
      };
    };
    /** @description Energy left after each stage that the system has, kWh, by the names of `losses`. */
    YieldStages: {
      [key: string]: number;
    };
    YieldUncertainty: {
      /** @description Of the mean year, kWh: P50. */
      energy: number;
      /** @description Standard uncertainties, which add up in quadrature. */
      shares: components["schemas"]["YieldShare"][];
      /** @description Degrees of freedom of the spread of years. */
      degrees: number | null;
      /** @description One year, and means of 10, 20 and 25. */
      horizons: components["schemas"]["YieldHorizon"][];
      trend: components["schemas"]["YieldTrend"] | null;
    };
    YieldShare: {
      /** @enum {string} */
      key: "interannual" | "record" | "irradiance" | "plane" | "module" | "losses" | "model";
      percent: number;
      /** @description Where the figure is from. */
      reason: string;
    };
    YieldHorizon: {
      years: number;
      /** @description All shares in quadrature; the share of single years is divided by the root of their number. */
      percent: number;
      values: components["schemas"]["YieldExceeded"][];
    };
    YieldExceeded: {
      /** @description Per cent. */
      exceedance: number;
      /** @description kWh. */
      energy: number;
    };
    YieldTrend: {
      /** @description kWh a year. */
      slope: number;
      standard_error: number;
      p_value: number;
    };
    YieldLife: {
      /** @description Per cent a year; 0 with a table. */
      rate: number;
      rate_uncertainty: number;
      years: components["schemas"]["YieldLifeYear"][];
    };
    YieldLifeYear: {
      year: number;
      /** @description Share of the nominal power left. */
      factor: number;
      /** @description kWh. */
      p50: number;
      /** @description kWh. */
      p90: number;
      /** @description Of all years up to this one, kWh. */
      sum_p50: number;
      /** @description kWh. */
      sum_p90: number;
    };
    /** @description Performance ratio (IEC 61724-1); null without light. */
    YieldRatio: number | null;
    YieldSum: {
      /** @description AC energy in kWh. */
      energy: number;
      /** @description kWh/kWp. */
      specific_yield: number;
      performance_ratio: components["schemas"]["YieldRatio"];
      /** @description On the horizontal, kWh/m². */
      horizontal_irradiation: number;
      /** @description On the planes without shading, mean over their power, kWh/m². */
      plane_irradiation: number;
      /** @description Share of the period's light in hours without a value. */
      missing: number;
      /** @description Share of it in hours that are not to be believed. */
      doubtful: number;
    };
    YieldMonth: {
      month: number;
      /** @description Number of years behind it. */
      years: number;
      /** @description AC energy in kWh. */
      energy: number;
      /** @description kWh/kWp. */
      specific_yield: number;
      performance_ratio: components["schemas"]["YieldRatio"];
      /** @description On the horizontal, kWh/m². */
      horizontal_irradiation: number;
      /** @description On the planes without shading, mean over their power, kWh/m². */
      plane_irradiation: number;
      /** @description Share of the period's light in hours without a value. */
      missing: number;
      /** @description Share of it in hours that are not to be believed. */
      doubtful: number;
      stages: components["schemas"]["YieldStages"];
    };
    YieldYear: {
      year: number;
      /** @description AC energy in kWh. */
      energy: number;
      /** @description kWh/kWp. */
      specific_yield: number;
      performance_ratio: components["schemas"]["YieldRatio"];
      /** @description On the horizontal, kWh/m². */
      horizontal_irradiation: number;
      /** @description On the planes without shading, mean over their power, kWh/m². */
      plane_irradiation: number;
      /** @description Share of the period's light in hours without a value. */
      missing: number;
      /** @description Share of it in hours that are not to be believed. */
      doubtful: number;
    };
    YieldExceedance: {
      /** @enum {string} */
      form: "student" | "normal";
      years: number;
      /** @description kWh. */
      mean: number;
      /** @description kWh. */
      standard_deviation: number;
      values: components["schemas"]["YieldExceedanceValue"][];
      /** @description 95 % confidence interval of the P90 of infinitely many such years, kWh. */
      p90_interval: number[];
    };
    YieldExceedanceValue: {
      /** @description Per cent of the years that have more. */
      exceedance: number;
      /** @description kWh. */
      value: number;
      /** @description Of the years themselves, kWh; null for fewer than ten. */
      empirical: number | null;
    };
    YieldStage: {
      name: string;
      description: string;
      /** @description Left after the stage, kWh; light counts as a system of nominal efficiency would convert it. */
      energy: number;
      /** @description In place of a change: why the stage takes nothing. */
      note?: string;
      /** @description Of the stage; the first has 1. */
      factor: number;
    };
    YieldPlane: {
      surface_tilt: components["schemas"]["SurfaceTilt"];
      surface_azimuth: components["schemas"]["SurfaceAzimuth"];
      tracking_mode: components["schemas"]["TrackingMode"];
      kwp: number;
      /** @description As it was given. */
      tracker?: {
        [key: string]: unknown;
      };
      /** @description As they were given. */
      rows?: {
        [key: string]: unknown;
      };
      /** @description AC energy in kWh. */
      energy: number;
      /** @description kWh/kWp. */
      specific_yield: number;
      performance_ratio: components["schemas"]["YieldRatio"];
      /** @description On the horizontal, kWh/m². */
      horizontal_irradiation: number;
      /** @description On the planes without shading, mean over their power, kWh/m². */
      plane_irradiation: number;
      /** @description Share of the period's light in hours without a value. */
      missing: number;
      /** @description Share of it in hours that are not to be believed. */
      doubtful: number;
    };
    YieldOptimum: {
      surface_tilt: number;
      surface_azimuth: number;
      /** @description kWh/kWp. */
      specific_yield: number;
      tilt_range: components["schemas"]["YieldRange"];
      azimuth_range: components["schemas"]["YieldRange"];
    };
    /** @description First and last whole degree that lose less than 1 %; a range of azimuths may pass north, and has equal ends for all. */
    YieldRange: number[];
    YieldWeather: {
      /** @enum {string} */
      kind: "typical" | "history";
      /** @description Of history. */
      start_year?: number;
      end_year?: number;
      /** @description The weather is generated: a plausible year, not a history. */
      synthetic: boolean;
      sources?: components["schemas"]["SourcesUsed"];
    };
    /** @description Powers in W, means over the intervals; energies in kWh. Numbers are unrounded. */
    PowerResponse: {
      /** @description The quarter of an hour in which the forecast is made: of it is `remaining`. */
      issued: components["schemas"]["PowerTime"];
      start_times: components["schemas"]["PowerTimes"];
      end_times: components["schemas"]["PowerTimes"];
      values: {
        /** @description Fed in, W, from 0 to `meta.ac_limit`. */
        ac_power: components["schemas"]["PowerValues"];
        /** @description Light on the planes in the open, mean over their power, W/m². */
        plane_irradiance: components["schemas"]["PowerValues"];
        /** @description What snow on the modules takes, W (DC). */
        snow_loss: components["schemas"]["PowerValues"];
        /** @description With a `house`: what it takes, W. */
        load?: components["schemas"]["PowerValues"];
        /** @description With a `house`: from the grid, W. */
        imported?: components["schemas"]["PowerValues"];
        /** @description With a `house`: fed in, W. */
        exported?: components["schemas"]["PowerValues"];
        /** @description With a `house`: what its battery holds at the end of the row, kWh. */
        stored?: components["schemas"]["PowerValues"];
      };
      /** @description Null without `quantiles`. */
      quantiles: components["schemas"]["PowerQuantiles"] | null;
      /** @description Of the day of `issued`, what is left of it, and of the next day, kWh; null where it is not known. */
      energy: {
        today: components["schemas"]["PowerEnergy"];
        remaining_today: components["schemas"]["PowerEnergy"];
        tomorrow: components["schemas"]["PowerEnergy"];
      };
      /** @description The days that the intervals touch, from midnight to midnight. */
      days: components["schemas"]["PowerDay"][];
      planes: components["schemas"]["PowerPlane"][];
      meta: components["schemas"]["PowerMeta"];
      notices: components["schemas"]["Notices"];
    };
    /**
     * Format: date-time
     * @description In `time_zone`, with its offset then; `Z` for UTC.
     */
    PowerTime: string;
    PowerTimes: components["schemas"]["PowerTime"][];
    PowerValues: (number | null)[];
    PowerEnergy: number | null;
    /** @description Of the power, W, by name; null where no band is known. Each is the quantile of the light through the whole chain, or of power as the system's own meter taught it (`meta.taught`). */
    PowerQuantiles: {
      ac_power: {
        [key: string]: components["schemas"]["PowerValues"];
      };
    };
    PowerDay: {
      /** Format: date */
      date: string;
      start: components["schemas"]["PowerTime"];
      end: components["schemas"]["PowerTime"];
      /** @description kWh; null where more than 2 % of the day's light is not known. */
      energy: components["schemas"]["PowerEnergy"];
      /** @description From `issued` to the end of the day, kWh. */
      remaining: components["schemas"]["PowerEnergy"];
      /** @description Share of the day's light, by the height of the sun, without a value. */
      missing: number;
      /** @description Of `energy`, kWh, by name; null without `quantiles`, and where no band is known. */
      quantiles: components["schemas"]["PowerEnergies"] | null;
    };
    PowerEnergies: {
      [key: string]: number;
    };
    PowerPlane: {
      surface_tilt: components["schemas"]["SurfaceTilt"];
      surface_azimuth: components["schemas"]["SurfaceAzimuth"];
      tracking_mode: components["schemas"]["TrackingMode"];
      kwp: number;
      /** @description The plane's part of what is fed in, W. */
      ac_power: components["schemas"]["PowerValues"];
    };
    PowerMeta: {
      version: components["schemas"]["SoftwareVersion"];
      commit: components["schemas"]["Commit"];
      /** @enum {string} */
      frequency: "15_minutes" | "30_minutes" | "1_hour";
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      /** @description Metres. */
      altitude: number;
      /** @description Of times and days: a name, an offset, or UTC. */
      time_zone: string;
      /** @description Of all planes, kW. */
      kwp: number;
      loss_set: components["schemas"]["LossSet"];
      /** @description What inverters and grid let through, W. */
      ac_limit: number;
      units: {
        [key: string]: string;
      };
      /** @description From what the system's own meter taught; absent where nothing of it is used. */
      taught?: {
        /** @description Days that taught. */
        days: number;
        /** Format: date */
        from: string;
        /** Format: date */
        until: string;
        /** @description How quantiles are made, such as `bins`; later versions may add further values. */
        recipe: string;
      };
      weather: components["schemas"]["PowerWeather"];
    };
    PowerWeather: {
      /** @enum {string} */
      kind: "forecast" | "observation";
      /** @description The weather is generated and belongs to no real day. */
      synthetic: boolean;
      sources: components["schemas"]["SourcesUsed"];
    };
    /** @description The first character is a letter or digit; `learn` is no name. */
    SystemName: string;
    NewSystem: {
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["Horizon"];
      system: components["schemas"]["YieldSystem"];
    };
    StoredSystem: {
      name: components["schemas"]["SystemName"];
      lat: components["schemas"]["Latitude"];
      lon: components["schemas"]["Longitude"];
      created: components["schemas"]["UtcTime"];
      changed: components["schemas"]["UtcTime"];
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["Horizon"];
      system: components["schemas"]["YieldSystem"];
    };
    SystemsResponse: {
      systems: {
        name: components["schemas"]["SystemName"];
        lat: components["schemas"]["Latitude"];
        lon: components["schemas"]["Longitude"];
        created: components["schemas"]["UtcTime"];
        changed: components["schemas"]["UtcTime"];
      }[];
    };
    HorizonResponse: {
      /** @description 0, 1, … 359, from north over east. */
      azimuth: number[];
      /** @description Elevation of the horizon in whole degrees. */
      elevation: number[];
    };
    AltitudeResponse: {
      altitude: components["schemas"]["Altitude"];
    };
    AccountResponse: {
      account: string;
      /** @description Null without one. */
      plan: string | null;
      /** @description Factor of every price; 0 is free of charge. Null with the demo key, which pays nothing. */
      price_class: number | null;
      tokens: components["schemas"]["Tokens"];
      limits: components["schemas"]["Limits"];
      keys: components["schemas"]["Key"][];
      /** @description The last 31 days, newest first. */
      usage: components["schemas"]["Usage"][];
    };
    TokenCount: number;
    /** @description remaining = granted − used − held. Null with the demo key. */
    Tokens: {
      granted: number | null;
      used: number | null;
      held: number | null;
      remaining: number | null;
      /** @description When the next grant that still holds tokens ends. */
      next_expiry: components["schemas"]["UtcTime"] | null;
    };
    Limits: {
      requests_per_window: number;
      window_seconds: number;
      /** @description Requests computed at once. */
      running: number;
      /** @description Requests that may wait for their turn. */
      waiting: number;
      /** @description Rows times returned columns. */
      values_per_answer: number;
      requests_per_batch: number;
      /** @description Jobs that may live at a time. */
      living_jobs: number;
      sites_per_job: number;
      /** @description Bodies of all living jobs together. */
      job_request_mebibytes: number;
      /** @description PV systems that may be stored. */
      stored_systems: number;
      body_bytes: number;
      /** @description URL and headers together. */
      header_bytes: number;
      deadline_seconds: number;
    };
    Key: {
      /** @description The part of the key that may be shown. */
      id: string;
      label: string;
      /**
       * @description A key that may only `read` makes, cancels and removes no jobs; all else is reading.
       * @enum {string}
       */
      scope: "all" | "read";
      created: components["schemas"]["UtcTime"];
      last_used: components["schemas"]["UtcTime"] | null;
      expires: components["schemas"]["UtcTime"] | null;
    };
    Usage: {
      /** Format: date */
      day: string;
      endpoint: string;
      requests: number;
      tokens: components["schemas"]["TokenCount"];
    };
    /** @description A date, meaning its beginning, or a time; UTC. */
    BookTime: string;
    BooksResponse: {
      usage: (components["schemas"]["BookSum"] | components["schemas"]["BookEntry"])[];
      /** @description The `cursor` of the next page; null after the last row. */
      next_cursor: string | null;
    };
    /** @description By day or month. */
    BookSum: {
      /** @enum {string} */
      kind: "sum" | "late" | "refund";
      /** @description The day or month: 2026-06-21, 2026-06. Null for `late`. */
      time: string | null;
      /** @description Null for `late`. */
      endpoint: string | null;
      requests: number;
      /** @description Below 0 for a refund. */
      tokens: number;
    };
    /** @description By charge. What a row does not have is null. */
    BookEntry: {
      /** @enum {string} */
      kind: "charge" | "free" | "pruned" | "late" | "refund";
      /** @description Arrival of the request; of a sum its day; of a refund its own time. */
      time: string | null;
      endpoint: string | null;
      /** @description 1 for a charge, 0 for a refund. */
      requests: number;
      /** @description Below 0 for a refund. */
      tokens: number;
      /** @description Of the charge, also for its refund. */
      request_id: string | null;
      /** @description Id of the key. */
      key: string | null;
      rows: number | null;
      columns: number | null;
      status: number | null;
      /** @description Of the computation, in ms. */
      duration: number | null;
      bytes: number | null;
      /** @description 1: the connection ended before all of the answer was sent. */
      cut: number | null;
      /** @description Of a refund. */
      reason: string | null;
    };
    /**
     * @description RFC 4180: UTF-8, commas, `\r\n`, the names of the JSON keys in the first line. An empty field where JSON has null. A text that a
     *     spreadsheet would take for a formula follows an apostrophe.
     */
    BooksCsv: string;
    SourcesResponse: {
      time_zone: components["schemas"]["TimeZone"];
      time_zone_name: components["schemas"]["TimeZoneName"];
      sources: components["schemas"]["Source"][];
      /** @description Sources that did not answer. */
      unavailable: string[];
    };
    Source: {
      source: string;
      dataset: string;
      class: components["schemas"]["SourceClass"];
      columns: components["schemas"]["Columns"];
      /** @description Length of an interval in seconds. */
      step: number;
      first: components["schemas"]["UtcTime"];
      last: components["schemas"]["UtcTime"];
      /** @description Seconds since the end of the last interval; negative for a forecast. */
      age: number;
      run?: components["schemas"]["UtcTime"];
      cell: components["schemas"]["Cell"];
      licence: string;
      attribution?: string;
      notices: string[];
    };
    Batch: {
      requests: components["schemas"]["BatchRequest"][];
    };
    BatchRequest: {
      endpoint: components["schemas"]["LineEndpoint"];
      query:
        | components["schemas"]["BatchQuery"]
        | components["schemas"]["YieldQuery"]
        | components["schemas"]["PowerQuery"];
      /**
       * @description Name of a stored system, as `system` of a GET: `lat`, `lon` and whatever else is stored with it are left out of the query. Or, for
       *     `yield` and `forecast/pv`, a system in place of the query's one plane.
       */
      system?: components["schemas"]["SystemName"] | components["schemas"]["YieldSystem"];
    };
    /** @enum {string} */
    LineEndpoint: "realtime" | "training" | "historical" | "yield" | "forecast/pv";
    /** @description The query of `/yield`, without `response_format`, which is json; `lat` and `lon` only without the name of a system; what describes the plane only without `system`. */
    YieldQuery: {
      lat?: components["schemas"]["Latitude"];
      lon?: components["schemas"]["Longitude"];
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["Horizon"];
      /** @enum {string} */
      weather?: "typical" | "history";
      start_year?: number;
      end_year?: number;
      random_seed?: components["schemas"]["RandomSeed"];
      /** @enum {string} */
      output?: "summary" | "hours";
      /** @enum {string} */
      obstacles?: "true" | "false";
      kwp?: number;
      /** @default best */
      tilt: "best" | number;
      azimuth?: number;
      /** @default best */
      surface_tilt: "best" | number;
      surface_azimuth?: number;
      tracking_mode?: components["schemas"]["TrackingMode"];
      losses?: number | ("owner" | "bank");
      dc_ac_ratio?: number;
      /** @enum {string} */
      meta?: "extended";
    };
    /** @description The query of `/forecast/pv`, without `response_format`, which is json; `lat` and `lon` only without the name of a system; what describes the plane only without `system`. */
    PowerQuery: {
      lat?: components["schemas"]["Latitude"];
      lon?: components["schemas"]["Longitude"];
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["Horizon"];
      /** @enum {string} */
      weather?: "precision" | "basic";
      start?: components["schemas"]["PeriodTime"];
      end?: components["schemas"]["PeriodTime"];
      /** @enum {string} */
      frequency?: "15_minutes" | "30_minutes" | "1_hour";
      time_zone?: components["schemas"]["ZoneName"];
      quantiles?: components["schemas"]["QuantileText"];
      kwp?: number;
      tilt?: number;
      azimuth?: number;
      surface_tilt?: number;
      surface_azimuth?: number;
      tracking_mode?: components["schemas"]["TrackingMode"];
      losses?: number | ("owner" | "bank");
      dc_ac_ratio?: number;
    };
    /**
     * @description The query of the endpoint, without `response_format`, which is json; `lat` and `lon` only without the name of a system. `historical` needs start
     *     and end.
     */
    BatchQuery: {
      lat?: components["schemas"]["Latitude"];
      lon?: components["schemas"]["Longitude"];
      start?: components["schemas"]["PeriodTime"];
      end?: components["schemas"]["PeriodTime"];
      parameters?: components["schemas"]["ObservationParameterText"] | components["schemas"]["ObservationParameters"];
      frequency?: components["schemas"]["Frequency"];
      surface_azimuth?: components["schemas"]["SurfaceAzimuth"];
      surface_tilt?: components["schemas"]["SurfaceTilt"];
      tracking_mode?: components["schemas"]["TrackingMode"];
      time_zone?: components["schemas"]["ZoneName"];
      horizon?: components["schemas"]["Horizon"];
      /** @enum {string} */
      meta?: "extended";
    };
    BatchLine: components["schemas"]["BatchAnswer"] | components["schemas"]["BatchFailure"];
    BatchAnswer: {
      index: number;
      tokens: components["schemas"]["TokenCount"];
      /**
       * @description Present if the line was charged before under the `Idempotency-Key` (`tokens`), and is not charged again.
       * @enum {boolean}
       */
      replayed?: true;
      sources: components["schemas"]["SourcesUsed"];
      notices: components["schemas"]["Notices"];
      response:
        | components["schemas"]["ObservationResponse"]
        | components["schemas"]["ObservationResponseExtended"]
        | components["schemas"]["YieldResponse"]
        | components["schemas"]["PowerResponse"];
    };
    BatchFailure: {
      index: number;
      error: components["schemas"]["Error"];
    };
    JobId: string;
    SiteId: string;
    /** @enum {string} */
    JobFormat: "ndjson" | "parquet";
    NewJob: {
      endpoint: components["schemas"]["LineEndpoint"];
      /**
       * @description What each part is: `ndjson` (default), a line for each site; or `parquet`, a table with a row for each interval of each site, of
       *     observations and of yields. All sites of a table have the query's parameters, frequency and output; no key of theirs is `meta`.
       */
      format?: components["schemas"]["JobFormat"];
      query?:
        | components["schemas"]["JobQuery"]
        | components["schemas"]["YieldJobQuery"]
        | components["schemas"]["PowerJobQuery"];
      /**
       * @description Of every site that has none of its own: name of a stored system; or, for `yield` and `forecast/pv`, a system in place of the query's
       *     one plane. A job keeps the system as it is stored at that moment.
       */
      system?: components["schemas"]["SystemName"] | components["schemas"]["YieldSystem"];
      sites: (
        | components["schemas"]["JobSite"]
        | components["schemas"]["YieldSite"]
        | components["schemas"]["PowerSite"]
      )[];
    };
    /** @description The query for all sites, without place and `response_format`, which is json. `historical` needs start and end, here or for each site. */
    JobQuery: {
      start?: components["schemas"]["PeriodTime"];
      end?: components["schemas"]["PeriodTime"];
      parameters?: components["schemas"]["ObservationParameterText"];
      frequency?: components["schemas"]["Frequency"];
      surface_azimuth?: components["schemas"]["SurfaceAzimuth"];
      surface_tilt?: components["schemas"]["SurfaceTilt"];
      tracking_mode?: components["schemas"]["TrackingMode"];
      time_zone?: components["schemas"]["ZoneName"];
      horizon?: components["schemas"]["HorizonText"];
      /** @enum {string} */
      meta?: "extended";
    };
    /** @description A place, or the name of a stored system, and any key of the query that differs for this site. */
    JobSite: {
      /** @description Identifies the site in the lines; unique within the job. Default is the site's position in the list, from "0". */
      id?: components["schemas"]["SiteId"];
      system?: components["schemas"]["SystemName"];
      lat?: components["schemas"]["Latitude"];
      lon?: components["schemas"]["Longitude"];
      start?: components["schemas"]["PeriodTime"];
      end?: components["schemas"]["PeriodTime"];
      parameters?: components["schemas"]["ObservationParameterText"];
      frequency?: components["schemas"]["Frequency"];
      surface_azimuth?: components["schemas"]["SurfaceAzimuth"];
      surface_tilt?: components["schemas"]["SurfaceTilt"];
      tracking_mode?: components["schemas"]["TrackingMode"];
      time_zone?: components["schemas"]["ZoneName"];
      horizon?: components["schemas"]["HorizonText"];
      /** @enum {string} */
      meta?: "extended";
    };
    /** @description The query of `/yield` for all sites, without place and `response_format`, which is json. */
    YieldJobQuery: {
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["HorizonText"];
      /** @enum {string} */
      weather?: "typical" | "history";
      start_year?: number;
      end_year?: number;
      random_seed?: components["schemas"]["RandomSeed"];
      /** @enum {string} */
      output?: "summary" | "hours";
      /** @enum {string} */
      obstacles?: "true" | "false";
      kwp?: number;
      /** @default best */
      tilt: "best" | number;
      azimuth?: number;
      /** @default best */
      surface_tilt: "best" | number;
      surface_azimuth?: number;
      tracking_mode?: components["schemas"]["TrackingMode"];
      losses?: number | ("owner" | "bank");
      dc_ac_ratio?: number;
      /** @enum {string} */
      meta?: "extended";
    };
    /** @description A place and its system, or the name of a stored one, and any key of the query that differs for this site. */
    YieldSite: {
      id?: components["schemas"]["SiteId"];
      lat?: components["schemas"]["Latitude"];
      lon?: components["schemas"]["Longitude"];
      system?: components["schemas"]["SystemName"] | components["schemas"]["YieldSystem"];
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["HorizonText"];
      /** @enum {string} */
      weather?: "typical" | "history";
      start_year?: number;
      end_year?: number;
      random_seed?: components["schemas"]["RandomSeed"];
      /** @enum {string} */
      output?: "summary" | "hours";
      /** @enum {string} */
      obstacles?: "true" | "false";
      kwp?: number;
      /** @default best */
      tilt: "best" | number;
      azimuth?: number;
      /** @default best */
      surface_tilt: "best" | number;
      surface_azimuth?: number;
      tracking_mode?: components["schemas"]["TrackingMode"];
      losses?: number | ("owner" | "bank");
      dc_ac_ratio?: number;
      /** @enum {string} */
      meta?: "extended";
    };
    /** @description The query of `/forecast/pv` for all sites, without place and `response_format`, which is json. */
    PowerJobQuery: {
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["HorizonText"];
      /** @enum {string} */
      weather?: "precision" | "basic";
      start?: components["schemas"]["PeriodTime"];
      end?: components["schemas"]["PeriodTime"];
      /** @enum {string} */
      frequency?: "15_minutes" | "30_minutes" | "1_hour";
      time_zone?: components["schemas"]["ZoneName"];
      quantiles?: components["schemas"]["QuantileText"];
      kwp?: number;
      tilt?: number;
      azimuth?: number;
      surface_tilt?: number;
      surface_azimuth?: number;
      tracking_mode?: components["schemas"]["TrackingMode"];
      losses?: number | ("owner" | "bank");
      dc_ac_ratio?: number;
    };
    /** @description A place and its system, or the name of a stored one, and any key of the query that differs for this site. */
    PowerSite: {
      id?: components["schemas"]["SiteId"];
      lat?: components["schemas"]["Latitude"];
      lon?: components["schemas"]["Longitude"];
      system?: components["schemas"]["SystemName"] | components["schemas"]["YieldSystem"];
      altitude?: components["schemas"]["AltitudeOption"];
      horizon?: components["schemas"]["HorizonText"];
      /** @enum {string} */
      weather?: "precision" | "basic";
      start?: components["schemas"]["PeriodTime"];
      end?: components["schemas"]["PeriodTime"];
      /** @enum {string} */
      frequency?: "15_minutes" | "30_minutes" | "1_hour";
      time_zone?: components["schemas"]["ZoneName"];
      quantiles?: components["schemas"]["QuantileText"];
      kwp?: number;
      tilt?: number;
      azimuth?: number;
      surface_tilt?: number;
      surface_azimuth?: number;
      tracking_mode?: components["schemas"]["TrackingMode"];
      losses?: number | ("owner" | "bank");
      dc_ac_ratio?: number;
    };
    Job: {
      id: components["schemas"]["JobId"];
      /**
       * @description `living` until every part is done or given up. Nothing is computed or charged after the end.
       * @enum {string}
       */
      state: "living" | "finished" | "cancelled";
      created: components["schemas"]["UtcTime"];
      ended: components["schemas"]["UtcTimeOrNull"];
      /** @description When the job is removed with its results. Null while it lives. */
      expires: components["schemas"]["UtcTimeOrNull"];
      endpoint: components["schemas"]["LineEndpoint"];
      format: components["schemas"]["JobFormat"];
      sites: number;
      /** @description Sites of the parts that are done, those that failed among them. */
      done_sites: number;
      /** @description Sites of the parts that are done which have an error for an answer. They are free. */
      failed_sites: number;
      parts: number;
      done_parts: number;
      given_up_parts: number;
      tokens: components["schemas"]["JobTokens"];
    };
    JobTokens: {
      price: components["schemas"]["TokenCount"];
      charged: components["schemas"]["TokenCount"];
      held: components["schemas"]["TokenCount"];
    };
    JobsResponse: {
      jobs: components["schemas"]["Job"][];
    };
    /** @description The job, its parts that are done, and its parts that were given up. */
    JobResponse: {
      id: components["schemas"]["JobId"];
      /**
       * @description `living` until every part is done or given up. Nothing is computed or charged after the end.
       * @enum {string}
       */
      state: "living" | "finished" | "cancelled";
      created: components["schemas"]["UtcTime"];
      ended: components["schemas"]["UtcTimeOrNull"];
      /** @description When the job is removed with its results. Null while it lives. */
      expires: components["schemas"]["UtcTimeOrNull"];
      endpoint: components["schemas"]["LineEndpoint"];
      format: components["schemas"]["JobFormat"];
      sites: number;
      /** @description Sites of the parts that are done, those that failed among them. */
      done_sites: number;
      /** @description Sites of the parts that are done which have an error for an answer. They are free. */
      failed_sites: number;
      parts: number;
      done_parts: number;
      given_up_parts: number;
      tokens: components["schemas"]["JobTokens"];
      /** @description The results of the parts that are done, in order. */
      results: components["schemas"]["JobPart"][];
      /** @description The reasons for parts that were given up. These parts are free. */
      failures: components["schemas"]["JobFailedPart"][];
    };
    JobPart: {
      part: number;
      /** @description Place of its first site in the job. */
      first: number;
      sites: number;
      failed_sites: number;
      /** @description With `parquet`, the sites that have no rows in the file, if any. With `ndjson` they are lines. */
      failed?: components["schemas"]["JobFailure"][];
      /** @description Of the file as it is kept: lines are compressed. */
      bytes: number;
      /** @description Of the file as it is kept: lines are compressed. */
      sha256: string;
      /** @description Address of the file, relative to the server, valid for an hour and without a key. */
      url: string;
    };
    JobFailedPart: {
      part: number;
      first: number;
      sites: number;
      code: components["schemas"]["ErrorCode"];
      reason: string;
    };
    JobLine: components["schemas"]["JobAnswer"] | components["schemas"]["JobFailure"];
    JobAnswer: {
      index: number;
      id: components["schemas"]["SiteId"];
      tokens: components["schemas"]["TokenCount"];
      sources: components["schemas"]["SourcesUsed"];
      notices: components["schemas"]["Notices"];
      response:
        | components["schemas"]["ObservationResponse"]
        | components["schemas"]["ObservationResponseExtended"]
        | components["schemas"]["YieldResponse"]
        | components["schemas"]["PowerResponse"];
    };
    JobFailure: {
      index: number;
      id: components["schemas"]["SiteId"];
      error: components["schemas"]["Error"];
    };
    /**
     * @description Twelve values each, January to December. Give the place here, in the query, or the same in both. Unknown keys are
     *     errors, because a misspelt column would be lost.
     */
    MonthlyValues: {
      lat?: components["schemas"]["Latitude"];
      lon?: components["schemas"]["Longitude"];
      altitude?: number;
      global_horizontal_irradiance: components["schemas"]["TwelveIrradiances"];
      diffuse_horizontal_irradiance?: components["schemas"]["TwelveIrradiances"];
      temperature: components["schemas"]["TwelveTemperatures"];
      temperature_min?: components["schemas"]["TwelveTemperatures"];
      temperature_max?: components["schemas"]["TwelveTemperatures"];
      /** @description Per cent. */
      relative_humidity?: number[];
      /** @description m/s. */
      wind_speed?: number[];
      linke_turbidity?: components["schemas"]["TwelveTurbidities"];
      /**
       * @description The mean over day and night, or the month's sum.
       * @default W/m2
       * @enum {string}
       */
      irradiance_unit: "W/m2" | "kWh/m2/month";
    };
    /** @description In `irradiance_unit`; must be below the extraterrestrial irradiance at the place. */
    TwelveIrradiances: number[];
    /** @description °C. */
    TwelveTemperatures: number[];
    ErrorResponse: {
      error: components["schemas"]["Error"];
    };
    Error: {
      code: components["schemas"]["ErrorCode"];
      /** @description What was wrong and what would be right. */
      message: string;
      /** @description The key that is at fault. */
      parameter?: string;
      request_id?: string;
    };
    /**
     * @description What went wrong, as a word that stays; messages may change. Programs decide by it, and by the status for a word that they do not
     *     know: later servers may have more. `/docs/errors.html` says what each means and what to do about it. Lines of a job that an older
     *     server computed have none.
     */
    ErrorCode: string;
  };
  responses: {
    /** @description The time series. */
    ObservationSeries: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json":
          | components["schemas"]["ObservationResponse"]
          | components["schemas"]["ObservationResponseExtended"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["Csv"];
      };
    };
    /** @description The year. */
    ClimateSeries: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ClimateResponse"] | components["schemas"]["ClimateResponseExtended"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["Csv"];
      };
    };
    /** @description The year. */
    ImportedClimate: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ClimateResponse"] | components["schemas"]["ClimateResponseExtended"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["Csv"];
      };
    };
    /** @description What the system yields. */
    YieldAnswer: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["YieldResponse"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["YieldCsv"];
      };
    };
    /** @description What the system yields. */
    PostedYield: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["YieldResponse"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["YieldCsv"];
      };
    };
    /** @description The power of the system. */
    PowerAnswer: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["PowerResponse"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["PowerCsv"];
      };
    };
    /** @description The power of the system. */
    PostedPower: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["PowerResponse"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["PowerCsv"];
      };
    };
    /** @description What the meter shows of its system. */
    LearntSystem: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Learning"];
      };
    };
    /** @description One JSON object per line, in the order of the requests. `API-Tokens-Cost` is the sum if none fails. */
    BatchLines: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/x-ndjson": string;
      };
    };
    /** @description The systems, by name. */
    SystemList: {
      headers: {
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["SystemsResponse"];
      };
    };
    /** @description The system. */
    SystemAnswer: {
      headers: {
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["StoredSystem"];
      };
    };
    /** @description A GET would be answered, or its answer is unchanged. No body. */
    SystemThere: {
      headers: {
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The system, which is new. */
    SystemStored: {
      headers: {
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        Location: components["headers"]["SystemLocation"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["StoredSystem"];
      };
    };
    /** @description The system was stored, and no longer is. */
    SystemRemoved: {
      headers: {
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The job. `API-Tokens-Cost` is its price if no site fails. */
    JobCreated: {
      headers: {
        Location: components["headers"]["Location"];
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Job"];
      };
    };
    /** @description The current state of the job that the same request with this `Idempotency-Key` created before. */
    SameJob: {
      headers: {
        Location: components["headers"]["Location"];
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Job"];
      };
    };
    /** @description The jobs, newest first. */
    JobList: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["JobsResponse"];
      };
    };
    /** @description A GET would be answered. No body. */
    JobThere: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The job and its parts. */
    JobState: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["JobResponse"];
      };
    };
    /** @description The job was living and is now cancelled. Its current state. */
    JobCancelled: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Job"];
      };
    };
    /** @description The job had ended and is now removed with its results. */
    JobRemoved: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /**
     * @description With `ndjson` one JSON object per line, in the order of the sites; `index` is the site's position in the job. With `parquet` a file that
     *     is complete in itself; the files of all parts are one table.
     */
    JobLines: {
      headers: {
        ETag: components["headers"]["PartTag"];
        "Content-Disposition": components["headers"]["PartName"];
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/x-ndjson": string;
        "application/vnd.apache.parquet": string;
      };
    };
    /** @description A GET would be answered. No body. */
    PartThere: {
      headers: {
        ETag: components["headers"]["PartTag"];
        "Content-Disposition": components["headers"]["PartName"];
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The part is unchanged. */
    SamePart: {
      headers: {
        ETag: components["headers"]["PartTag"];
        "Content-Disposition": components["headers"]["PartName"];
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description A GET would be answered, at this price. No body. */
    Preview: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The horizon line. */
    HorizonLine: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["HorizonResponse"];
      };
    };
    /** @description The altitude. */
    AltitudeAnswer: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AltitudeResponse"];
      };
    };
    /** @description The account. */
    AccountState: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AccountResponse"];
      };
    };
    /** @description A page of the account's books. */
    AccountBooks: {
      headers: {
        "API-Next-Cursor": components["headers"]["APINextCursor"];
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Content-Disposition": components["headers"]["ContentDisposition"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["BooksResponse"];
        "text/csv; charset=utf-8; header=present": components["schemas"]["BooksCsv"];
      };
    };
    /** @description The data sets. */
    SourceList: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        ETag: components["headers"]["ETag"];
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["SourcesResponse"];
      };
    };
    /** @description The answer is unchanged. Free. */
    NotModified: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCost"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        /** @description The allowed value. */
        ETag: string;
        "Cache-Control": components["headers"]["Freshness"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "Weather-Sources": components["headers"]["WeatherSources"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content?: never;
    };
    /**
     * @description A parameter, body or request that is malformed, out of range or too large: `invalid_parameter`, `missing_parameter`,
     *     `unknown_parameter` (of a body), which `parameter` names; `invalid_body`, `invalid_idempotency_key`, `answer_too_large`, and
     *     `invalid_request` if the whole is not a valid request.
     */
    BadRequest: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `invalid_key`: the key is missing, unknown, expired or revoked. */
    Unauthorized: {
      headers: {
        "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `out_of_tokens`: not enough tokens left. The message states the price and the balance, or that a grant has expired. If no token is left, the body of a `POST` is not read, and the price is not known. */
    OutOfTokens: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimit"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description The demo key serves only some places, which the message lists (`place_not_free`), and stores no `system` (`account_needed`); or the
     *     account is suspended (`account_suspended`).
     */
    PlaceNotAllowed: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `account_suspended`: the account is suspended; its operator knows why. */
    AccountSuspended: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The demo key belongs to no account (`account_needed`); or the account is suspended (`account_suspended`). */
    BooksNotAllowed: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description The demo key cannot have jobs (`account_needed`); the account is suspended (`account_suspended`); or the key may only read, and this
     *     would make, cancel or remove a job (`key_reads_only`).
     */
    JobsNotAllowed: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description The demo key cannot store systems (`account_needed`); the account is suspended (`account_suspended`); or the key may only read, and this
     *     would store or remove a system (`key_reads_only`).
     */
    SystemsNotAllowed: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `unknown_system`: the account stores no system of this name, or no longer. */
    NoSystem: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description The account stores as many systems as it may (`too_many_systems`). Or the case of `OtherRequestId` (`request_id_conflict`). */
    SystemsFull: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description The link has expired (`link_expired`), or its signature belongs to another job, part or time (`link_invalid`); the key is the demo
     *     key (`account_needed`); or the account is suspended (`account_suspended`).
     */
    LinkRefused: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description The account has no such job, or the job was removed, or has no such part (`unknown_job`); or not yet (`part_not_done`); or this server
     *     runs no jobs (`jobs_disabled`).
     */
    NoJob: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description This server runs no jobs (`jobs_disabled`); or the account stores no system that a site names (`unknown_system`). */
    NoNewJob: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `results_gone`: the part was done, but its file no longer exists. */
    PartGone: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description No weather for the place and period (`no_weather`): the message says what is missing and names the nearest available period, or that
     *     what covers the period has not a single value in it of what is asked for (light counts by day). Or no interval of it has ended yet
     *     (`not_yet`). Or the account stores no such `system` (`unknown_system`). None of it costs anything.
     */
    NoWeather: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `method_not_allowed`: the path does not have this method. */
    MethodNotAllowed: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `unknown_path`: there is nothing at this path. Every path that is not in this document gets this answer. */
    UnknownPath: {
      headers: {
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `request_timeout`: the request came too slowly. */
    RequestTimeout: {
      headers: {
        "Cache-Control": components["headers"]["NoStoreIfKnown"];
        "X-Request-Id": components["headers"]["XRequestIdIfKnown"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description A request with this `Idempotency-Key`, or a line of a batch with it, is being answered (`idempotency_running`); or it was charged,
     *     and its answer cannot be given again: it was repeated 3 times, or its weather or the server has changed since (`not_repeatable`).
     *     Nothing is charged. Or the case of `OtherRequestId` (`request_id_conflict`).
     */
    RepeatRefused: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `request_id_conflict`: the `X-Request-Id` that a proxy gave this request was used by another request, or more than five minutes ago. */
    OtherRequestId: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description `body_too_large`: the body is larger than 64 KiB, 32 KiB for a stored system, 4 MiB for a job, or 32 MiB for a meter's file; or the stored systems
     *     that sites of a job name are larger than 4 MiB.
     */
    BodyTooLarge: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `unsupported_media_type`: the body must be uncompressed `application/json`, or a meter's file and no form. */
    UnsupportedMediaType: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `idempotency_conflict`: this `Idempotency-Key` was used with another request. */
    OtherRequest: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description Too fast (`rate_limited`), too many at once (`too_many_running`), too many living jobs (`too_many_jobs`), or too many bad keys from this
     *     address (`too_many_bad_keys`).
     */
    TooManyRequests: {
      headers: {
        "Retry-After": components["headers"]["RetryAfter"];
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `headers_too_large`: URL and headers together are over 16 KiB. */
    HeadersTooLarge: {
      headers: {
        "Cache-Control": components["headers"]["NoStoreIfKnown"];
        "X-Request-Id": components["headers"]["XRequestIdIfKnown"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `internal_error`: an error of the server. `request_id` identifies it in the log. */
    InternalError: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /**
     * @description The server is full (`server_full`), or what it needs cannot be reached at the moment: its accounts (`accounts_unavailable`; or
     *     `charge_unknown`, if it is not known whether the request was charged), weather (`weather_unavailable`), elevation data
     *     (`elevation_unavailable`) or the results of jobs (`results_unavailable`).
     */
    ServerFull: {
      headers: {
        "Retry-After": components["headers"]["RetryAfter"];
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
    /** @description `deadline`: the answer took too long. Nothing was charged. */
    DeadlineExceeded: {
      headers: {
        "API-Tokens-Cost": components["headers"]["APITokensCostIfKnown"];
        "API-Tokens-Remaining": components["headers"]["APITokensRemaining"];
        "API-Tokens-Limit": components["headers"]["APITokensLimit"];
        "API-Tokens-Notice": components["headers"]["APITokensNotice"];
        RateLimit: components["headers"]["RateLimitIfKnown"];
        "RateLimit-Policy": components["headers"]["RateLimitPolicyIfKnown"];
        "Cache-Control": components["headers"]["NoStore"];
        Vary: components["headers"]["Vary"];
        "API-Notice": components["headers"]["APINotice"];
        "X-Request-Id": components["headers"]["XRequestId"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorResponse"];
      };
    };
  };
  parameters: {
    /**
     * @description Latitude in degrees, north positive.
     * @example 36.1
     */
    lat: components["schemas"]["Latitude"];
    /**
     * @description Longitude in degrees, east positive.
     * @example -79.95
     */
    lon: components["schemas"]["Longitude"];
    /**
     * @description Latitude in degrees, north positive. Required without `system`.
     * @example 36.1
     */
    lat_unless_named: components["schemas"]["Latitude"];
    /**
     * @description Longitude in degrees, east positive. Required without `system`.
     * @example -79.95
     */
    lon_unless_named: components["schemas"]["Longitude"];
    /**
     * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
     *     given twice is refused.
     */
    system: components["schemas"]["SystemName"];
    /** @description The name of a system. */
    system_name: components["schemas"]["SystemName"];
    /**
     * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
     * @example global_horizontal_irradiance,temperature
     */
    parameters: components["schemas"]["ObservationParameters"];
    /**
     * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
     * @example global_horizontal_irradiance,temperature
     */
    climate_parameters: components["schemas"]["ClimateParameters"];
    /**
     * @description Length of an interval. `1_day`, `1_month` and `1_year` follow `time_zone`: they have sums of irradiance in Wh/m² and of power in
     *     Wh/kWp, and means of temperature and snow depth. Only whole days, months and years are returned and charged. Values other than
     *     `1_minute`, `15_minutes` and `1_hour` are an extension.
     */
    frequency: components["schemas"]["Frequency"];
    /** @description Length of an interval. Months and years do not fit into 7 days. */
    realtime_frequency: components["schemas"]["RealtimeFrequency"];
    /** @description Length of an interval. */
    forecast_frequency: components["schemas"]["ForecastFrequency"];
    /**
     * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
     *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
     *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
     * @example Europe/Zurich
     */
    time_zone: components["schemas"]["ZoneName"];
    /** @description Length of an interval. */
    climate_frequency: components["schemas"]["ClimateFrequency"];
    /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
    surface_azimuth: components["schemas"]["SurfaceAzimuth"];
    /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
    surface_tilt: components["schemas"]["SurfaceTilt"];
    /**
     * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
     *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
     */
    tracking_mode: components["schemas"]["TrackingMode"];
    /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
    horizon: components["schemas"]["Horizon"];
    /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
    response_format: components["schemas"]["ResponseFormat"];
    /** @description `extended` adds sources and notices to `meta` (JSON only). */
    meta: "extended";
    /**
     * @description Quantiles of global horizontal irradiance for `meta.quantiles`. They need `meta=extended`, intervals of 15 minutes or longer, and
     *     JSON.
     * @example [
     *       "p10",
     *       "p50",
     *       "p90"
     *     ]
     */
    quantiles: components["schemas"]["Quantile"][];
    /** @description Altitude of the place in metres, or `auto` (from the terrain). */
    altitude: components["schemas"]["AltitudeOption"];
    /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
    situation: components["schemas"]["Situation"];
    /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
    albedo: components["schemas"]["Albedo"];
    /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
    turbidity: components["schemas"]["Turbidity"];
    /** @description Model of the cloudless sky. */
    clear_sky_radiation_model: components["schemas"]["ClearSkyModel"];
    /** @description Seed of a generated year. The same request gives the same bytes. */
    random_seed: components["schemas"]["RandomSeed"];
    /**
     * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
     *     irradiance unchanged. Not allowed for an actual year (400).
     */
    future_scenario: components["schemas"]["FutureScenario"];
    /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
    future_year: components["schemas"]["FutureYear"];
    /**
     * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
     *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
     *     allowed for an actual year (400).
     */
    extreme: components["schemas"]["Extreme"];
    /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
    extreme_scope: components["schemas"]["ExtremeScope"];
    /** @description Time of rows and stamps. The operator may have set another default. */
    climate_time: components["schemas"]["ClimateTime"];
    /** @description A calendar year that has ended. Default is the last complete one in the archive. */
    year: components["schemas"]["Year"];
    /** @description Peak power in kW. */
    kwp: number;
    /** @description Tilt of the modules in degrees, or `best`, the fixed plane that yields most in this weather. */
    yield_surface_tilt: "best" | number;
    /**
     * @description Direction that the modules face, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. Default is towards the equator. Only with
     *     a tilt in degrees.
     */
    yield_surface_azimuth: number;
    /** @description Another name of `surface_tilt`, for earlier clients. */
    tilt: "best" | number;
    /** @description Another name of `surface_azimuth`, for earlier clients. */
    azimuth: number;
    /** @description `1_axis`: a tracker on a horizontal north–south axis, ±45°, with backtracking; it has no tilt and no azimuth. */
    yield_tracking_mode: components["schemas"]["TrackingMode"];
    /**
     * @description Losses before the inverter: a number in percent, or a set. `owner` (default): what healthy plants show, 8.2 % together; `bank`: PVWatts',
     *     14.08 %. Single ones are for the body of a POST.
     */
    losses: number | ("owner" | "bank");
    /** @description Rated DC over rated AC power. Default is 1.2. */
    dc_ac_ratio: number;
    /** @description Tilt of the modules in degrees; required unless the plane is a tracker. */
    power_surface_tilt: number;
    /** @description Another name of `surface_tilt`, for earlier clients. */
    power_tilt: number;
    /** @description The forecast that the power is computed of: `precision`, the run corrected by what was observed, or `basic`, the run as it is. */
    power_weather: "precision" | "basic";
    /** @description Length of an interval. */
    power_frequency: "15_minutes" | "30_minutes" | "1_hour";
    /**
     * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
     *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
     * @example Europe/Zurich
     */
    power_time_zone: components["schemas"]["ZoneName"];
    /**
     * @description Quantiles of the AC power, and of the energy of each day. With them `ac_power` is the mean of the powers that may come, between p10 and p90; without, the power of the expected light.
     * @example [
     *       "p10",
     *       "p50",
     *       "p90"
     *     ]
     */
    power_quantiles: components["schemas"]["Quantile"][];
    /** @description A typical year, or years of history. */
    yield_weather: "typical" | "history";
    /** @description First calendar year of history, in local standard time. Default is the last complete year. */
    start_year: components["schemas"]["Year"];
    /** @description Last calendar year of history, together with `start_year`. Default is `start_year`. */
    end_year: components["schemas"]["Year"];
    /** @description `summary`: months and year. `hours`: every hour, too; as CSV the hours alone. */
    output: "summary" | "hours";
    /** @description `true` adds `obstacles`: what each obstacle of the system's scene takes (JSON only). */
    obstacles: "true" | "false";
    /** @description `extended` adds the sources to `weather` (JSON only). */
    yield_meta: "extended";
    /** @description The job's id, as returned when it was created. */
    job_id: components["schemas"]["JobId"];
    /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
    if_none_match: string;
    /**
     * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
     *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
     *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
     *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
     *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
     *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
     *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
     */
    idempotency_key: string;
  };
  requestBodies: never;
  headers: {
    /** @description Tokens that the request costs, or would cost. For a repeat (`Idempotent-Replayed`), the tokens that the first request was charged. */
    APITokensCost: number;
    /** @description The request was charged before under its `Idempotency-Key`, and is not charged again. In a batch this applies to all lines. */
    IdempotentReplayed: "true";
    /** @description Tokens left, after this request. Not with the demo key. */
    APITokensRemaining: number;
    /** @description Tokens granted. Not with the demo key. */
    APITokensLimit: number;
    /**
     * @description 80 % of the tokens of the grants in force that are not used up are used, or 100 % of all. Beside `API-Tokens-Remaining`, from the answer whose charge reached it, for as long as it holds; of several servers each knows it from its own next answer to the account on. The head of a batch goes out before its lines are charged.
     * @example "80 % of the tokens granted are used"
     */
    APITokensNotice: string;
    /** @description The `cursor` of the next page, as `next_cursor` in JSON. Without it there are no more rows. */
    APINextCursor: string;
    /**
     * @description Requests left in the window, and seconds until it ends (IETF draft RateLimit header fields).
     * @example "key";r=598;t=12
     */
    RateLimit: string;
    /**
     * @description Requests allowed in a window, and its length in seconds.
     * @example "key";q=600;w=60
     */
    RateLimitPolicy: string;
    /** @description As `RateLimit`, if the key was checked before the error. */
    RateLimitIfKnown: string;
    /** @description As `RateLimit-Policy`, if the key was checked before the error. */
    RateLimitPolicyIfKnown: string;
    /** @description Tokens that the request would have cost, if known. */
    APITokensCostIfKnown: number;
    /** @description Identifies the request, also in the server's log. */
    XRequestIdIfKnown: string;
    /** @description Must not be stored. */
    NoStoreIfKnown: "no-store";
    /** @description Seconds after which another attempt may succeed. */
    RetryAfter: number;
    /** @description Changes with the answer. Missing if a source was passed over. */
    ETag: string;
    /** @description SHA-256 of the file, as in `results` of the job. */
    PartTag: string;
    /** @description With `parquet`, the name of the file. */
    PartName: string;
    /** @description Address of the job. */
    Location: string;
    /** @description Address of the system. */
    SystemLocation: string;
    /** @description `private, max-age` up to the next update of the data, or `no-store`. */
    Freshness: string;
    /** @description Must not be stored. */
    NoStore: "no-store";
    /** @description Request headers that the answer depends on. */
    Vary: string;
    /**
     * @description Remarks for a reader of the values, as structured-field strings; other bytes are percent-encoded. At most 8, then
     *     an ellipsis.
     * @example "no source for snow_depth"
     */
    APINotice: string;
    /**
     * @description Sources of the values: one structured-field string (the data set) for each, with class, columns, age (s),
     *     distance (km) and licence. Synthetic sources are always marked `synthetic`.
     * @example "sample";class=synthetic;columns="ghi temperature";distance=0;licence="CC0"
     */
    WeatherSources: string;
    /** @description Identifies the request, also in the server's log. */
    XRequestId: string;
    /**
     * @description The time, in Unix seconds, from which nobody should begin to use what was asked for (RFC 9745).
     * @example @1798761600
     */
    Deprecation: string;
    /**
     * @description The time from which what was asked for may be gone (RFC 8594).
     * @example Fri, 31 Dec 2027 00:00:00 GMT
     */
    Sunset: string;
    /**
     * @description Pages that say what to use in place of what is deprecated or will be gone.
     * @example <https://example.org/v2>; rel="deprecation"; type="text/html"
     */
    Link: string;
    /** @description Methods of the path. */
    Allow: string;
    /** @description How to authenticate. */
    WWWAuthenticate: "Bearer";
    /** @description File name of a CSV answer; it contains `synthetic` if the weather is synthetic. Only with CSV. */
    ContentDisposition: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getObservationRealtime: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, within the past 7 days. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, not after now. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Length of an interval. Months and years do not fit into 7 days. */
        frequency?: components["parameters"]["realtime_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["ObservationSeries"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceObservationRealtime: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, within the past 7 days. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, not after now. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Length of an interval. Months and years do not fit into 7 days. */
        frequency?: components["parameters"]["realtime_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getObservationTraining: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, not before the calendar year before last. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at least 7 days ago. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /**
         * @description Length of an interval. `1_day`, `1_month` and `1_year` follow `time_zone`: they have sums of irradiance in Wh/m² and of power in
         *     Wh/kWp, and means of temperature and snow depth. Only whole days, months and years are returned and charged. Values other than
         *     `1_minute`, `15_minutes` and `1_hour` are an extension.
         */
        frequency?: components["parameters"]["frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["ObservationSeries"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceObservationTraining: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, not before the calendar year before last. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at least 7 days ago. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /**
         * @description Length of an interval. `1_day`, `1_month` and `1_year` follow `time_zone`: they have sums of irradiance in Wh/m² and of power in
         *     Wh/kWp, and means of temperature and snow depth. Only whole days, months and years are returned and charged. Values other than
         *     `1_minute`, `15_minutes` and `1_hour` are an extension.
         */
        frequency?: components["parameters"]["frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getObservationHistorical: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /**
         * @description Start, from 2020-01-01T00:00:00Z on.
         * @example 2024-06-21T00:00Z
         */
        start: components["schemas"]["PeriodTime"];
        /**
         * @description End, exclusive, at least 7 days ago.
         * @example 2024-06-22T00:00Z
         */
        end: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /**
         * @description Length of an interval. `1_day`, `1_month` and `1_year` follow `time_zone`: they have sums of irradiance in Wh/m² and of power in
         *     Wh/kWp, and means of temperature and snow depth. Only whole days, months and years are returned and charged. Values other than
         *     `1_minute`, `15_minutes` and `1_hour` are an extension.
         */
        frequency?: components["parameters"]["frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["ObservationSeries"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceObservationHistorical: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /**
         * @description Start, from 2020-01-01T00:00:00Z on.
         * @example 2024-06-21T00:00Z
         */
        start: components["schemas"]["PeriodTime"];
        /**
         * @description End, exclusive, at least 7 days ago.
         * @example 2024-06-22T00:00Z
         */
        end: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /**
         * @description Length of an interval. `1_day`, `1_month` and `1_year` follow `time_zone`: they have sums of irradiance in Wh/m² and of power in
         *     Wh/kWp, and means of temperature and snow depth. Only whole days, months and years are returned and charged. Values other than
         *     `1_minute`, `15_minutes` and `1_hour` are an extension.
         */
        frequency?: components["parameters"]["frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getObservationPv: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Start, from 2020 on, as far as there is history. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, not after now. Null beyond the last observation. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Peak power in kW. */
        kwp?: components["parameters"]["kwp"];
        /** @description Tilt of the modules in degrees; required unless the plane is a tracker. */
        surface_tilt?: components["parameters"]["power_surface_tilt"];
        /**
         * @description Direction that the modules face, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. Default is towards the equator. Only with
         *     a tilt in degrees.
         */
        surface_azimuth?: components["parameters"]["yield_surface_azimuth"];
        /** @description Another name of `surface_tilt`, for earlier clients. */
        tilt?: components["parameters"]["power_tilt"];
        /** @description Another name of `surface_azimuth`, for earlier clients. */
        azimuth?: components["parameters"]["azimuth"];
        /** @description `1_axis`: a tracker on a horizontal north–south axis, ±45°, with backtracking; it has no tilt and no azimuth. */
        tracking_mode?: components["parameters"]["yield_tracking_mode"];
        /**
         * @description Losses before the inverter: a number in percent, or a set. `owner` (default): what healthy plants show, 8.2 % together; `bank`: PVWatts',
         *     14.08 %. Single ones are for the body of a POST.
         */
        losses?: components["parameters"]["losses"];
        /** @description Rated DC over rated AC power. Default is 1.2. */
        dc_ac_ratio?: components["parameters"]["dc_ac_ratio"];
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["PowerAnswer"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  postObservationPv: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Start, from 2020 on, as far as there is history. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, not after now. Null beyond the last observation. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "planes": [
         *         {
         *           "surface_tilt": 10,
         *           "surface_azimuth": 90,
         *           "kwp": 4
         *         },
         *         {
         *           "surface_tilt": 10,
         *           "surface_azimuth": 270,
         *           "kwp": 4
         *         }
         *       ],
         *       "inverter": {
         *         "ac_power": "6.5 kW"
         *       },
         *       "export_limit": "5 kW"
         *     }
         */
        "application/json": components["schemas"]["YieldSystem"];
      };
    };
    responses: {
      200: components["responses"]["PostedPower"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceObservationPv: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Start, from 2020 on, as far as there is history. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, not after now. Null beyond the last observation. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Peak power in kW. */
        kwp?: components["parameters"]["kwp"];
        /** @description Tilt of the modules in degrees; required unless the plane is a tracker. */
        surface_tilt?: components["parameters"]["power_surface_tilt"];
        /**
         * @description Direction that the modules face, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. Default is towards the equator. Only with
         *     a tilt in degrees.
         */
        surface_azimuth?: components["parameters"]["yield_surface_azimuth"];
        /** @description Another name of `surface_tilt`, for earlier clients. */
        tilt?: components["parameters"]["power_tilt"];
        /** @description Another name of `surface_azimuth`, for earlier clients. */
        azimuth?: components["parameters"]["azimuth"];
        /** @description `1_axis`: a tracker on a horizontal north–south axis, ±45°, with backtracking; it has no tilt and no azimuth. */
        tracking_mode?: components["parameters"]["yield_tracking_mode"];
        /**
         * @description Losses before the inverter: a number in percent, or a set. `owner` (default): what healthy plants show, 8.2 % together; `bank`: PVWatts',
         *     14.08 %. Single ones are for the body of a POST.
         */
        losses?: components["parameters"]["losses"];
        /** @description Rated DC over rated AC power. Default is 1.2. */
        dc_ac_ratio?: components["parameters"]["dc_ac_ratio"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  postObservationBatch: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "requests": [
         *         {
         *           "endpoint": "realtime",
         *           "query": {
         *             "lat": 36.1,
         *             "lon": -79.95
         *           }
         *         },
         *         {
         *           "endpoint": "historical",
         *           "query": {
         *             "lat": 36.1,
         *             "lon": -79.95,
         *             "start": "2024-06-21T00:00Z",
         *             "end": "2024-06-22T00:00Z"
         *           }
         *         },
         *         {
         *           "endpoint": "yield",
         *           "query": {
         *             "lat": 36.1,
         *             "lon": -79.95
         *           },
         *           "system": {
         *             "planes": [
         *               {
         *                 "surface_tilt": 10,
         *                 "surface_azimuth": 90
         *               },
         *               {
         *                 "surface_tilt": 10,
         *                 "surface_azimuth": 270
         *               }
         *             ]
         *           }
         *         },
         *         {
         *           "endpoint": "forecast/pv",
         *           "query": {
         *             "lat": 36.1,
         *             "lon": -79.95,
         *             "tilt": 30,
         *             "kwp": 8
         *           }
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["Batch"];
      };
    };
    responses: {
      200: components["responses"]["BatchLines"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoSystem"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getSystems: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["SystemList"];
      304: components["responses"]["SystemThere"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["SystemsNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  checkSystems: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["SystemThere"];
      304: components["responses"]["SystemThere"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["SystemsNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  getSystem: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path: {
        /** @description The name of a system. */
        name: components["parameters"]["system_name"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["SystemAnswer"];
      304: components["responses"]["SystemThere"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["SystemsNotAllowed"];
      404: components["responses"]["NoSystem"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  putSystem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a system. */
        name: components["parameters"]["system_name"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "lat": 36.1,
         *       "lon": -79.95,
         *       "system": {
         *         "planes": [
         *           {
         *             "surface_tilt": 30,
         *             "surface_azimuth": 180,
         *             "kwp": 8
         *           }
         *         ]
         *       }
         *     }
         */
        "application/json": components["schemas"]["NewSystem"];
      };
    };
    responses: {
      200: components["responses"]["SystemAnswer"];
      201: components["responses"]["SystemStored"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["SystemsNotAllowed"];
      404: components["responses"]["NoSystem"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["SystemsFull"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  deleteSystem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a system. */
        name: components["parameters"]["system_name"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: components["responses"]["SystemRemoved"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["SystemsNotAllowed"];
      404: components["responses"]["NoSystem"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  checkSystem: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path: {
        /** @description The name of a system. */
        name: components["parameters"]["system_name"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["SystemThere"];
      304: components["responses"]["SystemThere"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["SystemsNotAllowed"];
      404: components["responses"]["NoSystem"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  getJobs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["JobList"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["JobsNotAllowed"];
      404: components["responses"]["NoJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  postJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes repeats safe. The same request with the same key returns the same job for as long as the job is kept. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "endpoint": "historical",
         *       "query": {
         *         "start": "2024-06-21T00:00Z",
         *         "end": "2024-06-22T00:00Z",
         *         "parameters": "pv_production",
         *         "frequency": "1_hour"
         *       },
         *       "sites": [
         *         {
         *           "id": "roof",
         *           "lat": 36.1,
         *           "lon": -79.95,
         *           "surface_tilt": 35,
         *           "surface_azimuth": 180
         *         },
         *         {
         *           "id": "field",
         *           "lat": 36.1,
         *           "lon": -79.95,
         *           "tracking_mode": "1_axis"
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["NewJob"];
      };
    };
    responses: {
      200: components["responses"]["SameJob"];
      201: components["responses"]["JobCreated"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["JobsNotAllowed"];
      404: components["responses"]["NoNewJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  checkJobs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["JobThere"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["JobsNotAllowed"];
      404: components["responses"]["NoJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The job's id, as returned when it was created. */
        id: components["parameters"]["job_id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["JobState"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["JobsNotAllowed"];
      404: components["responses"]["NoJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  deleteJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The job's id, as returned when it was created. */
        id: components["parameters"]["job_id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["JobCancelled"];
      204: components["responses"]["JobRemoved"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["JobsNotAllowed"];
      404: components["responses"]["NoJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  checkJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The job's id, as returned when it was created. */
        id: components["parameters"]["job_id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["JobThere"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["JobsNotAllowed"];
      404: components["responses"]["NoJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  getJobPart: {
    parameters: {
      query?: {
        /** @description The link's expiry, with `signature`. */
        expires?: string;
        /** @description The link's signature, in place of a key. */
        signature?: string;
      };
      header?: never;
      path: {
        /** @description The job's id, as returned when it was created. */
        id: components["parameters"]["job_id"];
        /** @description Number of the part, from 0. */
        part: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["JobLines"];
      304: components["responses"]["SamePart"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["LinkRefused"];
      404: components["responses"]["NoJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      410: components["responses"]["PartGone"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  checkJobPart: {
    parameters: {
      query?: {
        /** @description The link's expiry, with `signature`. */
        expires?: string;
        /** @description The link's signature, in place of a key. */
        signature?: string;
      };
      header?: never;
      path: {
        /** @description The job's id, as returned when it was created. */
        id: components["parameters"]["job_id"];
        /** @description Number of the part, from 0. */
        part: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["PartThere"];
      304: components["responses"]["SamePart"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["LinkRefused"];
      404: components["responses"]["NoJob"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      410: components["responses"]["PartGone"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  getForecastBasic: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, from 24 hours ago on. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Always hourly. */
        frequency?: "1_hour";
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
        /**
         * @description Quantiles of global horizontal irradiance for `meta.quantiles`. They need `meta=extended`, intervals of 15 minutes or longer, and
         *     JSON.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["quantiles"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["ObservationSeries"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceForecastBasic: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, from 24 hours ago on. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Always hourly. */
        frequency?: "1_hour";
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
        /**
         * @description Quantiles of global horizontal irradiance for `meta.quantiles`. They need `meta=extended`, intervals of 15 minutes or longer, and
         *     JSON.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["quantiles"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getForecastPrecision: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, from 24 hours ago on. */
        start?: components["schemas"]["PeriodTime"];
        /**
         * @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. Beyond 72 hours runs have hours or more: shorter intervals
         *     follow the course of the sun within them, which `API-Notice` says.
         */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["forecast_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
        /**
         * @description Quantiles of global horizontal irradiance for `meta.quantiles`. They need `meta=extended`, intervals of 15 minutes or longer, and
         *     JSON.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["quantiles"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["ObservationSeries"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceForecastPrecision: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Start, from 24 hours ago on. */
        start?: components["schemas"]["PeriodTime"];
        /**
         * @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. Beyond 72 hours runs have hours or more: shorter intervals
         *     follow the course of the sun within them, which `API-Notice` says.
         */
        end?: components["schemas"]["PeriodTime"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["forecast_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /**
         * @description Zone of the times, days, months and years: `local` (civil time of the place, with daylight saving), `standard` (its standard
         *     time), a name such as `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. Times then have the zone's offset at that time, and
         *     `start` and `end` may be local. Intervals up to an hour are aligned to UTC.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["time_zone"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
        /**
         * @description Quantiles of global horizontal irradiance for `meta.quantiles`. They need `meta=extended`, intervals of 15 minutes or longer, and
         *     JSON.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["quantiles"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getForecastPv: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description The forecast that the power is computed of: `precision`, the run corrected by what was observed, or `basic`, the run as it is. */
        weather?: components["parameters"]["power_weather"];
        /** @description Start, from 26 hours ago on, so that the midnight before is there on every day of the year. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /**
         * @description Quantiles of the AC power, and of the energy of each day. With them `ac_power` is the mean of the powers that may come, between p10 and p90; without, the power of the expected light.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["power_quantiles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Peak power in kW. */
        kwp?: components["parameters"]["kwp"];
        /** @description Tilt of the modules in degrees; required unless the plane is a tracker. */
        surface_tilt?: components["parameters"]["power_surface_tilt"];
        /**
         * @description Direction that the modules face, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. Default is towards the equator. Only with
         *     a tilt in degrees.
         */
        surface_azimuth?: components["parameters"]["yield_surface_azimuth"];
        /** @description Another name of `surface_tilt`, for earlier clients. */
        tilt?: components["parameters"]["power_tilt"];
        /** @description Another name of `surface_azimuth`, for earlier clients. */
        azimuth?: components["parameters"]["azimuth"];
        /** @description `1_axis`: a tracker on a horizontal north–south axis, ±45°, with backtracking; it has no tilt and no azimuth. */
        tracking_mode?: components["parameters"]["yield_tracking_mode"];
        /**
         * @description Losses before the inverter: a number in percent, or a set. `owner` (default): what healthy plants show, 8.2 % together; `bank`: PVWatts',
         *     14.08 %. Single ones are for the body of a POST.
         */
        losses?: components["parameters"]["losses"];
        /** @description Rated DC over rated AC power. Default is 1.2. */
        dc_ac_ratio?: components["parameters"]["dc_ac_ratio"];
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["PowerAnswer"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  postForecastPv: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description The forecast that the power is computed of: `precision`, the run corrected by what was observed, or `basic`, the run as it is. */
        weather?: components["parameters"]["power_weather"];
        /** @description Start, from 26 hours ago on, so that the midnight before is there on every day of the year. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /**
         * @description Quantiles of the AC power, and of the energy of each day. With them `ac_power` is the mean of the powers that may come, between p10 and p90; without, the power of the expected light.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["power_quantiles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "planes": [
         *         {
         *           "surface_tilt": 10,
         *           "surface_azimuth": 90,
         *           "kwp": 4
         *         },
         *         {
         *           "surface_tilt": 10,
         *           "surface_azimuth": 270,
         *           "kwp": 4
         *         }
         *       ],
         *       "inverter": {
         *         "ac_power": "6.5 kW"
         *       },
         *       "export_limit": "5 kW"
         *     }
         */
        "application/json": components["schemas"]["YieldSystem"];
      };
    };
    responses: {
      200: components["responses"]["PostedPower"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceForecastPv: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description The forecast that the power is computed of: `precision`, the run corrected by what was observed, or `basic`, the run as it is. */
        weather?: components["parameters"]["power_weather"];
        /** @description Start, from 26 hours ago on, so that the midnight before is there on every day of the year. */
        start?: components["schemas"]["PeriodTime"];
        /** @description End, exclusive, at most 14 days ahead. Null beyond the end of the run. */
        end?: components["schemas"]["PeriodTime"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["power_frequency"];
        /**
         * @description Zone of times and days: `local` (civil time of the place, with daylight saving), `standard` (its standard time), a name such as
         *     `Europe/Zurich`, an offset such as `+05:30`, or `UTC`. `start` and `end` may be local.
         * @example Europe/Zurich
         */
        time_zone?: components["parameters"]["power_time_zone"];
        /**
         * @description Quantiles of the AC power, and of the energy of each day. With them `ac_power` is the mean of the powers that may come, between p10 and p90; without, the power of the expected light.
         * @example [
         *       "p10",
         *       "p50",
         *       "p90"
         *     ]
         */
        quantiles?: components["parameters"]["power_quantiles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Peak power in kW. */
        kwp?: components["parameters"]["kwp"];
        /** @description Tilt of the modules in degrees; required unless the plane is a tracker. */
        surface_tilt?: components["parameters"]["power_surface_tilt"];
        /**
         * @description Direction that the modules face, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. Default is towards the equator. Only with
         *     a tilt in degrees.
         */
        surface_azimuth?: components["parameters"]["yield_surface_azimuth"];
        /** @description Another name of `surface_tilt`, for earlier clients. */
        tilt?: components["parameters"]["power_tilt"];
        /** @description Another name of `surface_azimuth`, for earlier clients. */
        azimuth?: components["parameters"]["azimuth"];
        /** @description `1_axis`: a tracker on a horizontal north–south axis, ±45°, with backtracking; it has no tilt and no azimuth. */
        tracking_mode?: components["parameters"]["yield_tracking_mode"];
        /**
         * @description Losses before the inverter: a number in percent, or a set. `owner` (default): what healthy plants show, 8.2 % together; `bank`: PVWatts',
         *     14.08 %. Single ones are for the body of a POST.
         */
        losses?: components["parameters"]["losses"];
        /** @description Rated DC over rated AC power. Default is 1.2. */
        dc_ac_ratio?: components["parameters"]["dc_ac_ratio"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getClimateTmy: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["ClimateSeries"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceClimateTmy: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getClimateAmy: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description A calendar year that has ended. Default is the last complete one in the archive. */
        year?: components["parameters"]["year"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["ClimateSeries"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceClimateAmy: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description A calendar year that has ended. Default is the last complete one in the archive. */
        year?: components["parameters"]["year"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  postClimateImportMonthly: {
    parameters: {
      query?: {
        /** @description Latitude, if the body does not have it. */
        lat?: components["schemas"]["Latitude"];
        /** @description Longitude, if the body does not have it. */
        lon?: components["schemas"]["Longitude"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /**
         * @description Comma-separated names without blanks, or `all`. A name given twice is an error.
         * @example global_horizontal_irradiance,temperature
         */
        parameters?: components["parameters"]["climate_parameters"];
        /** @description Length of an interval. */
        frequency?: components["parameters"]["climate_frequency"];
        /** @description Direction that the surface faces, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. */
        surface_azimuth?: components["parameters"]["surface_azimuth"];
        /** @description Tilt of the surface in degrees. 0 = horizontal, 90 = vertical. */
        surface_tilt?: components["parameters"]["surface_tilt"];
        /**
         * @description `1_axis`: on a horizontal north–south axis the surface follows the sun from east to west up to a tilt of 45°, with
         *     backtracking for a ground coverage ratio of 0.3; `surface_azimuth` and `surface_tilt` are ignored.
         */
        tracking_mode?: components["parameters"]["tracking_mode"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description Local situation of the place. Values other than `open` are refused (400) until they are modelled. */
        situation?: components["parameters"]["situation"];
        /** @description Ground albedo, or `auto` (0.2, rising with snow depth to 0.7). A number applies all year, with or without snow. */
        albedo?: components["parameters"]["albedo"];
        /** @description Linke turbidity of the 12 months, comma-separated, or `auto`. */
        turbidity?: components["parameters"]["turbidity"];
        /** @description Model of the cloudless sky. */
        clear_sky_radiation_model?: components["parameters"]["clear_sky_radiation_model"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /**
         * @description Emission scenario, together with `future_year`: raises temperatures by the global mean warming of IPCC AR6 and leaves
         *     irradiance unchanged. Not allowed for an actual year (400).
         */
        future_scenario?: components["parameters"]["future_scenario"];
        /** @description Middle of the 20 years that the year represents, together with `future_scenario`. */
        future_year?: components["parameters"]["future_year"];
        /**
         * @description A year whose irradiance is exceeded in 10, 50 or 90 of 100 years. `p90` is dull and cold: it has low irradiance and low
         *     temperature; in a year chosen from records only the irradiance has that rank. A notice states the assumptions. Not
         *     allowed for an actual year (400).
         */
        extreme?: components["parameters"]["extreme"];
        /** @description Whether the year as a whole is extreme (the default), or every month of it. Only together with `extreme`. */
        extreme_scope?: components["parameters"]["extreme_scope"];
        /** @description Time of rows and stamps. The operator may have set another default. */
        climate_time?: components["parameters"]["climate_time"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds sources and notices to `meta` (JSON only). */
        meta?: components["parameters"]["meta"];
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "lat": 47.4,
         *       "lon": 8.5,
         *       "altitude": 430,
         *       "global_horizontal_irradiance": [
         *         39,
         *         70,
         *         118,
         *         165,
         *         200,
         *         221,
         *         222,
         *         188,
         *         139,
         *         84,
         *         46,
         *         32
         *       ],
         *       "temperature": [
         *         0.3,
         *         1.4,
         *         5.5,
         *         9.1,
         *         13.6,
         *         17,
         *         19,
         *         18.4,
         *         14.3,
         *         9.9,
         *         4.5,
         *         1.2
         *       ]
         *     }
         */
        "application/json": components["schemas"]["MonthlyValues"];
      };
    };
    responses: {
      200: components["responses"]["ImportedClimate"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getYield: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description A typical year, or years of history. */
        weather?: components["parameters"]["yield_weather"];
        /** @description First calendar year of history, in local standard time. Default is the last complete year. */
        start_year?: components["parameters"]["start_year"];
        /** @description Last calendar year of history, together with `start_year`. Default is `start_year`. */
        end_year?: components["parameters"]["end_year"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /** @description `summary`: months and year. `hours`: every hour, too; as CSV the hours alone. */
        output?: components["parameters"]["output"];
        /** @description `true` adds `obstacles`: what each obstacle of the system's scene takes (JSON only). */
        obstacles?: components["parameters"]["obstacles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds the sources to `weather` (JSON only). */
        meta?: components["parameters"]["yield_meta"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Peak power in kW. */
        kwp?: components["parameters"]["kwp"];
        /** @description Tilt of the modules in degrees, or `best`, the fixed plane that yields most in this weather. */
        surface_tilt?: components["parameters"]["yield_surface_tilt"];
        /**
         * @description Direction that the modules face, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. Default is towards the equator. Only with
         *     a tilt in degrees.
         */
        surface_azimuth?: components["parameters"]["yield_surface_azimuth"];
        /** @description Another name of `surface_tilt`, for earlier clients. */
        tilt?: components["parameters"]["tilt"];
        /** @description Another name of `surface_azimuth`, for earlier clients. */
        azimuth?: components["parameters"]["azimuth"];
        /** @description `1_axis`: a tracker on a horizontal north–south axis, ±45°, with backtracking; it has no tilt and no azimuth. */
        tracking_mode?: components["parameters"]["yield_tracking_mode"];
        /**
         * @description Losses before the inverter: a number in percent, or a set. `owner` (default): what healthy plants show, 8.2 % together; `bank`: PVWatts',
         *     14.08 %. Single ones are for the body of a POST.
         */
        losses?: components["parameters"]["losses"];
        /** @description Rated DC over rated AC power. Default is 1.2. */
        dc_ac_ratio?: components["parameters"]["dc_ac_ratio"];
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["YieldAnswer"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  postYield: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description A typical year, or years of history. */
        weather?: components["parameters"]["yield_weather"];
        /** @description First calendar year of history, in local standard time. Default is the last complete year. */
        start_year?: components["parameters"]["start_year"];
        /** @description Last calendar year of history, together with `start_year`. Default is `start_year`. */
        end_year?: components["parameters"]["end_year"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /** @description `summary`: months and year. `hours`: every hour, too; as CSV the hours alone. */
        output?: components["parameters"]["output"];
        /** @description `true` adds `obstacles`: what each obstacle of the system's scene takes (JSON only). */
        obstacles?: components["parameters"]["obstacles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds the sources to `weather` (JSON only). */
        meta?: components["parameters"]["yield_meta"];
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "planes": [
         *         {
         *           "surface_tilt": 10,
         *           "surface_azimuth": 90,
         *           "kwp": 4
         *         },
         *         {
         *           "surface_tilt": 10,
         *           "surface_azimuth": 270,
         *           "kwp": 4
         *         }
         *       ],
         *       "inverter": {
         *         "ac_power": "6.5 kW"
         *       },
         *       "losses": {
         *         "soiling": 4,
         *         "shading": 0
         *       }
         *     }
         */
        "application/json": components["schemas"]["YieldSystem"];
      };
    };
    responses: {
      200: components["responses"]["PostedYield"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  priceYield: {
    parameters: {
      query?: {
        /**
         * @description Latitude in degrees, north positive. Required without `system`.
         * @example 36.1
         */
        lat?: components["parameters"]["lat_unless_named"];
        /**
         * @description Longitude in degrees, east positive. Required without `system`.
         * @example -79.95
         */
        lon?: components["parameters"]["lon_unless_named"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description The horizon line: `flat`, `auto` (from the terrain), or 360 whole degrees of elevation, from north over east. */
        horizon?: components["parameters"]["horizon"];
        /** @description A typical year, or years of history. */
        weather?: components["parameters"]["yield_weather"];
        /** @description First calendar year of history, in local standard time. Default is the last complete year. */
        start_year?: components["parameters"]["start_year"];
        /** @description Last calendar year of history, together with `start_year`. Default is `start_year`. */
        end_year?: components["parameters"]["end_year"];
        /** @description Seed of a generated year. The same request gives the same bytes. */
        random_seed?: components["parameters"]["random_seed"];
        /** @description `summary`: months and year. `hours`: every hour, too; as CSV the hours alone. */
        output?: components["parameters"]["output"];
        /** @description `true` adds `obstacles`: what each obstacle of the system's scene takes (JSON only). */
        obstacles?: components["parameters"]["obstacles"];
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `extended` adds the sources to `weather` (JSON only). */
        meta?: components["parameters"]["yield_meta"];
        /**
         * @description Name of a system that the account stores (`PUT /systems/{name}`), in place of `lat`, `lon` and whatever else is stored with it: what is
         *     given twice is refused.
         */
        system?: components["parameters"]["system"];
        /** @description Peak power in kW. */
        kwp?: components["parameters"]["kwp"];
        /** @description Tilt of the modules in degrees, or `best`, the fixed plane that yields most in this weather. */
        surface_tilt?: components["parameters"]["yield_surface_tilt"];
        /**
         * @description Direction that the modules face, in degrees. 0 = north, 90 = east, 180 = south, 270 = west. Default is towards the equator. Only with
         *     a tilt in degrees.
         */
        surface_azimuth?: components["parameters"]["yield_surface_azimuth"];
        /** @description Another name of `surface_tilt`, for earlier clients. */
        tilt?: components["parameters"]["tilt"];
        /** @description Another name of `surface_azimuth`, for earlier clients. */
        azimuth?: components["parameters"]["azimuth"];
        /** @description `1_axis`: a tracker on a horizontal north–south axis, ±45°, with backtracking; it has no tilt and no azimuth. */
        tracking_mode?: components["parameters"]["yield_tracking_mode"];
        /**
         * @description Losses before the inverter: a number in percent, or a set. `owner` (default): what healthy plants show, 8.2 % together; `bank`: PVWatts',
         *     14.08 %. Single ones are for the body of a POST.
         */
        losses?: components["parameters"]["losses"];
        /** @description Rated DC over rated AC power. Default is 1.2. */
        dc_ac_ratio?: components["parameters"]["dc_ac_ratio"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      404: components["responses"]["NoWeather"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  postSystemsLearn: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
        /** @description Altitude of the place in metres, or `auto` (from the terrain). */
        altitude?: components["parameters"]["altitude"];
        /** @description Peak power, kW: of a column that states no unit its size tells W from kW; and checked beside the power that is found. */
        kwp?: number;
        /** @description The tilt where it is known, in degrees from level ground. It is used, and checked beside what the meter shows; so are the next two. */
        surface_tilt?: components["schemas"]["SurfaceTilt"];
        /** @description The azimuth where it is known, in degrees from north over east. */
        surface_azimuth?: components["schemas"]["SurfaceAzimuth"];
        /** @description AC power that inverter or contract let through where it is known, kW. */
        limit?: number;
        /** @description Column of power or energy, by name or position from 1, where the names leave it open. */
        column?: components["schemas"]["MeterText"];
        /** @description Its unit, where the file does not state it; energy is of each interval, or counted up. */
        unit?: "W" | "kW" | "MW" | "Wh" | "kWh" | "MWh";
        /** @description What a stamp marks of its interval. */
        label?: "start" | "center" | "end";
        /** @description Zone of times without an offset: `local` (of the place), a name, an offset. Left out, the sun shows by how much they are off. */
        time_zone?: string;
        /** @description Hours by which all times are ahead of UTC, whatever the file says. */
        time_offset?: number;
        /** @description Order of dates (DMY, MDY, YMD) or their format: `DD.MM.YYYY HH:mm`. */
        date_format?: components["schemas"]["MeterText"];
        /** @description Between cells. */
        delimiter?: "comma" | "semicolon" | "tab" | "pipe" | "space";
        /** @description Decimal sign. */
        decimal?: "point" | "comma";
        /** @description Rows of one time, and rows out of order: refused (as where it is left out), or sorted, and the last in the file is kept. */
        duplicates?: "refuse" | "last";
        /** @description A text that stands for a missing value. */
        missing?: components["schemas"]["MeterText"];
        /** @description `hold`: a history, whose rows come when the value changes. */
        fill?: "hold";
        /** @description With `fill=hold`, hours for which a value holds without another row; 1 where it is left out. */
        longest_gap?: number;
      };
      header?: {
        /**
         * @description Makes repeats free: the same request with the same key gets the answer that was charged, up to 3 times in 24 hours. After that
         *     time the key counts as new. A repeat is computed again, with relative times as of the first request, and has the same bytes; if its
         *     bytes would differ, it is 409. It shows the price that the first request was charged, `Idempotent-Replayed: true` and
         *     `Cache-Control: no-store`. A repeat is 409 while the first request is being answered, and so is a fourth repeat; a different request
         *     with the key is 422. In a batch each line counts separately: lines that were not charged the first time are charged now, as of the
         *     first time, and if any line is 409, all are. A line whose bytes prove different only when it is computed is an error, and free. The
         *     answer itself is not stored: its charge, the moment it was computed for, the revision of its data and its SHA-256 are, for a day.
         */
        "Idempotency-Key"?: components["parameters"]["idempotency_key"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/octet-stream": string;
      };
    };
    responses: {
      200: components["responses"]["LearntSystem"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      402: components["responses"]["OutOfTokens"];
      403: components["responses"]["PlaceNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["RepeatRefused"];
      413: components["responses"]["BodyTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      422: components["responses"]["OtherRequest"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getHorizon: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["HorizonLine"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["PlaceNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  checkHorizon: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["PlaceNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getAltitude: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["AltitudeAnswer"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["PlaceNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  checkAltitude: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: {
        /** @description An `ETag` seen before. `*` matches any answer, so that only a refusal has a body. */
        "If-None-Match"?: components["parameters"]["if_none_match"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      304: components["responses"]["NotModified"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["PlaceNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["AccountState"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AccountSuspended"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  checkAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AccountSuspended"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  getAccountUsage: {
    parameters: {
      query?: {
        /** @description Beginning of the period, UTC: a date or a time. Default: 30 days before today. For sums by day or month it must be the beginning of a day. A charge belongs to the moment its request arrived. */
        start?: components["schemas"]["BookTime"];
        /** @description End of the period, not included. As `start`. Default, the end of today. */
        end?: components["schemas"]["BookTime"];
        /** @description One row for each request that cost tokens, or sums by day or month and endpoint. */
        by?: "charge" | "day" | "month";
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `next_cursor` of the page before. It has the period and `by` of that page, which may be left out. Any length that an answer gave is allowed. */
        cursor?: string;
        /** @description Most rows of the page. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["AccountBooks"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["BooksNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  checkAccountUsage: {
    parameters: {
      query?: {
        /** @description Beginning of the period, UTC: a date or a time. Default: 30 days before today. For sums by day or month it must be the beginning of a day. A charge belongs to the moment its request arrived. */
        start?: components["schemas"]["BookTime"];
        /** @description End of the period, not included. As `start`. Default, the end of today. */
        end?: components["schemas"]["BookTime"];
        /** @description One row for each request that cost tokens, or sums by day or month and endpoint. */
        by?: "charge" | "day" | "month";
        /** @description Format of the answer. `Accept` is ignored. Errors are always JSON. */
        response_format?: components["parameters"]["response_format"];
        /** @description `next_cursor` of the page before. It has the period and `by` of that page, which may be left out. Any length that an answer gave is allowed. */
        cursor?: string;
        /** @description Most rows of the page. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["BooksNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
    };
  };
  getSources: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["SourceList"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["PlaceNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
  checkSources: {
    parameters: {
      query: {
        /**
         * @description Latitude in degrees, north positive.
         * @example 36.1
         */
        lat: components["parameters"]["lat"];
        /**
         * @description Longitude in degrees, east positive.
         * @example -79.95
         */
        lon: components["parameters"]["lon"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components["responses"]["Preview"];
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["PlaceNotAllowed"];
      405: components["responses"]["MethodNotAllowed"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["OtherRequestId"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["HeadersTooLarge"];
      500: components["responses"]["InternalError"];
      503: components["responses"]["ServerFull"];
      504: components["responses"]["DeadlineExceeded"];
    };
  };
}
