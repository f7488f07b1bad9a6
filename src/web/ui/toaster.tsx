import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import './toaster.css'

type Action = { label: string; onClick: () => void }
type Options = { durationMs: number; action?: Action; other?: Action }

// The container is outside the app's root, so toasts survive navigation.
const container = document.body.appendChild(document.createElement('div'))
// Don't move the focus on click. Sonner would restore it on the next click, which closes a menu opened by that click.
container.addEventListener('mousedown', (event) => event.preventDefault())
/** Upright or landscape. */
const onPhones = '(max-width: 39.99rem), (max-height: 30rem)'
const measureEveryMs = 200

function Toasts() {
  const isPhone = useMediaQuery(onPhones)
  const edges = { top: 'var(--toast-top)', bottom: 'calc(var(--bottom-bar, 0px) + 0.5rem)' }
  return (
    <Toaster
      position={isPhone ? 'bottom-left' : 'top-right'}
      closeButton
      offset={{ ...edges, left: 8, right: 'var(--toast-right)' }}
      mobileOffset={{ ...edges, left: 8, right: 8 }}
      containerAriaLabel="Messages"
      icons={{
        success: <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />,
        error: <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />,
        info: <Info size={20} strokeWidth={1.75} aria-hidden="true" />,
      }}
    />
  )
}

createRoot(container).render(<Toasts />)

/** How far a bar reaches up from the bottom that's within a toast's height above `height`, in pixels. */
function barAbove(height: number) {
  const { innerWidth, innerHeight } = window
  const points = [24, innerWidth / 2, innerWidth - 24].flatMap((x) => [24, 56].map((y) => [x, y] as const))
  const tops = points.flatMap(([x, y]) => {
    const stuck = document
      .elementsFromPoint(x, innerHeight - height - y)
      .filter((element) => !container.contains(element) && /sticky|fixed/.test(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect().top)
    // An overlay covers the screen, including the bars behind it.
    const overlay = stuck.findIndex((top) => top < innerHeight / 4)
    return overlay === -1 ? stuck : stuck.slice(0, overlay)
  })
  return innerHeight - Math.min(innerHeight, ...tops)
}

/** Toasts at the bottom don't cover a bar or sheet that sticks there, even if it appears while they're shown. */
function keepAboveBars() {
  if (!window.matchMedia(onPhones).matches) return
  let height = 0
  for (let above = barAbove(0); above > height; above = barAbove(height)) height = above
  document.documentElement.style.setProperty('--bottom-bar', `${height}px`)
  if (toast.getToasts().length > 0) setTimeout(keepAboveBars, measureEveryMs)
}

export function showToast(
  kind: 'success' | 'error' | 'info',
  sentence: string,
  { durationMs, action, other }: Options,
) {
  const id = toast[kind](sentence, { duration: durationMs, ...(action && { action }), ...(other && { cancel: other }) })
  keepAboveBars()
  return id
}

export const hideToast = (id: string | number) => toast.dismiss(id)
