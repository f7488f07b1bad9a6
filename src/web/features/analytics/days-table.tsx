import type { Analytics } from '#shared/analytics.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { dayName } from './chart-scale.ts'

const columns = ['Day', 'Gallery views', 'Visitors', 'Image views', 'Downloads']

export const DaysTable = ({ days }: { days: NonNullable<Analytics['days']> }) => (
  <section
    aria-label="Gallery views per day"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    tabIndex={0}
    className="max-h-[30rem] overflow-auto rounded-card border border-line"
  >
    <table className="w-full text-right text-ui tabular-nums">
      <thead className="sticky top-0 bg-surface text-caption text-ink-3">
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-1 py-3 align-bottom font-medium first:pl-2 last:pr-2 first:text-left sm:px-4"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, visits, visitors, imageViews, downloads }, index) => (
          <tr key={date} className="border-line border-t">
            <th scope="row" className="whitespace-nowrap py-2.5 pr-1 pl-2 text-left font-normal sm:px-4">
              {dayName(date)}
              {index === 0 && <span className="block text-caption text-ink-3">so far</span>}
            </th>
            {[visits, visitors, imageViews, downloads].map((value, column) => (
              <td key={columns[column + 1]} className="px-1 py-2.5 align-top last:pr-2 sm:px-4">
                {formatNumber(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
