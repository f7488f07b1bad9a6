import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { generatePath, Link } from 'react-router'
import type { Neighbors } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'

/** On phones, a row of words below the image. On wider screens, round buttons over its sides. */
const stepStyle =
  'inline-flex min-h-11 items-center gap-2 px-4 font-medium text-ink-2 text-ui transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 ' +
  'sm:absolute sm:top-[calc(50%-1.625rem)] sm:size-13 sm:justify-center sm:rounded-full sm:bg-surface sm:px-0 sm:shadow-[0_0_0_1px_var(--color-line)] sm:focus-visible:outline-offset-3'

const pathOf = (imageId: string) => generatePath(pages.image, { imageId })

/** Call this from the page, which stays mounted. `ImageSteps` is remounted for each image. */
export function useArrowKeys() {
  // Load the code after the first render, to keep it out of the initial bundle.
  useEffect(() => {
    const leaving = new AbortController()
    void import('./arrow-keys.ts')
      .then(({ listen }) => listen('nav[aria-label="Photos"]', leaving.signal))
      .catch(() => {})
    return () => leaving.abort()
  }, [])
}

export function ImageSteps({ neighbors: { position, count, previousId, nextId } }: { neighbors: Neighbors }) {
  return (
    <nav
      aria-label="Photos"
      className="grid min-h-[2.8125rem] grid-cols-[1fr_auto_1fr] items-center border-line border-b sm:block sm:min-h-0 sm:border-0"
    >
      {previousId && (
        <Link
          className={`${stepStyle} justify-self-start sm:left-(--gutter)`}
          rel="prev"
          to={pathOf(previousId)}
          aria-label="Previous photo"
        >
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className="sm:hidden">Previous</span>
        </Link>
      )}
      <span className="col-start-2 text-caption text-ink-3 tabular-nums sm:hidden">
        {position} of {count}
      </span>
      {nextId && (
        <Link
          className={`${stepStyle} col-start-3 justify-self-end sm:right-(--gutter)`}
          rel="next"
          to={pathOf(nextId)}
          aria-label="Next photo"
        >
          <span className="sm:hidden">Next</span>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}
