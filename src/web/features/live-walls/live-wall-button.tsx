import { Presentation } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const LiveWallDialog = lazy(async () => ({ default: (await import('./live-wall-dialog.tsx')).LiveWallDialog }))

export function LiveWallButton({ linkId, className = '' }: { linkId: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={Presentation} className={className} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Live wall
      </Button>
      {isOpen && (
        <Suspense>
          <LiveWallDialog linkId={linkId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
