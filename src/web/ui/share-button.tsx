import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Shared, tryShareSheet } from '#web/lib/share.ts'
import { Button } from './button.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

type Props = Omit<Shared, 'url'> & {
  path: string
  isPrimary?: boolean
}

export function ShareButton({ title, path, link, isPrimary = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const share = async () => {
    if (!(await tryShareSheet({ title, link, url: `${window.location.origin}${path}` }))) setIsOpen(true)
  }
  return (
    <>
      <Button kind={isPrimary ? 'primary' : 'plain'} icon={Share2} aria-haspopup="dialog" onClick={share}>
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
