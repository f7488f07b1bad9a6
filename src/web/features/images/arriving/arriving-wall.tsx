import { useQuery } from '@tanstack/react-query'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { arrangedByHand } from '../manage/order-images.ts'
import { useListing } from '../upload/listed-links.ts'
import { useUploadQueue } from '../upload/uploads.ts'
import { useUploadIds, useUploadTotal } from '../upload/use-uploads.ts'
import { ArrivingTile } from './arriving-tile.tsx'
import { type Print, printOfFile, printsOf } from './prints.ts'
import '../wall/wall.css'
import './arriving.css'

const Prints = ({ prints }: { prints: readonly Print[] }) => (
  <ul aria-label="Images" className="wall wall-growing">
    {prints.map(({ key, ratio, file, uploadId, image }) => (
      <ArrivingTile key={key} ratio={ratio} file={file} uploadId={uploadId} image={image} />
    ))}
  </ul>
)

/** The wall of a new link, which grows while pictures arrive. `files`: those that it begins with, until it has an id. */
export const ArrivingWall = ({ linkId, files }: { linkId: string | undefined; files: readonly File[] }) =>
  linkId === undefined ? <Prints prints={files.map(printOfFile)} /> : <WallOfLink linkId={linkId} />

function WallOfLink({ linkId }: { linkId: string }) {
  const { data: link } = useQuery(ownerQueries.link(linkId))
  const queue = useUploadQueue()
  const ids = useUploadIds(linkId)
  useUploadTotal(linkId)
  useListing(linkId)
  const uploads = arrangedByHand.has(linkId) ? [] : ids.flatMap((id) => queue.find(id) ?? [])
  return <Prints prints={printsOf(link?.images ?? [], uploads)} />
}
