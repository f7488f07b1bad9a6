/** A spreadsheet takes what begins so for a formula and runs it; after an apostrophe it is text. */
const formula = /^[\s]*[=+\-@\t\r\n＝＋－＠]/

function cell(value: string | number) {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== value ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as RFC 4180 has them: every one with as many cells as the first. */
export const toCsv = (rows: (string | number)[][]) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
