"""What no schema can say: where a time may lie, what stands only beside what, what a year of weather looks like.

Generated requests that are valid by openapi.yaml get such values, all but one in eight, so that enough of them are answered
200. Requests that are meant to be wrong stay as they are.
"""

import os
import zlib

import schemathesis

PERIODS = {
    "/observation/realtime": [("-24hours", "now"), ("-3hours", "-30minutes"), ("-6days", "-5days"), (None, None)],
    "/observation/training": [("-30days", "-29days"), ("-8days", "-7days"), ("-200days", "-198days")],
    "/observation/historical": [
        ("2020-01-01T00:00Z", "2020-01-02T00:00Z"),
        ("2024-02-29T00:00:00Z", "2024-03-01T12:30:00Z"),
        ("-20days", "-19days"),
    ],
    "/forecast/basic": [("now", "+3hours"), ("-12hours", "+36hours"), (None, None)],
    "/forecast/precision": [("now", "+3hours"), ("-2hours", "+1days"), (None, None)],
    "/forecast/pv": [("now", "+3hours"), ("-1days", "+2days"), (None, None)],
    "/observation/pv": [("-3hours", "now"), ("-9days", "-8days"), (None, None)],
}
#: Where a stored system may stand for the place: it is seldom there when it is asked for.
NAMED = (*PERIODS, "/yield")
NAMES = ("roof", "barn", "a.b_c-1")
#: Of the names of zones the schema knows none.
ZONES = ["UTC", "local", "standard", "Europe/Zurich", "Australia/Lord_Howe", "+05:45"]
#: Known to the contract, answered 400 until they are modelled; and what must be the same in query and body.
LEFT_OUT = {"situation", "future_scenario", "future_year", "extreme", "extreme_scope", "year"}
#: What of a yield's query any weather can answer: nothing of history, which the server here has for some years only.
# Of sites without one: what names a stored system need not have it.
PLACE = {"lat": 47.4, "lon": 8.5}
YIELD_QUERY = ("lat", "lon", "altitude", "random_seed", "output")
#: What of a power forecast's query stands together: one name each of tilt and azimuth, and no horizon, since a generated one seldom has
#: 360 elevations.
POWER_QUERY = ("lat", "lon", "altitude", "weather", "start", "end", "frequency", "time_zone", "quantiles", "response_format")
POWER_PLANE = ("kwp", "tilt", "azimuth", "losses", "dc_ac_ratio")
#: A generated system is seldom one that can be built: that of a roof, with what of it is true of any roof.
ROOF = {
    "planes": [
        {"surface_tilt": 30, "surface_azimuth": 90, "kwp": 5},
        {"surface_tilt": 30, "surface_azimuth": 270, "kwp": 4},
    ],
    "inverter": {"ac_power": "7.5 kW"},
}
OF_ANY_ROOF = ("losses", "inverter_efficiency", "clipping", "smoothing", "cell_temperature", "iam")
#: A meter's file of too few days, which is read all the same.
METER = b"time,ac_power_kw\n2024-06-21T10:00Z,3.12\n2024-06-21T11:00Z,4.21\n"
MONTHS = {
    "lat": 47.4,
    "lon": 8.5,
    "global_horizontal_irradiance": [39, 70, 118, 165, 200, 221, 222, 188, 139, 84, 46, 32],
    "temperature": [0.3, 1.4, 5.5, 9.1, 13.6, 17.0, 19.0, 18.4, 14.3, 9.9, 4.5, 1.2],
}


#: Jobs of the account that are there when it begins, the first of which has ended.
JOBS = [job for job in os.environ.get("IRRADIANCE_JOBS_MADE", "").split(",") if job]


