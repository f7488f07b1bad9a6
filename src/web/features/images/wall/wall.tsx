import { type CSSProperties, memo, type ReactNode, useContext } from 'react'
import { generatePath } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { RestOfImages } from '#web/lib/page-data.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
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
  const rest = useContext(RestOfImages)
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
      {images.length < total && <RestOfWall images={rest} first={images.length} total={total} />}
    </>
  )
})

type RestProps = { images: readonly Image[]; first: number; total: number }

/** Renders the remaining images for browsers without JavaScript. Other browsers fetch them. */
export const RestOfWall = ({ images, first, total }: RestProps) => (
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

/** The ratios must be unique, because they double as React keys. */
const ratios = [1.5, 0.667, 1.51, 1.778, 1.49, 1.48, 1.333, 0.75, 1.52, 1.47, 0.8, 1.32]

/** Fills the screen, so the footer doesn't jump when the images load. */
export const GallerySkeleton = () => (
  <Loading label="Loading gallery">
    <div className="min-h-dvh">
      <div className="grid gap-5 px-(--gutter) pt-[clamp(2rem,5vw,4.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]">
        <Skeleton className="h-[clamp(2.5rem,1.6rem+3.6vw,4.5rem)] w-[min(32rem,80%)]" />
        <Skeleton className="h-5 w-64" />
      </div>
      <div className="wall-margins">
        <div className="wall">
          {ratios.map((ratio) => (
            <div key={ratio} style={{ '--r': ratio } as CSSProperties}>
              <Skeleton className="h-full" />
            </div>
          ))}
        </div>
      </div>
    </div>
  </Loading>
)
