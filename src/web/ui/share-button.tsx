import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { pageUrl } from '#web/lib/copy-link.ts'
import { type Shared, tryShareSheet } from '#web/lib/share.ts'
import { Button } from './button.tsx'
import type { ButtonKind } from './button-style.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

type Target = Omit<Shared, 'url'> & { path: string }

/** Opens the share sheet on phones, and our own dialog elsewhere. */
export function useShare({ title, path, link }: Target) {
  // On the server, there's no window, and nothing is shared.
  const urlOf = () => pageUrl(path, link?.slug ?? '', link?.shareUrl)
  const [isOpen, setIsOpen] = useState(false)
  return {
    start: async () => {
      if (!(await tryShareSheet({ title, link, url: urlOf() }))) setIsOpen(true)
    },
    dialog: isOpen && (
      <Suspense>
        <ShareDialog title={title} link={link} url={urlOf()} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}

export function ShareButton({
  kind = 'plain',
  className = '',
  ...target
}: Target & { kind?: ButtonKind; className?: string }) {
  const { start, dialog } = useShare(target)
  return (
    <>
      <Button kind={kind} className={className} icon={Share2} aria-haspopup="dialog" onClick={start}>
        Share
      </Button>
      {dialog}
    </>
  )
}
