#!/bin/sh
# EMHASS without Home Assistant: takes the forecast of a roof from irradiance-server and has EMHASS plan with it. For cron, at the beginning
# of a step of EMHASS, as the list has no times of its own: its first value is the step that begins now. Needs curl and jq.
#
#   KEY=your-key PLACE='lat=52.5&lon=13.4' STEP=30 sh emhass.sh roof.json
#
# roof.json describes the system, as docs/how-to/yield.md says: { "planes": [{ "surface_tilt": 30, "surface_azimuth": 180, "kwp": 8 }] }.
#
# Written from EMHASS's page "Passing data to EMHASS": pv_power_forecast, the mean power of each step in W, as many as it plans or more.
# A day-ahead plan has 24 hours by default; 26 suffice where the clocks go back.
set -eu
roof=${1:?the file that describes the system}
: "${KEY:?the key for irradiance-server}" "${PLACE:?latitude and longitude: lat=52.5&lon=13.4}"
: "${IRRADIANCE:=http://localhost:8080}" "${EMHASS:=http://localhost:5000}"
# Minutes, EMHASS's optimization_time_step: 15, 30 or 60.
: "${STEP:=30}"

forecast=$(curl --fail-with-body --silent --show-error --header "Authorization: Bearer $KEY" --header 'Content-Type: application/json' \
  --data "@$roof" "$IRRADIANCE/v1/forecast/pv?$PLACE&end=%2B26hours") || {
  status=$?
  printf '%s\n' "$forecast" >&2 # why it was refused
  exit $status
}

plan=$(printf '%s' "$forecast" | jq --compact-output --argjson step "$STEP" '
  ($step / 15) as $quarters
  | .values.ac_power
  | if any(. == null) then error("the forecast has gaps") else . end
  | { pv_power_forecast: [range(0; length - $quarters + 1; $quarters) as $k | .[$k:$k + $quarters] | add / length] }')

curl --fail-with-body --silent --show-error --header 'Content-Type: application/json' --data "$plan" "$EMHASS/action/dayahead-optim"
