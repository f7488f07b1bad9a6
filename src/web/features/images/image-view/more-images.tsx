import { generatePath, useNavigate } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { altOf, sizesOf, wholeRowsOf } from '../wall/wall-layout.ts'
import { WallPicture } from '../wall/wall-picture.tsx'
import '../wall/wall.css'

const maxShown = 6

export function followingOf<Image extends { _id: string }>(images: readonly Image[], id: string, limit: number) {
  const at = images.findIndex((image) => image._id === id)
  const inOrder = [...images.slice(at + 1), ...images.slice(0, Math.max(at, 0))]
  return inOrder.slice(0, limit)
}

export function MoreImages({ image, images }: { image: Image; images: readonly Image[] }) {
  const navigate = useNavigate()
  const others = wholeRowsOf(followingOf(images, image._id, maxShown))
  if (others.length === 0) return null
  return (
    <aside aria-labelledby="more-images">
      <h2 id="more-images" className="wrap-anywhere mb-5 text-subhead">
        More from <bdi>{image.link.title}</bdi>
      </h2>
      <ul className="wall wall-small">
        {others.map((other) => (
          <WallPicture
            key={other._id}
            image={other}
            alt={altOf(other, images.indexOf(other), images.length)}
            sizes={sizesOf(other, false)}
            onOpen={(imageId) => navigate(generatePath(pages.image, { imageId }))}
          />
        ))}
      </ul>
    </aside>
  )
}
