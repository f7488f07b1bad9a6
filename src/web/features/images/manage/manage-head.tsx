import { Copy, ExternalLink, Upload } from 'lucide-react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { BackToLink } from '#web/ui/back-to-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = { link: Link | undefined; isFull: boolean; onUpload: () => void }

export const ManageHead = ({ link, isFull, onUpload }: Props) => (
  <header className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-[clamp(1.25rem,3vw,2.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]">
    {link ? <BackToLink link={link} /> : <Skeleton className="my-3 h-5 w-40" />}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
      <h1 className="text-title">Manage Images</h1>
      <div className="flex w-full flex-wrap gap-3 *:flex-auto sm:w-auto">
        {link && (
          <>
            <RouterLink className={buttonStyle.plain} to={generatePath(pages.gallery, { slug: link.slug })}>
              <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
              View Link
            </RouterLink>
            <Button icon={Copy} onClick={() => copyLink(link.slug)}>
              Copy link
            </Button>
            <ShareButton title={link.title} link={link} path={generatePath(pages.gallery, { slug: link.slug })} />
          </>
        )}
        <Button kind="primary" icon={Upload} onClick={onUpload} disabled={isFull || !link}>
          Upload Images
        </Button>
      </div>
    </div>
  </header>
)
