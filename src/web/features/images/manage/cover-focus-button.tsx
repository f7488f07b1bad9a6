import { Focus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { Button } from '#web/ui/button.tsx'

const CoverFocusDialog = lazy(async () => ({ default: (await import('./cover-focus-dialog.tsx')).CoverFocusDialog }))

export function CoverFocusButton({ image }: { image: Image }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" icon={Focus} onClick={() => setIsOpen(true)}>
        Set focal point
      </Button>
      <Suspense>{isOpen && <CoverFocusDialog image={image} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
