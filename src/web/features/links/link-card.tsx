import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Clock, Eye, Globe, Heart, Image, KeyRound, Lock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import { readActivity } from '#shared/activity.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { audienceOf } from '#web/lib/audience.ts'
import { linkUrl } from '#web/lib/copy-link.ts'
import { formatDay, formatNumber, shorten } from '#web/lib/formats.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { tryShareSheet } from '#web/lib/share.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkCardActions } from './link-card-actions.tsx'
import { LinkCover } from './link-cover.tsx'
import { type NextStep, nextStepOf } from './next-step.ts'

const ShareDialog = lazy(async () => ({ default: (await import('#web/ui/share-dialog.tsx')).ShareDialog }))

/** All cards in a row align their three parts: cover, text and actions. */
const cardStyle = 'row-span-3 grid min-w-0 grid-rows-subgrid pb-[clamp(1.75rem,3vw,2.75rem)]'
const previewLength = 100
const coverSizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'

type Props = { link: Link; onDelete: () => void }

export function LinkCard({ link, onDelete }: Props) {
  const { slug, title, description, createdAt, expiresAt, isExpired } = link
  const [isSharing, setIsSharing] = useState(false)
  const shared = { title, link, url: linkUrl(slug, link.shareUrl) }
  const share = async () => {
    if (!(await tryShareSheet(shared))) setIsSharing(true)
  }
  const path = slug && generatePath(pages.gallery, { slug })
  const cover = <LinkCover link={link} alt="" sizes={coverSizes} />
  return (
    <li className={cardStyle}>
      {/* The cover is hidden from keyboard and screen readers, because the title below is the same link. */}
      {path ? (
        <RouterLink to={path} tabIndex={-1} aria-hidden="true" className="block">
          {cover}
        </RouterLink>
      ) : (
        cover
      )}
      <div>
        <h3 dir="auto" className="text-subhead wrap-anywhere">
          {path ? (
            <RouterLink to={path} className="hover:underline">
              {title}
            </RouterLink>
          ) : (
            title
          )}
        </h3>
        {description && (
          <p dir="auto" className="mt-0.5 text-ink-2 text-ui wrap-anywhere">
            {shorten(description, previewLength)}
          </p>
        )}
        <NextStepLine link={link} onShare={share} />
        <LinkBadges link={link} />
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
          <span>Created {formatDay(createdAt)}</span>
          {expiresAt && (
            <span>
              {isExpired ? 'Expired' : 'Expires'} {formatDay(expiresAt)}
            </span>
          )}
          {path && <span className="wrap-anywhere">{path}</span>}
        </p>
      </div>
      <LinkCardActions link={link} onShare={share} onDelete={onDelete} />
      {isSharing && (
        <Suspense>
          <ShareDialog {...shared} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </li>
  )
}

const stepStyle =
  'mt-2 grid min-h-11 w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2.5 rounded-control px-3 py-1.5 text-left font-medium text-ui transition-colors'
const stepTones = {
  usual: 'bg-sunken hover:bg-hover',
  warning: 'bg-warn-soft text-warn hover:underline',
}

const StepContent = ({ step: { sentence, icon: Icon, isWarning } }: { step: NextStep }) => (
  <>
    <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={isWarning ? '' : 'text-accent'} />
    <span>{sentence}</span>
    <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={isWarning ? '' : 'text-ink-3'} />
  </>
)

function NextStepLine({ link, onShare }: { link: Link; onShare: () => void }) {
  const client = useQueryClient()
  const step = nextStepOf(link)
  if (!step) return null
  const label = `${step.sentence}: ${link.title}`
  const style = `${stepStyle} ${stepTones[step.isWarning ? 'warning' : 'usual']}`
  const markRead = async () => {
    if (!step.reads) return
    await call(readActivity, { query: { link: link._id, kind: step.reads }, keepalive: true }).catch(() => {})
    void client.invalidateQueries({ queryKey: queryKeys.links, exact: true })
    void client.invalidateQueries({ queryKey: queryKeys.activity })
  }
  if (step.to) {
    return (
      <RouterLink to={step.to} aria-label={label} className={style} onClick={() => void markRead()}>
        <StepContent step={step} />
      </RouterLink>
    )
  }
  return (
    <button type="button" aria-haspopup="dialog" aria-label={label} className={style} onClick={onShare}>
      <StepContent step={step} />
    </button>
  )
}

const audiences = {
  public: { icon: Globe, word: 'Public' },
  password: { icon: KeyRound, word: 'Password' },
  private: { icon: Lock, word: 'Private' },
}

function LinkBadges({ link }: { link: Link }) {
  const { isExpired, choosing, views, imageCount } = link
  const { icon, word } = audiences[audienceOf(link)]
  return (
    <div className="mt-2.5 flex flex-wrap gap-1.5">
      <Badge icon={icon}>{word}</Badge>
      <Badge icon={Eye}>
        {formatNumber(views)}
        <span className="sr-only"> {views === 1 ? 'view' : 'views'}</span>
      </Badge>
      <Badge icon={Image}>
        {formatNumber(imageCount)}
        <span className="sr-only"> {imageCount === 1 ? 'image' : 'images'}</span>
      </Badge>
      {choosing === 'on' && <Badge icon={Heart}>Favorites</Badge>}
      {isExpired && (
        <Badge icon={Clock} tone="danger">
          Expired
        </Badge>
      )}
    </div>
  )
}
