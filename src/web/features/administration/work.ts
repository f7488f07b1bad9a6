import type { Overview } from '#shared/administration.ts'
import { formatAgo, formatNumber } from '#web/lib/formats.ts'
import type { HealthState } from './health-row.tsx'

type Work = Overview['tasks']

/** Work that has waited for so long is not being done. */
const slowAfterMs = 10 * 60 * 1000

export const stateOfWork = ({ waiting, failing, oldestAt }: Work): HealthState =>
  failing > 0 ? 'failing' : waiting > 0 && oldestAt && Date.now() - Date.parse(oldestAt) > slowAfterMs ? 'slow' : 'good'

export const waitingWords = ({ waiting, failing, oldestAt }: Work) =>
  [
    `${formatNumber(waiting)} waiting, ${failing === 0 ? 'none' : formatNumber(failing)} failing.`,
    oldestAt && `The oldest came ${formatAgo(oldestAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')
