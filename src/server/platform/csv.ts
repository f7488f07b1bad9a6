/** A spreadsheet takes what begins so for a formula and runs it; after an apostrophe it is text. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/

/** Which character separates cells depends on a spreadsheet's language: behind a semicolon or a tab a new one may begin. */
const formulaInside = /([;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g

/** One word, as in the names of columns, or a date: no separator can take these apart. */
const isWhole = /^([a-z]*|\d{4}-\d\d-\d\d)$/i

function cell(value: string | number) {
  if (typeof value === 'number' || isWhole.test(value)) return String(value)
  const text = value.trimStart()
  const spaces = value.slice(0, value.length - text.length)
  const harmless = spaces + text.replace(formulaInside, "$1'")
  return `"${(formula.test(value) ? `'${harmless}` : harmless).replaceAll('"', '""')}"`
}

/** Rows as RFC 4180 has them: every one with as many cells as the first. */
export const toCsv = (rows: (string | number)[][]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
