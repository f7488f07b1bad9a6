import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#shared/administration.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatDay, formatTime } from '#web/lib/formats.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { useUser } from '#web/lib/session.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList } from './admin-list.tsx'
import { TaskList } from './task-list.tsx'
import { taskName } from './task-names.ts'

type Details = AuditEntry['details']

const registrationWords: Record<string, string> = { open: 'anyone', invited: 'invited people', closed: 'no one' }

const settingsText = ({ registration, isEmailDeclined }: Details) => {
  if (registration) return `set who can register to ${registrationWords[String(registration)]}`
  return isEmailDeclined ? 'chose to go without email' : 'changed the settings'
}

/** Complete the sentence that starts with the administrator's name. */
const sentences: Record<string, (subject: string, details: Details) => string> = {
  'change settings': (_, details) => settingsText(details),
  'close report': (title) => `closed a report about “${title}”`,
  create: (email) => `created an account for ${email}`,
  delete: (email) => `deleted the account of ${email}`,
  disable: (email) => `disabled the account of ${email}`,
  enable: (email) => `enabled the account of ${email}`,
  'grant administration': (email) => `made ${email} an administrator`,
  invite: (email) => (email === 'by link' ? 'created an invitation link to register' : `invited ${email} to register`),
  'list publicly': (title) => `added “${title}” to the home page`,
  'remove from the public page': (title) => `removed “${title}” from the home page`,
  retry: (kind) => `retried ${kind === 'tasks' ? 'all failed jobs' : `a job: ${taskName(kind)}`}`,
  'revoke administration': (email) => `removed ${email} as an administrator`,
  'revoke invitation': (email) =>
    `revoked ${email === 'by link' ? 'an invitation link' : `the invitation to ${email}`}`,
  'send reset email': (email) => `created a password reset for ${email}`,
  'send test email': (email) => `sent a test email to ${email}`,
  'set limits': (email) => `changed the plan or limits of ${email}`,
  'sign out everywhere': (email) => `logged ${email} out everywhere`,
  'turn off second factor': (email) => `turned off the authenticator app of ${email}`,
}

const labels: Record<string, string> = {
  linkLimit: 'Links',
  imageLimit: 'Images',
  storageLimitGb: 'Storage in GB',
  plan: 'Plan',
  reason: 'Reason',
  links: 'Links',
  images: 'Images',
}

/** Returns text like 'Plan: plus, Links: 3'. Omits details that the sentence already contains. */
const detailsText = (details: Details) =>
  Object.entries(details)
    .filter(([name]) => name in labels)
    .map(([name, value]) => `${labels[name]}: ${value ?? 'plan default'}`)
    .join(', ')

export const LogPage = () => (
  <AdminFrame title="Log">
    <div className="grid gap-14">
      <TaskList />
      <Audit />
    </div>
  </AdminFrame>
)

function dayText(instant: string) {
  const day = formatDay(instant)
  if (day === formatDay(new Date().toISOString())) return 'Today'
  return day === formatDay(new Date(Date.now() - 86_400_000).toISOString()) ? 'Yesterday' : day
}

function Audit() {
  const query = useInfiniteQuery(administrationQueries.audit)
  return (
    <section aria-labelledby="audit">
      <h2 id="audit" className="mb-3 text-subhead">
        Administrator changes
      </h2>
      <AdminList
        query={query}
        failure={(error) => errorMessage(error, "Couldn't load the log.")}
        empty="Nothing yet. Changes by administrators are listed here."
      >
        {(entries) =>
          [...Map.groupBy(entries, ({ createdAt }) => dayText(createdAt))].map(([day, ofDay]) => (
            <div key={day} className="pb-6">
              <h3 className="py-2 font-medium text-ui">{day}</h3>
              <ul className="border-line border-b">
                {ofDay.map((entry) => (
                  <Act key={entry._id} entry={entry} />
                ))}
              </ul>
            </div>
          ))
        }
      </AdminList>
    </section>
  )
}

function Act({ entry: { actor, action, subject, details, createdAt } }: { entry: AuditEntry }) {
  const user = useUser()
  const who = actor === user?.email ? 'You' : actor === 'command line' ? 'The command line' : actor
  const more = detailsText(details)
  return (
    <li className="grid gap-x-6 border-line border-t py-3 text-ui sm:grid-cols-[7rem_minmax(0,1fr)] sm:items-baseline">
      <span className="text-caption text-ink-3 tabular-nums">{formatTime(createdAt)}</span>
      <p className="wrap-anywhere">
        <b className="font-medium">{who}</b> {sentences[action]?.(subject, details) ?? `${action} ${subject}`}
        {more && <span className="block text-caption text-ink-3">{more}</span>}
      </p>
    </li>
  )
}
