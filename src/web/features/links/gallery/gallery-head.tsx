import type { ReactNode } from 'react'
import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { Moment } from '#web/ui/moment.tsx'

/** What stands beside the pictures: title, a few sentences, then the facts in small type. */
export const GalleryHead = ({ link, children }: { link: Link; children: ReactNode }) => (
  <header className="grid gap-x-16 gap-y-6 px-(--gutter) pt-[clamp(2rem,5vw,4.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)] lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:items-end">
    <div className="grid gap-5">
      <h1 className="wrap-anywhere font-medium text-[clamp(2.5rem,1.6rem+3.6vw,4.5rem)] leading-none tracking-[-0.035em]">
        {link.title}
      </h1>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
        <span>{count(link.imageCount, 'image')}</span>
        {link.expiresAt && (
          <span>
            Open until <Moment at={link.expiresAt} />
          </span>
        )}
        <span className="wrap-anywhere">Link {link.slug}</span>
      </p>
    </div>
    <div className="grid gap-6">
      {link.description && (
        <p className="wrap-anywhere max-w-[36rem] whitespace-pre-line text-[1.0625rem] text-ink-2 leading-[1.6875rem]">
          {link.description}
        </p>
      )}
      {children}
    </div>
  </header>
)
