/** A spreadsheet takes what begins so for a formula and runs it; after an apostrophe it is text. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/

/** Which character separates cells depends on a spreadsheet's language: behind one of these a new one may begin. */
const separators = /([;\t\r\n])/
const formulaInside = /^ *[=+\-@＝＋－＠]/

/** A word, an id or a date: no separator can take these apart. */
const isWhole = /^(?:\w[\w-]*)?$/

function cell(value: string | number) {
  if (typeof value === 'number' || isWhole.test(value)) return String(value)
  const text = value.trimStart()
  const parts = text.split(separators).map((part, n) => (n > 0 && formulaInside.test(part) ? `'${part}` : part))
  const start = `${formula.test(value) ? "'" : ''}${value.slice(0, value.length - text.length)}`
  return `"${(start + parts.join('')).replaceAll('"', '""')}"`
}

/** Rows as RFC 4180 has them: every one with as many cells as the first. */
export const toCsv = (rows: (string | number)[][]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
