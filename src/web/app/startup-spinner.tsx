import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Mark } from '#web/ui/mark.tsx'

const shownForMs = 1000
/** These pages skip the spinner, to show their images immediately. */
const isRecipientPage = (path: string) => /^\/(links\/(?!create$|edit\/)|images\/)/.test(path)

/** Covers the app for the first second while it loads, as the specification requires. */
export function StartupSpinner() {
  const { pathname } = useLocation()
  const [isShown, setIsShown] = useState(() => !isRecipientPage(pathname))
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(false), shownForMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div
      role="status"
      aria-label="Starting"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-wall text-ink-3"
    >
      <span className="animate-pulse">
        <Mark />
      </span>
    </div>
  )
}
