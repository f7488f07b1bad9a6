import { toCsv } from '#server/platform/csv.ts'
import { plainFileName } from '#server/platform/file-name.ts'
import type { Analytics, AnalyticsDay } from '#shared/analytics.ts'

export function csvOf(days: AnalyticsDay[], images: Analytics['images'] & object) {
  const rows: (string | number)[][] = [
    ['date', 'visits', 'visitors', 'imageViews', 'downloads'],
    ...days.map(({ date, visits, visitors, imageViews, downloads }) => [date, visits, visitors, imageViews, downloads]),
    ['image', 'title', 'views', '', ''],
    ...images.map(({ _id, title, views }) => [_id, title, views, '', '']),
  ]
  return toCsv(rows)
}

export const fileNameOf = (title: string) => plainFileName(title, 'analytics.csv')
