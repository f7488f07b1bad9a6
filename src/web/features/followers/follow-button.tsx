import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const FollowDialog = lazy(async () => ({ default: (await import('./follow-dialog.tsx')).FollowDialog }))

type Props = { slug: string; title: string }

export function FollowButton({ slug, title }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="noscript:hidden" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Get notified of new photos
      </Button>
      {isOpen && (
        <Suspense>
          <FollowDialog slug={slug} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
