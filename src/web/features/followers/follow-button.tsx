import { Bell, Link } from 'lucide-react'
import { lazy } from 'react'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'

const offers = {
  email: { label: 'Get notified of new photos', icon: Bell },
  /** Where email isn't set up, visitors can only copy the link. */
  link: { label: 'Come back for new photos', icon: Link },
}

export const useFollowOffer = () => offers[useCanEmail() ? 'email' : 'link']

export const FollowDialog = lazy(async () => ({ default: (await import('./follow-dialog.tsx')).FollowDialog }))

export function FollowButton({ onClick }: { onClick: () => void }) {
  const { label, icon } = useFollowOffer()
  return (
    <Button icon={icon} className="noscript:hidden max-sm:basis-full" aria-haspopup="dialog" onClick={onClick}>
      {label}
    </Button>
  )
}
