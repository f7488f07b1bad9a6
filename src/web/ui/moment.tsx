import { formatAgo, formatClosing, formatDay, formatDayInUtc } from '#web/lib/formats.ts'
import { useMounted } from '#web/lib/use-mounted.ts'

/** Each says a day as the reader's calendar has it; under a day, `ago` says how long ago and `closing` the hour. */
const words = { day: formatDay, ago: formatAgo, closing: formatClosing }

type Props = { at: string; as?: keyof typeof words }

/** Where the reader's time zone is not known yet, the day in UTC. */
export function Moment({ at, as = 'day' }: Props) {
  const isMounted = useMounted()
  return <time dateTime={at}>{isMounted ? words[as](at) : formatDayInUtc(at)}</time>
}
