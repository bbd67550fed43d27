// Scores of forecasts over rows.
export function scoreOf(rows, forecast) {
  let [n, sum, squares, absolute, total] = [0, 0, 0, 0, 0];
  for (const row of rows) {
    const error = forecast(row) - row.truth;
    n++;
    sum += error;
    squares += error * error;
    absolute += Math.abs(error);
    total += row.truth;
  }
  return { n, bias: sum / n, rmse: Math.sqrt(squares / n), mae: absolute / n, mean: total / n };
}

export const average = (list) => list.reduce((a, b) => a + b, 0) / list.length;
