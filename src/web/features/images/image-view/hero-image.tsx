import { type CSSProperties, lazy, Suspense } from 'react'
import type { Image } from '#shared/images.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { Picture, srcSetOf } from '#web/ui/picture.tsx'
import { useMotion } from '../use-motion.ts'
import { ratioOf } from '../wall/wall-layout.ts'
import './hero-image.css'

const MotionButton = lazy(async () => ({ default: (await import('../motion-button.tsx')).MotionButton }))

type Props = { image: Image; alt: string }

export const HeroImage = ({ image, alt }: Props) => (
  <div className="hero-image">
    {image.stills ? <AnimatedImage image={image} alt={alt} /> : <LargeImage image={image} alt={alt} />}
  </div>
)

const sizesOf = (image: Image) => `min(100vw, ${Math.ceil(ratioOf(image) * 736)}px)`

const LargeImage = ({ image, alt, isMoving = false }: Props & { isMoving?: boolean }) => (
  <Picture
    image={image}
    alt={alt}
    sizes={sizesOf(image)}
    isMoving={isMoving}
    loading="eager"
    fetchPriority="high"
    style={{ '--r': ratioOf(image), '--w': `${image.width}px` } as CSSProperties}
  />
)

/** Uses <source>, so reduced motion is respected even without JavaScript. */
function AnimatedImage({ image, alt }: Props) {
  const { changedId, isMoving, toggle } = useMotion()
  const isMounted = useMounted()
  const isDefault = changedId !== image._id
  return (
    <>
      <picture className="contents">
        {isDefault && (
          <source
            media="(prefers-reduced-motion: reduce)"
            srcSet={srcSetOf(image.stills ?? [])}
            sizes={sizesOf(image)}
          />
        )}
        <LargeImage image={image} alt={alt} isMoving={isDefault || isMoving(image._id)} />
      </picture>
      {isMounted && (
        <Suspense>
          <MotionButton
            isMoving={isMoving(image._id)}
            className="hero-image-motion"
            onClick={() => toggle(image._id)}
          />
        </Suspense>
      )}
    </>
  )
}
