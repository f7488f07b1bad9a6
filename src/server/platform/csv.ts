/** Spreadsheets run text that starts like this as a formula. A leading apostrophe prevents that. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/

/** The separator depends on the spreadsheet's language, so any of these can start a new cell. */
const separators = /([;\t\r\n])/
const formulaInside = /^ *[=+\-@＝＋－＠]/

const isWhole = /^(?:\w[\w-]*)?$/

function cell(value: string | number) {
  if (typeof value === 'number' || isWhole.test(value)) return String(value)
  const text = value.trimStart()
  const parts = text.split(separators).map((part, n) => (n > 0 && formulaInside.test(part) ? `'${part}` : part))
  const start = `${formula.test(value) ? "'" : ''}${value.slice(0, value.length - text.length)}`
  return `"${(start + parts.join('')).replaceAll('"', '""')}"`
}

export const toCsv = (rows: (string | number)[][]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
