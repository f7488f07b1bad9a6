export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** A figure that couldn't be measured counts as a failure. */
export const notMeasured = 'not measured'

export type Line = { what: string; product: string; limit: string; figure: string; bar: string; isMet: boolean }

export const atLeast = (what: string, product: number, limit: number, bar: number, unit: string): Line => ({
  what,
  product: `${round(product)} ${unit}`,
  limit: `${round(limit)} ${unit}`,
  figure: (product / limit).toFixed(2),
  bar: `at least ${bar}`,
  isMet: product / limit >= bar,
})

export const atMost = (what: string, product: number, limit: number, bar: number, unit: string): Line => ({
  ...atLeast(what, product, limit, bar, unit),
  bar: `at most ${bar}`,
  isMet: product / limit <= bar,
})

export const within = (what: string, known: number, unknown: number, share: number): Line => ({
  ...atLeast(what, known, unknown, share, 'ms'),
  figure: (known / unknown).toFixed(3),
  bar: `${1 - share} to ${1 + share}`,
  isMet: Math.abs(known / unknown - 1) <= share,
})

export const below = (what: string, product: number, bar: number, unit: string): Line => ({
  what,
  product: `${round(product)} ${unit}`,
  limit: '',
  figure: '',
  bar: Number.isFinite(bar) ? `at most ${bar} ${unit}` : '',
  isMet: product <= bar,
})

const round = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3))

export function printTable(lines: Line[]) {
  const rows = [
    ['', 'product', 'limit', 'ratio', 'bar', ''],
    ...lines.map((line) => [
      line.what,
      line.product,
      line.limit,
      line.figure,
      line.bar,
      line.bar && (line.isMet ? 'pass' : line.product === notMeasured ? 'NOT MEASURED' : 'FAIL'),
    ]),
  ]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
