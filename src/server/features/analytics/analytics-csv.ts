import type { Analytics, AnalyticsDay } from '#shared/analytics.ts'

/** A spreadsheet takes what begins so for a formula and runs it; after an apostrophe it is text. */
const formula = /^[\s]*[=+\-@\t\r\n＝＋－＠]/

function cell(value: string | number) {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== value ? `"${text.replaceAll('"', '""')}"` : text
}

/** The days, then the images, as RFC 4180 has it: every line with as many cells as the first. */
export function csvOf(days: AnalyticsDay[], images: Analytics['images'] & object) {
  const rows: (string | number)[][] = [
    ['date', 'visits', 'visitors', 'imageViews', 'downloads'],
    ...days.map(({ date, visits, visitors, imageViews, downloads }) => [date, visits, visitors, imageViews, downloads]),
    ['image', 'title', 'views', '', ''],
    ...images.map(({ _id, title, views }) => [_id, title, views, '', '']),
  ]
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Only letters, digits and hyphens, so that no system has trouble with it. */
export function fileNameOf(title: string) {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return `${[plain, 'analytics'].filter(Boolean).join('-')}.csv`
}
