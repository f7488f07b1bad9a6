import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Shared, tryShareSheet } from '#web/lib/share.ts'
import { Button } from './button.tsx'
import type { ButtonKind } from './button-style.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

type Props = Omit<Shared, 'url'> & {
  path: string
  kind?: ButtonKind
  className?: string
}

export function ShareButton({ title, path, link, kind = 'plain', className = '' }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const share = async () => {
    if (!(await tryShareSheet({ title, link, url: `${window.location.origin}${path}` }))) setIsOpen(true)
  }
  return (
    <>
      <Button kind={kind} className={className} icon={Share2} aria-haspopup="dialog" onClick={share}>
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog
            title={title}
            link={link}
            url={`${window.location.origin}${path}`}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
