import { lazy } from 'react'
import { Button } from '#web/ui/button.tsx'

export const followLabel = 'Get notified of new photos'

export const FollowDialog = lazy(async () => ({ default: (await import('./follow-dialog.tsx')).FollowDialog }))

export const FollowButton = ({ onClick }: { onClick: () => void }) => (
  <Button className="noscript:hidden" aria-haspopup="dialog" onClick={onClick}>
    {followLabel}
  </Button>
)
