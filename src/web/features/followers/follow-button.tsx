import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const FollowDialog = lazy(async () => ({ default: (await import('./follow-dialog.tsx')).FollowDialog }))

type Props = { slug: string; title: string }

/** For visitors who want to hear of what is yet to come. */
export function FollowButton({ slug, title }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="noscript:hidden" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Tell me about new pictures
      </Button>
      {isOpen && (
        <Suspense>
          <FollowDialog slug={slug} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
