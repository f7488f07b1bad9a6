import { Bell } from 'lucide-react'
import { lazy } from 'react'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'

/** Where email isn't set up, visitors can only copy the link. */
export const useFollowLabel = () => (useCanEmail() ? 'Get notified of new photos' : 'Come back for new photos')

export const FollowDialog = lazy(async () => ({ default: (await import('./follow-dialog.tsx')).FollowDialog }))

export const FollowButton = ({ onClick }: { onClick: () => void }) => (
  <Button icon={Bell} className="noscript:hidden max-sm:basis-full" aria-haspopup="dialog" onClick={onClick}>
    {useFollowLabel()}
  </Button>
)
