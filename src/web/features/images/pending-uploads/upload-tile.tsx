import { type CSSProperties, memo } from 'react'
import { generatePath, Link } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { Progress } from '#web/ui/meter.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { imageName } from '../manage/image-order.ts'
import { useUpload } from '../upload/use-uploads.ts'
import { useLocalPreview } from './use-local-preview.ts'

const localWidth = 480

type Props = {
  ratio: number
  file: File | undefined
  uploadId: string | undefined
  image: Image | undefined
}

export const UploadTile = memo(function UploadTile({ ratio, file, uploadId, image }: Props) {
  const local = useLocalPreview(file, localWidth, !image)
  const name = image ? imageName(image) : (file?.name ?? '')
  const shape = { '--r': ratio } as CSSProperties
  // Keep the local preview, because replacing it with the uploaded file would flicker.
  const picture =
    local.state === 'made' ? (
      <img src={local.source} alt={name} />
    ) : (
      image && <Picture image={image} alt={name} sizes={`${Math.ceil(ratio * 224)}px`} />
    )
  if (image) {
    return (
      <li style={shape}>
        <Link className="wall-picture arrived" to={generatePath(pages.image, { imageId: image._id })}>
          {picture}
        </Link>
      </li>
    )
  }
  return (
    <li style={shape}>
      <div className="wall-picture">{picture}</div>
      {uploadId && <TileProgress uploadId={uploadId} name={name} />}
    </li>
  )
})

function TileProgress({ uploadId, name }: { uploadId: string; name: string }) {
  const upload = useUpload(uploadId)
  if (!upload || upload.sentBytes === 0) return null
  return (
    <div className="upload-tile-progress">
      <Progress label={name} value={upload.sentBytes} max={upload.file.size} thin />
    </div>
  )
}
