import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, memo } from 'react'
import { generatePath, Link } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Progress } from '#web/ui/meter.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { imageName } from '../manage/image-order.ts'
import { arrangedByHand } from '../manage/order-images.ts'
import { useListing } from '../upload/listed-links.ts'
import { useUpload, useUploadIds, useUploadQueue, useUploadTotal } from '../upload/uploads.ts'
import { useLocalPreview } from './use-local-preview.ts'
import { itemOfFile, type WallItem, wallItems } from './wall-items.ts'
import '../wall/wall.css'
import './upload-wall.css'

const Tiles = ({ items }: { items: readonly WallItem[] }) => (
  <ul aria-label="Photos" className="wall wall-growing">
    {items.map(({ key, ratio, file, uploadId, image }) => (
      <UploadTile key={key} ratio={ratio} file={file} uploadId={uploadId} image={image} />
    ))}
  </ul>
)

export const UploadWall = ({ linkId, files }: { linkId: string | undefined; files: readonly File[] }) =>
  linkId === undefined ? <Tiles items={files.map(itemOfFile)} /> : <WallOfLink linkId={linkId} />

function WallOfLink({ linkId }: { linkId: string }) {
  const { data: link } = useQuery(ownerQueries.link(linkId))
  const queue = useUploadQueue()
  const ids = useUploadIds(linkId)
  useUploadTotal(linkId)
  useListing(linkId)
  const uploads = arrangedByHand.has(linkId) ? [] : ids.flatMap((id) => queue.find(id) ?? [])
  return <Tiles items={wallItems(link?.images ?? [], uploads)} />
}

const localWidth = 480

type TileProps = {
  ratio: number
  file: File | undefined
  uploadId: string | undefined
  image: Image | undefined
}

const UploadTile = memo(function UploadTile({ ratio, file, uploadId, image }: TileProps) {
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
