import { useId } from 'react'
import { formatNumber } from '#web/lib/formats.ts'

type Rank = { key: string; name: string; value: number; thumbnailUrl?: string }
type Props = { title: string; ranks: Rank[]; empty: string }

/** A list of bars, longest first. */
export function Ranks({ title, ranks, empty }: Props) {
  const id = useId()
  const most = Math.max(1, ...ranks.map(({ value }) => value))
  const hasPictures = ranks.some(({ thumbnailUrl }) => thumbnailUrl)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-subhead">
        {title}
      </h2>
      {ranks.length === 0 && <p className="text-ink-2 text-ui">{empty}</p>}
      <ol>
        {ranks.map(({ key, name, value, thumbnailUrl }) => (
          <li
            key={key}
            className={`grid items-center gap-x-4 gap-y-1.5 border-line border-t py-2.5 text-ui ${hasPictures ? 'grid-cols-[3rem_minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)_auto]'}`}
          >
            {hasPictures && (
              <img
                src={thumbnailUrl}
                alt=""
                loading="lazy"
                width={48}
                height={48}
                className="size-12 rounded-print bg-sunken object-cover"
              />
            )}
            <div>
              <div dir="auto" className="truncate">
                {name}
              </div>
              <div aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-full bg-hover">
                <div className="h-full rounded-full bg-accent" style={{ width: `${(value / most) * 100}%` }} />
              </div>
            </div>
            <span className="min-w-10 text-right tabular-nums">{formatNumber(value)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
