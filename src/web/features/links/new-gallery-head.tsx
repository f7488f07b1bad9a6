import { Eye, Globe, Link as LinkIcon, Lock, type LucideIcon, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink, linkUrl } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { EditableTitle } from '#web/ui/editable-title.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLinkChanges } from './use-link-changes.ts'

type Props = {
  /** undefined until the server has created the link. */
  link: Link | undefined
  title: string
  /** The upload progress, or the reason why the link couldn't be created. */
  children: ReactNode
}

/** Used for a link created by dropping, pasting or choosing images. */
export function NewGalleryHead({ link, title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { update } = useLinkChanges()
  // Move the focus here, because the element that had it may be gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-5 pt-[clamp(1.25rem,3vw,2.5rem)] pb-[clamp(1rem,2vw,1.75rem)] lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:items-end">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Your new gallery
        </h1>
        <EditableTitle title={title} onSave={link && ((changed) => update(link._id, { title: changed }))} />
        {children}
      </div>
      {link ? <LinkActions link={link} /> : <Skeleton className="h-26" />}
    </header>
  )
}

const ActionLink = ({ icon: Icon, to, children }: { icon: LucideIcon; to: string; children: string }) => (
  <RouterLink to={to} className={buttonStyle.ghost}>
    <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </RouterLink>
)

/** On phones, Share is the main button, because it opens the phone's own share sheet. */
function LinkActions({ link }: { link: Link }) {
  const { _id, slug, title, isPrivate } = link
  const path = generatePath(pages.gallery, { slug })
  const edit = generatePath(pages.editLink, { linkId: _id })
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex min-h-13 min-w-0 items-center gap-2 rounded-control border border-line-control bg-surface pr-1 pl-3.5">
        <p className="min-w-0 flex-1 truncate text-ui">
          <span className="sr-only">Link URL: </span>
          {linkUrl(slug, link.shareUrl).replace(/^https?:\/\//, '')}
        </p>
        <Button kind="primary" className="max-sm:hidden" icon={LinkIcon} onClick={() => copyLink(slug, link.shareUrl)}>
          Copy link
        </Button>
        <Button kind="ghost" className="sm:hidden" icon={LinkIcon} onClick={() => copyLink(slug, link.shareUrl)}>
          Copy link
        </Button>
      </div>
      <ShareButton kind="primary" className="sm:hidden" title={title} link={link} path={path} />
      <div className="-ml-3 flex flex-wrap">
        <ActionLink icon={Eye} to={path}>
          View
        </ActionLink>
        <ActionLink icon={isPrivate ? Lock : Globe} to={`${edit}#access`}>
          {isPrivate ? 'Private' : 'Public'}
        </ActionLink>
        <ActionLink icon={Pencil} to={edit}>
          Edit Link
        </ActionLink>
      </div>
    </div>
  )
}
