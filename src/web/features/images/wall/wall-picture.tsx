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
  /** Fetched at once. */
  isEager?: boolean
  onOpen: (imageId: string) => void
  over?: ((imageId: string, alt: string) => ReactNode) | undefined
}

/** A press that the browser itself has a meaning for, such as a new tab, is left to it. */
const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey

// Asked when it matters, and not watched: every byte counts that comes with the wall.
const mayMove = () => !matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A real link: without JavaScript, and in a tab of its own, a picture opens on its page. One that can move does so under the
 * pointer and in focus, and for those who ask for reduced motion when they press its button (wall.css).
 */
export function WallPicture({ image, alt, sizes, isEager = false, onOpen, over }: Props) {
  const [isMoving, setIsMoving] = useState(false)
  const follow = (isNear: boolean) => () => image.stills && mayMove() && setIsMoving(isNear)
  return (
    <li style={{ '--r': ratioOf(image) } as CSSProperties}>
      <a
        className="wall-picture"
        // Here and not on the picture itself, which may not be there yet (`data-pictures` in wall.css).
        style={placeholderOf(image)}
        href={generatePath(pages.image, { imageId: image._id })}
        data-image={image._id}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          onOpen(image._id)
        }}
        onMouseEnter={follow(true)}
        onMouseLeave={follow(false)}
        onFocus={follow(true)}
        onBlur={follow(false)}
      >
        <Picture
          image={image}
          alt={alt}
          // A picture that waits is laid out by then: browsers that can, look how wide it is.
          sizes={isEager ? sizes : `auto, ${sizes}`}
          isMoving={isMoving}
          style={{ background: undefined }}
          loading={isEager ? 'eager' : 'lazy'}
          // Not before what the page itself needs: text and places are painted first.
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
