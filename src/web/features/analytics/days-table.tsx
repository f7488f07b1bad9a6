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
            <th key={column} scope="col" className="px-4 py-3 font-medium first:text-left">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, visits, visitors, imageViews, downloads }) => (
          <tr key={date} className="border-line border-t">
            <th scope="row" className="whitespace-nowrap px-4 py-2.5 text-left font-normal">
              {dayName(date)}
            </th>
            {[visits, visitors, imageViews, downloads].map((value, index) => (
              <td key={columns[index + 1]} className="px-4 py-2.5">
                {formatNumber(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
