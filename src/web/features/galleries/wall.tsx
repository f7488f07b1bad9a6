import { type CSSProperties, memo, useContext } from 'react'
import { generatePath } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { RestOfImages } from '#web/lib/page-data.ts'
import { altOf, countEager, isFew, ratioOf, sizesOf, sumOfRatios } from './hanging.ts'
import { WallPicture } from './wall-picture.tsx'
import './wall.css'

/** `total`: with those that have not come yet. */
type Props = { images: readonly Image[]; total: number; onOpen: (imageId: string) => void }

/** The pictures of a gallery. Rendered anew only with other pictures: there may be hundreds. */
export const Wall = memo(function Wall({ images, total, onOpen }: Props) {
  const eager = countEager(images)
  const rest = useContext(RestOfImages)
  const isAmongFew = isFew(images)
  return (
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
          isFirst={index === 0}
          onOpen={onOpen}
        />
      ))}
      <NoScriptPictures images={rest} first={images.length} total={total} />
    </ul>
  )
})

type RestProps = { images: readonly Image[]; first: number; total: number }

/** Browsers that run scripts fetch these and never look in here. */
const NoScriptPictures = ({ images, first, total }: RestProps) => (
  <noscript className="contents">
    {images.map((image, index) => (
      <li key={image._id} style={{ '--r': ratioOf(image) } as CSSProperties}>
        <a className="wall-picture" href={generatePath(pages.image, { imageId: image._id })}>
          <img src={image.thumbnailUrl} alt={altOf(image, first + index, total)} loading="lazy" />
        </a>
      </li>
    ))}
  </noscript>
)
