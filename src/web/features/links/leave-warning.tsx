import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const pathOf = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`

/** Returns the path if the click would open another page of this app. */
function destinationOf(event: MouseEvent) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!isPlain || !link || link.target || link.hasAttribute('download')) return undefined
  const to = new URL(link.href)
  return to.origin === window.location.origin && to.pathname !== window.location.pathname ? pathOf(to) : undefined
}

/** Asks for confirmation if following a link or closing the page would lose unsaved changes. */
export function LeaveWarning({ isNeeded }: { isNeeded: boolean }) {
  const navigate = useNavigate()
  const [destination, setDestination] = useState<string>()

  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: MouseEvent) => {
      const to = destinationOf(event)
      if (to === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setDestination(to)
    }
    const askOnClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    // Use the capture phase, to run before the router.
    window.addEventListener('click', ask, true)
    window.addEventListener('beforeunload', askOnClosing)
    return () => {
      window.removeEventListener('click', ask, true)
      window.removeEventListener('beforeunload', askOnClosing)
    }
  }, [isNeeded])

  if (destination === undefined) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      verb="Leave"
      busyVerb="Leaving"
      onConfirm={async () => navigate(destination)}
      onClose={() => setDestination(undefined)}
    >
      <p>You have unsaved changes.</p>
    </ConfirmDialog>
  )
}
