import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import auroraLake from '#web/assets/pictures/aurora-lake.webp'
import dunes from '#web/assets/pictures/dunes.webp'
import forestInFog from '#web/assets/pictures/forest-in-fog.webp'
import { useReducedMotion } from '#web/lib/use-reduced-motion.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import './featured-images.css'

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
      className="carousel"
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
          className={index === shown ? 'carousel-shown' : ''}
        />
      ))}
      <div className="carousel-strip">
        <h3 className="font-medium text-ui">Featured Images</h3>
        <div className="flex items-center">
          {pictures.map(({ source }, index) => (
            <button
              key={source}
              type="button"
              className="carousel-dot"
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
