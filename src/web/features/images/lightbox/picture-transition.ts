import { flushSync } from 'react-dom'
import { findOnWall, showOnWall } from '../wall/wall-position.ts'
import './picture-transition.css'

const name = 'picture'
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)'
const growMs = 280
const shrinkMs = 220

const isWithoutMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Finds the visible image in the lightbox. The library hides a larger file in the same slide until it has loaded. */
export const findStagePicture = () =>
  [...document.querySelectorAll<HTMLImageElement>('.viewer .yarl__slide_current img')].find(
    ({ style }) => style.visibility !== 'hidden',
  )

type Move = {
  from: HTMLElement | undefined
  durationMs: number
  update: () => void
  /** Called after `update`. Returns the target element and the element to hide until the image gets there. */
  findEnd: () => { target: Element | undefined; hidden: HTMLElement | undefined }
}

/**
 * Animates an image between wall and lightbox with a view transition. Only the old snapshot is transformed, so the
 * animation is smooth even while files load or the page is busy.
 */
function movePicture({ from, durationMs, update, findEnd }: Move) {
  if (!from || !document.startViewTransition || isWithoutMotion()) return update()
  const start = from.getBoundingClientRect()
  const root = document.documentElement
  let hidden: HTMLElement | undefined
  let end: DOMRect | undefined
  from.style.viewTransitionName = name
  const transition = document.startViewTransition(() => {
    from.style.viewTransitionName = ''
    flushSync(update)
    const found = findEnd()
    hidden = found.hidden
    if (hidden) hidden.style.viewTransitionName = name
    end = found.target?.getBoundingClientRect()
  })
  // Skip the animation when the pointer goes down, so the click isn't delayed.
  const skip = () => transition.skipTransition()
  window.addEventListener('pointerdown', skip, { once: true, capture: true })
  transition.ready
    .then(() => {
      if (!end?.width) return transition.skipTransition()
      const onPicture = { fill: 'both', pseudoElement: `::view-transition-group(${name})` } as const
      // Don't use a custom property on the root, because the whole page would inherit it and recalculate its styles.
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
    // `ready` rejects if the transition is skipped.
    .catch(() => {})
  const tidy = () => {
    window.removeEventListener('pointerdown', skip, true)
    if (hidden) hidden.style.viewTransitionName = ''
  }
  transition.finished.then(tidy, tidy)
}

/** Animates the image from the wall to the lightbox, which `display` renders. */
export function grow(imageId: string, display: () => void) {
  const tile = findOnWall(imageId)
  const thumbnail = tile?.querySelector('img') ?? undefined
  // Show the placeholder in the tile while the image is in the lightbox.
  if (tile && thumbnail) tile.style.background = thumbnail.style.background
  movePicture({
    from: thumbnail,
    durationMs: growMs,
    update: display,
    findEnd: () => ({
      target: findStagePicture(),
      hidden: document.querySelector<HTMLElement>('.viewer-carousel') ?? undefined,
    }),
  })
}

/** Scrolls to the image and animates it back to the wall. `display` removes the lightbox. */
export function shrink(imageId: string, display: () => void) {
  movePicture({
    from: findStagePicture(),
    durationMs: shrinkMs,
    update: display,
    findEnd: () => {
      showOnWall(imageId)
      const tile = findOnWall(imageId)
      return { target: tile, hidden: tile }
    },
  })
}
