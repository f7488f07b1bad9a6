import type { Overview } from '#shared/administration.ts'
import { formatAgo, formatNumber } from '#web/lib/formats.ts'
import type { HealthState } from './health-row.tsx'

type Jobs = Overview['tasks']

const slowAfterMs = 10 * 60 * 1000

export const stateOfJobs = ({ waiting, failing, oldestAt }: Jobs): HealthState =>
  failing > 0 ? 'failing' : waiting > 0 && oldestAt && Date.now() - Date.parse(oldestAt) > slowAfterMs ? 'slow' : 'good'

export const jobsText = ({ waiting, failing, oldestAt }: Jobs) =>
  [
    `${formatNumber(waiting)} waiting, ${failing === 0 ? 'none' : formatNumber(failing)} failing.`,
    oldestAt && `The oldest was added ${formatAgo(oldestAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')
