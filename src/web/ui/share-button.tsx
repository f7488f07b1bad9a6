import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { shareAtOnce } from '#web/lib/share.ts'
import { Button } from './button.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** `path`: what is shared, within this site. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const share = async () => {
    if (!(await shareAtOnce({ title, url: `${window.location.origin}${path}` }))) setIsOpen(true)
  }
  return (
    <>
      <Button icon={Share2} aria-haspopup="dialog" onClick={share}>
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog title={title} url={`${window.location.origin}${path}`} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
