import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import auroraLake from '#web/assets/pictures/aurora-lake.webp'
import dunes from '#web/assets/pictures/dunes.webp'
import forestInFog from '#web/assets/pictures/forest-in-fog.webp'
import { useReducedMotion } from '#web/lib/use-reduced-motion.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const pictures = [
  { source: dunes, alt: 'Dunes at first light' },
  { source: auroraLake, alt: 'Northern lights over a still lake' },
  { source: forestInFog, alt: 'A forest in fog' },
]
const shownForMs = 5000

export function FeaturedImages() {
  const [shown, setShown] = useState(0)
  const [isPaused, setIsPaused] = useState(false)
  const [isWatched, setIsWatched] = useState(false)
  const isIdle = useReducedMotion()
  const isTurning = !isPaused && !isWatched && !isIdle

  useEffect(() => {
    if (!isTurning) return
    const timer = setTimeout(() => setShown((shown + 1) % pictures.length), shownForMs)
    return () => clearTimeout(timer)
  }, [isTurning, shown])

  return (
    <section
      className="relative grid h-44 overflow-hidden sm:h-64 rounded-card bg-room text-room-ink"
      aria-roledescription="carousel"
      aria-label="Featured Images"
      onPointerEnter={({ pointerType }) => setIsWatched(pointerType === 'mouse')}
      onPointerLeave={() => setIsWatched(false)}
      onFocus={({ target }) => setIsWatched(target.matches(':focus-visible'))}
      onBlur={() => setIsWatched(false)}
    >
      {pictures.map(({ source, alt }, index) => (
        <img
          key={source}
          src={source}
          alt={alt}
          aria-hidden={index !== shown}
          fetchPriority={index === 0 ? 'auto' : 'low'}
          className={`absolute inset-0 size-full object-cover transition-opacity duration-[calc(3*var(--calm))] ${index === shown ? '' : 'opacity-0'}`}
        />
      ))}
      {/* A dark gradient keeps the text readable on any image. */}
      <div className="relative flex items-center justify-between self-end bg-[linear-gradient(transparent,rgb(0_0_0/0.8)_80%)] pt-8 pr-1.5 pb-1 pl-5 [&_button]:text-inherit [&_button]:-outline-offset-2 [&_button]:outline-current [&_button]:hover:bg-[rgb(255_255_255/0.16)] [&_button]:hover:text-inherit">
        <h2 className="font-medium text-ui">Featured Images</h2>
        <div className="flex items-center">
          {pictures.map(({ source }, index) => (
            <button
              key={source}
              type="button"
              className="grid h-11 w-7 cursor-pointer place-items-center after:h-2 after:w-2 after:rounded-full after:bg-current after:opacity-60 after:transition-[width] after:duration-(--calm) aria-[current=true]:after:w-5 aria-[current=true]:after:opacity-100"
              aria-label={`Image ${index + 1} of ${pictures.length}`}
              aria-current={index === shown}
              onClick={() => setShown(index)}
            />
          ))}
          {!isIdle && (
            <IconButton
              icon={isPaused ? Play : Pause}
              label={isPaused ? 'Play' : 'Pause'}
              onClick={() => setIsPaused(!isPaused)}
            />
          )}
        </div>
      </div>
    </section>
  )
}
