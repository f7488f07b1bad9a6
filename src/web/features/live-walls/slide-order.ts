import type { LiveWall } from '#shared/live-wall.ts'

export type Slides = {
  /** The image on screen. */
  current: string | undefined
  /** Images that arrived after the wall was opened and weren't shown yet, the newest first. */
  fresh: readonly string[]
  /** Every image that the wall knew before. Undefined until the first list arrives. */
  known: ReadonlySet<string> | undefined
  /** The images that a shuffled wall showed in this round. */
  shuffled: readonly string[]
}

export const noSlides: Slides = { current: undefined, fresh: [], known: undefined, shuffled: [] }

/** Notes new images and forgets deleted ones. */
export function withList(slides: Slides, ids: readonly string[]): Slides {
  const { current, fresh, known } = slides
  const listed = new Set(ids)
  const arrived = known ? ids.filter((id) => !known.has(id)) : []
  const shown = current !== undefined && listed.has(current) ? current : ids[0]
  const waiting = [...arrived, ...fresh].filter((id) => listed.has(id) && id !== shown)
  return { ...slides, current: shown, fresh: waiting, known: listed }
}

/** New images come next. After them, the wall goes on in its order. */
export function nextSlide(
  slides: Slides,
  ids: readonly string[],
  order: LiveWall['order'],
  random: () => number = Math.random,
): Slides {
  const [newest, ...fresh] = slides.fresh
  if (newest !== undefined) return { ...slides, current: newest, fresh }
  if (order !== 'shuffle') {
    const at = slides.current === undefined ? -1 : ids.indexOf(slides.current)
    return { ...slides, current: ids[(at + 1) % ids.length] }
  }
  const seen = new Set([...slides.shuffled, slides.current])
  const unseen = ids.filter((id) => !seen.has(id))
  const round = unseen.length > 0 ? unseen : ids.filter((id) => id !== slides.current)
  const current = round[Math.floor(random() * round.length)] ?? slides.current
  const shuffled = unseen.length > 0 ? [...seen].filter((id) => id !== undefined) : []
  return { ...slides, current, shuffled }
}
