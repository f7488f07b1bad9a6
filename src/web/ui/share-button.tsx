import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from './button.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** `path`: what is shared, within this site. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={Share2} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
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
