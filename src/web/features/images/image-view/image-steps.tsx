import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import type { Neighbours } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import './image-steps.css'

const pathOf = (imageId: string) => generatePath(pages.image, { imageId })

/** Keys that move a caret, or belong to a dialog. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [role="menu"]') !== null

/** The way to the images before and after: at the sides of the picture, on phones below it. The arrow keys lead there too. */
export function ImageSteps({ neighbours: { position, count, previousId, nextId } }: { neighbours: Neighbours }) {
  const navigate = useNavigate()
  const step = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const imageId = key === 'ArrowLeft' ? previousId : key === 'ArrowRight' ? nextId : null
    if (!imageId || altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented || isTaken(event)) return
    event.preventDefault()
    void navigate(pathOf(imageId))
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => step(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  return (
    <nav aria-label="Images" className="image-steps">
      {previousId && (
        <Link className="image-step image-step-back" rel="prev" to={pathOf(previousId)} aria-label="Previous image">
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className="image-step-word">Previous</span>
        </Link>
      )}
      <span className="image-place">
        {position} of {count}
      </span>
      {nextId && (
        <Link className="image-step image-step-on" rel="next" to={pathOf(nextId)} aria-label="Next image">
          <span className="image-step-word">Next</span>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}
