import { flushSync } from 'react-dom'
import { findOnWall, showOnWall } from '../wall/wall-position.ts'
import './picture-transition.css'

const name = 'picture'
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)'
const growMs = 280
const shrinkMs = 220

const isWithoutMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The picture that the lightbox shows; a larger file that is fetched unseen lies beside it. */
export const findStagePicture = () =>
  [...document.querySelectorAll<HTMLImageElement>('.viewer .yarl__slide_current img')].find(
    ({ style }) => style.visibility !== 'hidden',
  )

type Move = {
  from: HTMLElement | undefined
  durationMs: number
  /** Exchanges what is on the screen. */
  update: () => void
  /** Afterwards: where the picture goes, and what is kept back until it is there. */
  findEnd: () => { place: Element | undefined; held: HTMLElement | undefined }
}

/**
 * A picture goes from one place to another while all around it is exchanged. It is moved as it looked at first, by its
 * transform alone: neither a file that comes meanwhile nor a busy page makes it stutter. Browsers without view transitions
 * exchange it at once.
 */
function movePicture({ from, durationMs, update, findEnd }: Move) {
  if (!from || !document.startViewTransition || isWithoutMotion()) return update()
  const start = from.getBoundingClientRect()
  const root = document.documentElement
  let held: HTMLElement | undefined
  let end: DOMRect | undefined
  from.style.viewTransitionName = name
  const transition = document.startViewTransition(() => {
    from.style.viewTransitionName = ''
    flushSync(update)
    const found = findEnd()
    held = found.held
    if (held) held.style.viewTransitionName = name
    end = found.place?.getBoundingClientRect()
  })
  // Whoever presses meanwhile does not wait for it.
  const skip = () => transition.skipTransition()
  window.addEventListener('pointerdown', skip, { once: true, capture: true })
  transition.ready
    .then(() => {
      if (!end?.width) return transition.skipTransition()
      const onPicture = { fill: 'both', pseudoElement: `::view-transition-group(${name})` } as const
      // Not by a custom property of the root, which all of the page inherits: its styles would be computed anew in mid-flight.
      root.animate({ width: [`${start.width}px`], height: [`${start.height}px`] }, onPicture)
      root.animate(
        {
          transform: [
            `translate(${start.left}px, ${start.top}px)`,
            `translate(${end.left}px, ${end.top}px) scale(${end.width / start.width}, ${end.height / start.height})`,
          ],
        },
        { ...onPicture, duration: durationMs, easing },
      )
    })
    // It was skipped.
    .catch(() => {})
  const tidy = () => {
    window.removeEventListener('pointerdown', skip, true)
    if (held) held.style.viewTransitionName = ''
  }
  transition.finished.then(tidy, tidy)
}

/** From the wall to the whole screen. `display` renders the lightbox. */
export function grow(imageId: string, display: () => void) {
  const tile = findOnWall(imageId)
  const thumbnail = tile?.querySelector('img') ?? undefined
  // Its place on the wall keeps the placeholder.
  if (tile && thumbnail) tile.style.background = thumbnail.style.background
  movePicture({
    from: thumbnail,
    durationMs: growMs,
    update: display,
    findEnd: () => ({
      place: findStagePicture(),
      held: document.querySelector<HTMLElement>('.viewer-carousel') ?? undefined,
    }),
  })
}

/** Back to where it hangs, which is scrolled to. `display` takes the lightbox away. */
export function shrink(imageId: string, display: () => void) {
  movePicture({
    from: findStagePicture(),
    durationMs: shrinkMs,
    update: display,
    findEnd: () => {
      showOnWall(imageId)
      const tile = findOnWall(imageId)
      return { place: tile, held: tile }
    },
  })
}
