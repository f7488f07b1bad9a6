import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import coast from '#web/assets/pictures/coast-from-above.webp'
import shadows from '#web/assets/pictures/long-shadows.webp'
import hills from '#web/assets/pictures/rolling-hills.webp'

const bars = [22, 30, 26, 41, 38, 96, 74]

type Row = { title: string; text: string; picture: string; alt: string; color: string; aside: ReactNode }

const rows: Row[] = [
  {
    title: 'Private sharing',
    text: "Keep a gallery to yourself while you edit, make it public when it's ready, and let it expire on a date you choose. When it expires, so does access to every file in it.",
    picture: shadows,
    alt: 'Long shadows on snow',
    color: '#a7a7bd',
    aside: (
      <>
        <p className="flex items-center gap-2 font-medium">
          <Lock size={18} strokeWidth={1.75} /> Private Link
        </p>
        <p className="text-ink-2 text-ui">
          Only you and people you invite can open this gallery. Make it public when it’s ready.
        </p>
      </>
    ),
  },
  {
    title: 'Image comments',
    text: 'Every photo has its own conversation, so no one has to write “the third from the left” again.',
    picture: hills,
    alt: 'Green hills in the evening',
    color: '#b6a771',
    aside: (
      <div className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-hover font-semibold text-caption text-ink-2">
          TH
        </span>
        <div className="text-ui">
          <p>
            <span className="font-medium">Tom Hale</span> <span className="text-caption text-ink-3">2 hours ago</span>
          </p>
          <p className="text-ink-2">That’s the view from the barn, with exactly that light.</p>
        </div>
      </div>
    ),
  },
  {
    title: 'View analytics',
    text: 'See how often a gallery was opened and how often each photo was viewed, without tracking anyone.',
    picture: coast,
    alt: 'Surf on a beach from above',
    color: '#8aaba7',
    aside: (
      <>
        <div className="flex items-baseline justify-between">
          <span className="text-ink-2 text-ui">Views</span>
          <span className="text-subhead">214 on Saturday</span>
        </div>
        <div className="flex h-14 items-end gap-1.5">
          {bars.map((height) => (
            <span key={height} className="flex-1 rounded-t-print bg-accent" style={{ height: `${height}%` }} />
          ))}
        </div>
      </>
    ),
  },
]

export const Features = () => (
  <section aria-labelledby="features" className="page pt-[clamp(4rem,9vw,8rem)]">
    <h2 id="features" className="max-w-measure text-title">
      Made for sharing with the people who matter
    </h2>
    {rows.map(({ title, text, picture, alt, color, aside }, index) => {
      const isFlipped = index % 2 === 1
      return (
        <div
          key={title}
          className={`mt-10 grid items-center gap-5 sm:mt-[clamp(3rem,6vw,6rem)] sm:gap-8 lg:gap-20 ${isFlipped ? 'lg:grid-cols-[4fr_7fr]' : 'lg:grid-cols-[7fr_4fr]'}`}
        >
          <div className={`relative ${isFlipped ? 'lg:order-2' : ''}`}>
            <img
              src={picture}
              alt={alt}
              width={1100}
              height={733}
              loading="lazy"
              className="h-auto w-full rounded-print object-cover max-sm:aspect-2/1"
              style={{ background: color }}
            />
            <div
              aria-hidden="true"
              className={`relative mx-4 -mt-14 grid gap-2 rounded-card bg-surface p-4 sm:p-5 shadow-menu sm:absolute sm:bottom-8 sm:m-0 sm:w-84 ${isFlipped ? 'sm:right-4 lg:right-auto lg:-left-6' : 'sm:right-4 lg:-right-6'}`}
            >
              {aside}
            </div>
          </div>
          <div className="grid gap-3">
            <h3 className="text-heading">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </div>
        </div>
      )
    })}
  </section>
)
