import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Image } from '#shared/images.ts'
import type { ShownWall } from '#shared/live-wall.ts'
import { nextSlide, noSlides, withList } from './slide-order.ts'

/** The last images stay in memory, so the wall goes on while it's offline. */
const keptFiles = 40

/** Keeps downloaded images as object URLs. */
function createKeptFiles() {
  const urls = new Map<string, string>()
  return {
    ids: () => [...urls.keys()],
    async load({ _id, imageUrl }: Image) {
      const held = urls.get(_id)
      if (held) return held
      const response = await fetch(imageUrl)
      if (!response.ok) throw new Error(`The image has status ${response.status}`)
      const url = URL.createObjectURL(await response.blob())
      urls.set(_id, url)
      const [oldest] = urls
      if (urls.size > keptFiles && oldest) {
        urls.delete(oldest[0])
        URL.revokeObjectURL(oldest[1])
      }
      return url
    },
    clear() {
      for (const url of urls.values()) URL.revokeObjectURL(url)
      urls.clear()
    },
  }
}

export type Slide = { key: number; image: Image; url: string }

/** Returns the slide on screen and the one before it, which fades out. */
export function useSlides(wall: ShownWall | undefined, isPaused: boolean) {
  const [files] = useState(createKeptFiles)
  const slides = useRef(noSlides)
  const [shown, show] = useReducer(([last]: Slide[], slide: Slide) => (last ? [slide, last] : [slide]), [] as Slide[])
  const count = useRef(0)
  const isLoading = useRef(false)
  const images = wall?.images ?? []
  const ids = images.map(({ _id }) => _id)

  const showCurrent = async () => {
    const image = images.find(({ _id }) => _id === slides.current.current)
    if (!image || isLoading.current) return
    isLoading.current = true
    try {
      const url = await files.load(image)
      count.current += 1
      show({ key: count.current, image, url })
    } catch {
      // Go on with an image that's in memory. The others are tried again when it's their turn.
      const held = files.ids().filter((id) => ids.includes(id))
      const { fresh } = slides.current
      slides.current = { ...nextSlide({ ...slides.current, fresh: [] }, held, 'newest'), fresh }
      const kept = images.find(({ _id }) => _id === slides.current.current)
      if (kept && kept._id !== shown[0]?.image._id) {
        count.current += 1
        show({ key: count.current, image: kept, url: await files.load(kept) })
      }
    } finally {
      isLoading.current = false
    }
  }

  const onList = useEffectEvent(() => {
    const before = slides.current.current
    slides.current = withList(slides.current, ids)
    if (slides.current.current !== before) void showCurrent()
  })
  const list = ids.join(' ')
  useEffect(() => {
    if (list !== '') onList()
  }, [list])

  const advance = useEffectEvent(() => {
    if (ids.length === 0) return
    const before = slides.current.current
    slides.current = nextSlide(slides.current, ids, wall?.order ?? 'newest')
    if (slides.current.current !== before) void showCurrent()
  })
  const seconds = wall?.seconds
  useEffect(() => {
    if (seconds === undefined || isPaused) return
    const timer = setInterval(() => advance(), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds, isPaused])

  useEffect(() => files.clear, [files])

  return ids.length === 0 ? [] : shown
}
