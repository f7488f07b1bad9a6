import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Mark } from '#web/ui/mark.tsx'

const shownForMs = 1000
/** Recipients see pictures at once: nothing is laid over their pages. */
const isRecipientsPage = (path: string) => /^\/(links\/(?!create$|edit\/)|images\/)/.test(path)

/** Lies over the app for its first second, while pages and data load beneath it. */
export function StartupSpinner() {
  const { pathname } = useLocation()
  const [isShown, setIsShown] = useState(() => !isRecipientsPage(pathname))
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
