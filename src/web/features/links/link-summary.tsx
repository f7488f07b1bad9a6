import type { ReactNode } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { linkUrl } from '#web/lib/copy-link.ts'
import { formatDay, formatMinute, formatNumber } from '#web/lib/formats.ts'
import { QrPanel } from '#web/ui/qr-panel.tsx'
import { LinkCover } from './link-cover.tsx'
import { useInvitedCount } from './use-active-invitations.ts'

const coverSizes = '(min-width: 75rem) 18rem, (min-width: 30rem) 28rem, 100vw'

type Props = { link: Link; coverTools: (image: Image) => ReactNode }

export function LinkSummary({ link, coverTools }: Props) {
  const { slug, title, views, imageCount, createdAt, expiresAt, isExpired, coverImage } = link
  const isEditor = link.myRole === 'editor'
  const invitedCount = useInvitedCount(link)
  const facts = [
    ...(isEditor ? [] : [{ name: 'Views', value: formatNumber(views) }]),
    { name: 'Images', value: formatNumber(imageCount) },
    ...(invitedCount > 0 ? [{ name: 'Invited', value: formatNumber(invitedCount) }] : []),
    { name: 'Created', value: formatDay(createdAt) },
    ...(expiresAt ? [{ name: isExpired ? 'Expired' : 'Expires', value: formatMinute(expiresAt) }] : []),
  ]
  return (
    <aside
      aria-label="About this link"
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:col-start-2 lg:max-w-88 min-[75rem]:sticky min-[75rem]:top-22 min-[75rem]:col-start-3"
    >
      <div className="grid max-w-112 gap-1">
        <LinkCover link={link} alt={coverImage?.title || `Cover of ${title}`} sizes={coverSizes} />
        {coverImage && <div className="-ml-3 justify-self-start">{coverTools(coverImage)}</div>}
      </div>
      <QrPanel url={linkUrl(slug, link.shareUrl)} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 border-line border-t pt-5 text-ui">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {!isEditor && (
        <RouterLink
          className="link inline-flex min-h-11 items-center justify-self-start text-ui"
          to={generatePath(pages.linkAnalytics, { linkId: link._id })}
        >
          View analytics
        </RouterLink>
      )}
    </aside>
  )
}