@schemathesis.hook
def before_call(context, case, kwargs):
    join_lists(case.query or {})
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    dice = zlib.crc32(repr((case.path, sorted((case.query or {}).items()), case.body)).encode())
    if dice % 8 == 0:
        return
    set_zone(case.query or {}, dice)
    path = case.operation.path
    if path in NAMED:
        given = {key: value for key, value in (case.query or {}).items() if key != "system"}
        case.query = PLACE | given
    if path in PERIODS:
        set_period(case.query, path, dice // 8)
    elif path.startswith("/climate/"):
        case.query = {key: value for key, value in (case.query or {}).items() if key not in LEFT_OUT}
        # A year by the minute is 80 MB: a few of them will do.
        if dice % 32 != 1:
            case.query.pop("frequency", None)
    elif path == "/yield":
        case.query = of_yield(case.query or {}, case.method == "GET")
    if path == "/systems/{name}":
        case.path_parameters["name"] = NAMES[dice % len(NAMES)]
        if case.method == "PUT":
            case.body = {"lat": 47.4, "lon": 8.5, "system": roof_of((case.body or {}).get("system"))}
    if path in ("/forecast/pv", "/observation/pv"):
        case.query = of_power(case.query, case.method != "POST")
    if path in ("/forecast/pv", "/observation/pv", "/yield") and case.method == "POST":
        case.body = roof_of(case.body)
    if path == "/systems/learn":
        case.query = {key: value for key, value in case.query.items() if key in ("lat", "lon", "altitude")}
        case.body = METER
    if path == "/climate/import/monthly" and isinstance(case.body, dict):
        case.query = {key: value for key, value in case.query.items() if key not in ("lat", "lon", "altitude", "turbidity")}
        humidity = {key: value for key, value in case.body.items() if key in ("relative_humidity", "wind_speed")}
        case.body = {**MONTHS, **humidity}
    if path == "/jobs/{id}" and case.method == "DELETE":
        if len(JOBS) > 1:
            case.path_parameters["id"] = JOBS.pop()
    elif path.startswith("/jobs/") and JOBS:
        case.path_parameters.update({"id": JOBS[0]} | ({"part": 0} if "part" in case.path_parameters else {}))
        case.query = {}
    if path == "/jobs" and isinstance(case.body, dict):
        set_job(case.body, dice)
    if path == "/observation/batch" and isinstance(case.body, dict):
        for i, request in enumerate(case.body["requests"]):
            if request["endpoint"] == "yield":
                request["query"] = of_yield(request["query"], "system" not in request)
                if "system" in request:
                    request["system"] = roof_of(request["system"])
                continue
            if request["endpoint"] == "forecast/pv":
                request["query"] = of_power(request["query"], "system" not in request)
                if "system" in request:
                    request["system"] = roof_of(request["system"])
                set_period(request["query"], "/forecast/pv", dice // 8 + i)
                set_zone(request["query"], dice + i)
                continue
            request.pop("system", None)
            set_period(request["query"], f"/observation/{request['endpoint']}", dice // 8 + i)
            set_zone(request["query"], dice + i)
            # Months and years do not fit into the 7 days of realtime.
            if request["endpoint"] == "realtime" and request["query"].get("frequency") in ("1_month", "1_year"):
                request["query"].pop("frequency")
            # That a list or a text has no name twice, its schema cannot say.
            request["query"].pop("parameters", None)


def set_job(job, dice):
    """What stands in the query holds for all sites; zones and times of sites are as free as those of queries."""
    job.setdefault("query", {})
    if job["endpoint"] in ("yield", "forecast/pv"):
        job["query"] = {"output": "summary"} if job["endpoint"] == "yield" else {}
        job["system"] = roof_of(job.get("system"))
        job["sites"] = [{key: site.get(key, value) for key, value in PLACE.items()} for site in job["sites"]]
        return
    job.pop("system", None)
    for i, site in enumerate(job["sites"]):
        job["sites"][i] = PLACE | {key: value for key, value in site.items() if key not in ("start", "end", "time_zone", "parameters", "horizon", "frequency", "id", "system")}
    for key in ("parameters", "horizon"):
        job["query"].pop(key, None)
    if job["query"].get("frequency") in ("1_month", "1_year"):
        job["query"].pop("frequency")
    set_zone(job["query"], dice)
    set_period(job["query"], f"/observation/{job['endpoint']}", dice // 8)


def of_yield(query, has_plane):
    """A place, and of a single plane its size."""
    return {key: value for key, value in query.items() if key in (*YIELD_QUERY, *(("kwp",) if has_plane else ()))}


def of_power(query, has_plane):
    """A place, a period and the form of the answer, and a single plane with a tilt, since none is meant by itself."""
    known = (*POWER_QUERY, *(POWER_PLANE if has_plane else ()))
    return {key: value for key, value in ({"tilt": 30} | query).items() if key in known}


def roof_of(system):
    given = system if isinstance(system, dict) else {}
    return {**ROOF, **{key: value for key, value in given.items() if key in OF_ANY_ROOF}}


def join_lists(query):
    """Lists without explode are joined by commas; schemathesis repeats the key where a text may stand there, too."""
    for key in ("parameters", "horizon", "turbidity"):
        if isinstance(query.get(key), list):
            query[key] = ",".join(str(item) for item in query[key])


def set_zone(query, dice):
    if "time_zone" in query:
        query["time_zone"] = ZONES[dice % len(ZONES)]


def set_period(query, path, dice):
    periods = PERIODS[path]
    for key, value in zip(("start", "end"), periods[dice % len(periods)]):
        if value is None:
            query.pop(key, None)
        else:
            query[key] = value
