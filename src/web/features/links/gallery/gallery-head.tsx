import type { ReactNode } from 'react'
import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { Moment } from '#web/ui/moment.tsx'
import { Words } from '#web/ui/words.tsx'

/** A long title is set smaller: the pictures are to be seen at once. */
function titleSize({ length }: string) {
  if (length > 70) return 'text-[clamp(1.5rem,1.2rem+1.2vw,2.25rem)] leading-[1.1] tracking-[-0.025em]'
  if (length > 40) return 'text-[clamp(1.875rem,1.4rem+2vw,3.25rem)] leading-[1.05] tracking-[-0.03em]'
  return 'text-[clamp(2.5rem,1.6rem+3.6vw,4.5rem)] leading-none tracking-[-0.035em]'
}

/** What stands beside the pictures: title, a few sentences, then the facts in small type. */
export const GalleryHead = ({ link, children }: { link: Link; children: ReactNode }) => (
  <header className="grid gap-x-16 gap-y-6 px-(--gutter) pt-[clamp(2rem,5vw,4.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)] lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:items-end">
    <div className="grid gap-5">
      <Words as="h1" text={link.title} className={`font-medium ${titleSize(link.title)}`} />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
        <span>{count(link.imageCount, 'image')}</span>
        {link.expiresAt && (
          <span>
            Open until <Moment at={link.expiresAt} as="closing" />
          </span>
        )}
        <span className="wrap-anywhere">Link {link.slug}</span>
      </p>
    </div>
    <div className="grid gap-6">
      {link.description && (
        <Words
          as="p"
          text={link.description}
          className="max-w-[36rem] whitespace-pre-line text-[1.0625rem] text-ink-2 leading-[1.6875rem]"
        />
      )}
      {children}
    </div>
  </header>
)
