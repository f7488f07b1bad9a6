import { useQuery } from '@tanstack/react-query'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { arrangedByHand } from '../manage/order-images.ts'
import { useListing } from '../upload/listed-links.ts'
import { useUploadQueue } from '../upload/uploads.ts'
import { useUploadIds, useUploadTotal } from '../upload/use-uploads.ts'
import { UploadTile } from './upload-tile.tsx'
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
