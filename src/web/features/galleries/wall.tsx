import { type CSSProperties, memo } from 'react'
import type { Image } from '#shared/images.ts'
import { altOf, countEager, isFew, sizesOf, sumOfRatios } from './hanging.ts'
import { WallPicture } from './wall-picture.tsx'
import './wall.css'

type Props = { images: readonly Image[]; onOpen: (imageId: string) => void }

/** The pictures of a gallery. Rendered anew only with other pictures: there may be hundreds. */
export const Wall = memo(function Wall({ images, onOpen }: Props) {
  const eager = countEager(images)
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
          alt={altOf(image, index, images.length)}
          sizes={sizesOf(image, isAmongFew)}
          isEager={index < eager}
          isFirst={index === 0}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
})
