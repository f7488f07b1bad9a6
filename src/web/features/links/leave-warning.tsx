import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const pathOf = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`

/** The page of our own that a press leads away to, if it does. */
function findWayOut(event: MouseEvent) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!isPlain || !link || link.target || link.hasAttribute('download')) return undefined
  const to = new URL(link.href)
  return to.origin === window.location.origin && to.pathname !== window.location.pathname ? pathOf(to) : undefined
}

/** Asks before changes that were not saved are lost: by a link of the app, or by closing the page. */
export function LeaveWarning({ isNeeded }: { isNeeded: boolean }) {
  const navigate = useNavigate()
  const [wayOut, setWayOut] = useState<string>()

  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: MouseEvent) => {
      const to = findWayOut(event)
      if (to === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setWayOut(to)
    }
    const askOnClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    // Before the router hears of it.
    window.addEventListener('click', ask, true)
    window.addEventListener('beforeunload', askOnClosing)
    return () => {
      window.removeEventListener('click', ask, true)
      window.removeEventListener('beforeunload', askOnClosing)
    }
  }, [isNeeded])

  if (wayOut === undefined) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      verb="Leave"
      busyVerb="Leaving"
      onConfirm={async () => navigate(wayOut)}
      onClose={() => setWayOut(undefined)}
    >
      <p>Your changes to this link are not saved yet.</p>
    </ConfirmDialog>
  )
}
