import { useQuery, useQueryClient } from '@tanstack/react-query'
import { generatePath, useNavigate } from 'react-router'
import { type Image, listImages } from '#shared/images.ts'
import type { GalleryState } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { altOf, sizesOf } from '../hanging.ts'
import { WallPicture } from '../wall-picture.tsx'
import { neighboursOf } from './neighbours.ts'
import '../wall.css'

const shown = 6

/** The images beside this one. Whoever comes from the gallery has them already. */
function useImagesOfLink({ link }: Image) {
  const queryClient = useQueryClient()
  const key = ['gallery', link.slug]
  return useQuery({
    queryKey: ['links', link._id, 'images'],
    queryFn: async ({ signal }) => (await call(listImages, { params: { linkId: link._id }, signal })).data,
    initialData: () => {
      const gallery = queryClient.getQueryData<GalleryState>(key)
      return gallery?.state === 'open' ? gallery.link.images : undefined
    },
    initialDataUpdatedAt: () => queryClient.getQueryState(key)?.dataUpdatedAt,
  })
}

/** A few more pictures of the same link, small. */
export function MoreImages({ image }: { image: Image }) {
  const navigate = useNavigate()
  const { data: images = [] } = useImagesOfLink(image)
  const others = neighboursOf(images, image._id, shown)
  if (others.length === 0) return null
  return (
    <aside aria-labelledby="more-images">
      <h2 id="more-images" className="wrap-anywhere mb-5 text-subhead">
        More from {image.link.title}
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
