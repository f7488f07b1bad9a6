import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { Time } from '#web/ui/time.tsx'

export const OpenUntil = ({ link: { expiresAt } }: { link: Link }) =>
  expiresAt && (
    <span dir="ltr">
      Open until <Time at={expiresAt} as="expiry" />
    </span>
  )

export const GalleryFacts = ({ link, className }: { link: Link; className: string }) => (
  <p className={`flex flex-wrap gap-x-5 text-caption text-ink-3 ${className}`}>
    <span dir="ltr">{count(link.imageCount, 'photo')}</span>
    <OpenUntil link={link} />
  </p>
)
