import type { CSSProperties } from 'react'
import type { Image } from '#shared/images.ts'
import { Picture } from '#web/ui/picture.tsx'
import { ratioOf } from '../wall/wall-layout.ts'
import './image-band.css'

/** The picture whole on a sunken ground, edge to edge on phones. */
export const ImageBand = ({ image, alt }: { image: Image; alt: string }) => (
  <div className="image-band">
    <Picture
      image={image}
      alt={alt}
      sizes={`min(100vw, ${Math.ceil(ratioOf(image) * 736)}px)`}
      loading="eager"
      fetchPriority="high"
      style={{ '--r': ratioOf(image), '--w': `${image.width}px` } as CSSProperties}
    />
  </div>
)
