import { type CSSProperties, type MouseEvent, type ReactNode, useState } from 'react'
import { generatePath } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { Picture, placeholderOf } from '#web/ui/picture.tsx'
import { ratioOf } from './wall-layout.ts'

type Props = {
  image: Image
  alt: string
  sizes: string
  isEager?: boolean
  onOpen: (imageId: string) => void
  over?: ((imageId: string, alt: string) => ReactNode) | undefined
}

/** Leaves clicks with modifier keys to the browser, for example to open a new tab. */
const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey

// Don't use `useReducedMotion` here, to keep the gallery's bundle small.
const mayMove = () => !matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Renders a real link, so images also open without JavaScript or in a new tab, on their own page. Animated images play
 * on hover and focus. With reduced motion, wall.css shows a play button instead.
 */
export function WallPicture({ image, alt, sizes, isEager = false, onOpen, over }: Props) {
  const [isMoving, setIsMoving] = useState(false)
  const setMotion = (isOn: boolean) => () => image.stills && mayMove() && setIsMoving(isOn)
  return (
    <li style={{ '--r': ratioOf(image) } as CSSProperties}>
      <a
        className="wall-picture"
        // The placeholder is on the link, because `data-pictures` in wall.css can move the image off-screen.
        style={placeholderOf(image)}
        href={generatePath(pages.image, { imageId: image._id })}
        data-image={image._id}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          onOpen(image._id)
        }}
        onMouseEnter={setMotion(true)}
        onMouseLeave={setMotion(false)}
        onFocus={setMotion(true)}
        onBlur={setMotion(false)}
      >
        <Picture
          image={image}
          alt={alt}
          // Lazy images are laid out before they load, so browsers that support `auto` use the actual width.
          sizes={isEager ? sizes : `auto, ${sizes}`}
          isMoving={isMoving}
          style={{ background: undefined }}
          loading={isEager ? 'eager' : 'lazy'}
          // Load images with low priority, so text and layout are painted first.
          fetchPriority="low"
        />
        {image.title && (
          <span dir="auto" className="wall-title" aria-hidden="true">
            {image.title}
          </span>
        )}
      </a>
      {image.stills && (
        <button
          type="button"
          className="wall-play"
          aria-label={`Play ${alt}`}
          aria-pressed={isMoving}
          onClick={() => setIsMoving(!isMoving)}
        />
      )}
      {over?.(image._id, alt)}
    </li>
  )
}
