import { type CSSProperties, memo, type ReactNode, useContext } from 'react'
import { generatePath } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { RestOfImages } from '#web/recipient/page-data.ts'
import { altOf, countEager, isFew, ratioOf, sizesOf, sumOfRatios } from './wall-layout.ts'
import { WallPicture } from './wall-picture.tsx'
import './wall.css'

type Props = {
  images: readonly Image[]
  /** Includes images that haven't been fetched yet. */
  total: number
  onOpen: (imageId: string) => void
  /** Renders content over each image. It must be stable, or the memoized wall re-renders. */
  over?: ((imageId: string, alt: string) => ReactNode) | undefined
}

/** The wall is memoized, because there can be hundreds of images. */
export const Wall = memo(function Wall({ images, total, onOpen, over }: Props) {
  const eager = countEager(images)
  const isAmongFew = isFew(images)
  return (
    <>
      <ul
        className={`wall ${isAmongFew ? 'wall-few' : ''}`}
        style={isAmongFew ? ({ '--ratios': sumOfRatios(images) } as CSSProperties) : undefined}
      >
        {images.map((image, index) => (
          <WallPicture
            key={image._id}
            image={image}
            alt={altOf(image, index, total)}
            sizes={sizesOf(image, isAmongFew)}
            isEager={index < eager}
            onOpen={onOpen}
            over={over}
          />
        ))}
      </ul>
      {images.length < total && <RestOfWall first={images.length} total={total} />}
    </>
  )
})

/** Renders the remaining images for browsers without JavaScript. Other browsers fetch them. */
function RestOfWall({ first, total }: { first: number; total: number }) {
  const images = useContext(RestOfImages)
  return (
    <noscript>
      <ul className="wall">
        {images.map((image, index) => (
          <li key={image._id} style={{ '--r': ratioOf(image) } as CSSProperties}>
            <a className="wall-picture" href={generatePath(pages.image, { imageId: image._id })}>
              <img src={image.thumbnailUrl} alt={altOf(image, first + index, total)} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </noscript>
  )
}
