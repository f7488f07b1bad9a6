import { formatAgo, formatDay, formatDayInUtc, formatExpiry } from '#web/lib/formats.ts'
import { useMounted } from '#web/lib/use-mounted.ts'

/** Each says a day as the reader's calendar has it; under a day, `ago` says how long ago and `expiry` the hour. */
const formats = { day: formatDay, ago: formatAgo, expiry: formatExpiry }

type Props = { at: string; as?: keyof typeof formats }

/** Where the reader's time zone is not known yet, the day in UTC. */
export function Time({ at, as = 'day' }: Props) {
  const isMounted = useMounted()
  return <time dateTime={at}>{isMounted ? formats[as](at) : formatDayInUtc(at)}</time>
}
