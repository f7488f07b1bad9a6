import { useId } from 'react'
import { formatNumber } from '#web/lib/formats.ts'

type Item = { key: string; name: string; caption?: string; value: number; thumbnailUrl?: string }
type Props = { title: string; items: Item[]; empty: string }

export function RankedList({ title, items, empty }: Props) {
  const id = useId()
  const most = Math.max(1, ...items.map(({ value }) => value))
  const hasPictures = items.some(({ thumbnailUrl }) => thumbnailUrl)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-subhead">
        {title}
      </h2>
      {items.length === 0 && <p className="text-ink-2 text-ui">{empty}</p>}
      <ol>
        {items.map(({ key, name, caption, value, thumbnailUrl }) => (
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
              {caption && (
                <div dir="auto" className="truncate text-caption text-ink-3">
                  {caption}
                </div>
              )}
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
