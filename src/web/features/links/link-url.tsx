import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Link } from '#shared/links.ts'
import { copyLink, linkUrl } from '#web/lib/copy-link.ts'
import { tryShareSheet } from '#web/lib/share.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ShareDialog } from '#web/ui/share-dialog.tsx'

export function LinkUrl({ link }: { link: Link }) {
  const [isSharing, setIsSharing] = useState(false)
  const { slug, title } = link
  const url = linkUrl(slug)
  const share = async () => {
    if (!(await tryShareSheet({ title, link, url }))) setIsSharing(true)
  }
  return (
    <div className="flex min-h-11 min-w-0 flex-[1_1_100%] items-center rounded-control border border-line bg-sunken sm:max-w-120 sm:flex-[1_1_18rem]">
      <p className="min-w-0 flex-1 truncate pl-3.5 text-ui">
        <span className="sr-only">Link URL: </span>
        {url.replace(/^https?:\/\//, '')}
      </p>
      <IconButton icon={Copy} label="Copy link" onClick={() => copyLink(slug)} />
      <IconButton icon={Share2} label="Share" aria-haspopup="dialog" onClick={share} />
      {isSharing && <ShareDialog title={title} link={link} url={url} onClose={() => setIsSharing(false)} />}
    </div>
  )
}
