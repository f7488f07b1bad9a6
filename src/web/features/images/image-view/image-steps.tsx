import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { generatePath, Link } from 'react-router'
import type { Neighbors } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import './image-steps.css'

const pathOf = (imageId: string) => generatePath(pages.image, { imageId })

/** Call this from the page, which stays mounted. `ImageSteps` is remounted for each image. */
export function useArrowKeys() {
  // Load the code after the first render, to keep it out of the initial bundle.
  useEffect(() => {
    const leaving = new AbortController()
    void import('./arrow-keys.ts').then(({ listen }) => listen('.image-steps', leaving.signal)).catch(() => {})
    return () => leaving.abort()
  }, [])
}

export function ImageSteps({ neighbors: { position, count, previousId, nextId } }: { neighbors: Neighbors }) {
  return (
    <nav aria-label="Photos" className="image-steps">
      {previousId && (
        <Link className="image-step image-step-back" rel="prev" to={pathOf(previousId)} aria-label="Previous photo">
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className="image-step-word">Previous</span>
        </Link>
      )}
      <span className="image-place">
        {position} of {count}
      </span>
      {nextId && (
        <Link className="image-step image-step-on" rel="next" to={pathOf(nextId)} aria-label="Next photo">
          <span className="image-step-word">Next</span>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}
