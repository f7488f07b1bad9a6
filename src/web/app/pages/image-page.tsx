import { useParams } from 'react-router'
import { useServedImage } from '#web/lib/page-data.ts'
import { Picture } from '#web/ui/picture.tsx'

export function ImagePage() {
  const served = useServedImage(useParams().imageId)
  const image = served?.state === 'open' ? served.image : undefined
  const title = image ? image.title || image.link.title : 'Image'
  return (
    <div className="page py-16">
      <title>{`${title} · Framelight`}</title>
      <h1 className="text-title">{title}</h1>
      {served && served.state !== 'open' && <p>{served.message}</p>}
      {image && <Picture image={image} alt={title} sizes="100vw" loading="eager" fetchPriority="high" />}
    </div>
  )
}
