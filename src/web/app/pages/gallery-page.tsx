import { useParams } from 'react-router'
import { useRestForNoScript, useServedGallery } from '#web/lib/page-data.ts'
import { Picture } from '#web/ui/picture.tsx'

export function GalleryPage() {
  const gallery = useServedGallery(useParams().slug)
  const rest = useRestForNoScript()
  const link = gallery?.state === 'open' ? gallery.link : undefined
  const title = link?.title ?? 'Gallery'
  return (
    <div className="page py-16">
      <title>{`${title} · Framelight`}</title>
      <h1 className="text-title">{title}</h1>
      {gallery && gallery.state !== 'open' && <p>{gallery.message}</p>}
      {link?.description && <p>{link.description}</p>}
      {link?.images.map((image, index) => (
        <Picture
          key={image._id}
          image={image}
          alt={image.title}
          sizes="100vw"
          loading={index < 3 ? 'eager' : 'lazy'}
          {...(index < 3 && { fetchPriority: 'high' })}
        />
      ))}
      <noscript>
        {rest.map(({ _id, thumbnailUrl, width, height, title }) => (
          <a key={_id} href={`/images/${_id}`}>
            <img src={thumbnailUrl} width={width} height={height} alt={title} loading="lazy" />
          </a>
        ))}
      </noscript>
    </div>
  )
}
