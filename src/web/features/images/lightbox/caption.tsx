import type { ReactNode } from 'react'
import type { Image } from '#shared/images.ts'
import { formatMinuteInUtc } from '#web/lib/formats.ts'

type Props = { image: Image; alt: string; children?: ReactNode }

export const Caption = ({ image: { title, description, takenAt, user }, alt, children }: Props) => (
  <footer className="viewer-caption viewer-control">
    <h2 dir="auto" className={title ? 'wrap-anywhere text-subhead' : 'sr-only'}>
      {alt}
    </h2>
    {description && (
      <p
        dir="auto"
        className="wrap-anywhere max-h-[min(8.25rem,22dvh)] max-w-[40rem] overflow-y-auto whitespace-pre-line text-ui"
      >
        {description}
      </p>
    )}
    <div className="mt-1 flex flex-wrap gap-x-5 text-caption">
      {takenAt && <time dateTime={takenAt}>{formatMinuteInUtc(takenAt)}</time>}
      {user.name && <span dir="auto">{user.name}</span>}
    </div>
    {children}
  </footer>
)
