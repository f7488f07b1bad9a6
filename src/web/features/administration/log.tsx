import { useInfiniteQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatMinute } from '#web/lib/formats.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList } from './admin-list.tsx'
import { TaskList } from './task-list.tsx'

const row = 'flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-3 text-ui'

const labels: Record<string, string> = { linkLimit: 'links', imageLimit: 'images', storageLimitGb: 'storage in GB' }

/** Returns text like 'plan: plus, links: 3'. */
const detailsText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${labels[name] ?? name}: ${value ?? 'plan default'}`)
    .join(', ')

export const LogPage = () => (
  <AdminFrame title="Log">
    <div className="grid gap-14">
      <TaskList />
      <Audit />
    </div>
  </AdminFrame>
)

function Audit() {
  const query = useInfiniteQuery(administrationQueries.audit)
  return (
    <section aria-labelledby="audit">
      <h2 id="audit" className="mb-3 text-subhead">
        Audit log
      </h2>
      <AdminList
        query={query}
        failure={(error) => errorMessage(error, "Couldn't load the audit log.")}
        empty="No activity yet."
      >
        {(entries) => (
          <ul className="border-line border-b">
            {entries.map(({ _id, actor, action, subject, details, createdAt }) => (
              <li key={_id} className={row}>
                <span className="wrap-anywhere min-w-0">
                  <b className="font-medium">{action}</b> {subject}
                  <span className="block text-caption text-ink-3">{detailsText(details)}</span>
                </span>
                <span className="text-caption text-ink-3">
                  {actor}, {formatMinute(createdAt)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </section>
  )
}
