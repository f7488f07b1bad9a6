import { useEffect, useEffectEvent, useState } from 'react'
import { generatePath, useNavigate, useSearchParams } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ChooseLinkDialog } from '../manage/choose-link-dialog.tsx'
import { UploadWall } from '../pending-uploads/upload-wall.tsx'
import { allLinks } from '../upload/upload-list-store.ts'
import { areUploadsKept, useUploadQueue } from '../upload/uploads.ts'
import { useFileIntake } from '../upload/use-file-intake.ts'
import { forgetSharedFiles, listSharedFiles, receiveSharedFiles, type SharedFile } from './shared-files.ts'

export function SharedPhotos() {
  const [query] = useSearchParams()
  const [shared, setShared] = useState<SharedFile[]>()
  useEffect(() => {
    receiveSharedFiles()
    void listSharedFiles().then(setShared)
  }, [])
  if (!shared) return <Spinner />
  const discard = async () => {
    await forgetSharedFiles(shared)
    setShared([])
  }
  return (
    <div className="page pb-20">
      <title>Add photos · Framelight</title>
      {query.has('failed') && (
        <div role="alert" className="pt-8">
          <Notice tone="danger">Your photos didn't arrive. Please share them again.</Notice>
        </div>
      )}
      {shared.length > 0 ? <PhotosToAdd shared={shared} onDiscard={() => void discard()} /> : <NothingShared />}
    </div>
  )
}

function PhotosToAdd({ shared, onDiscard }: { shared: readonly SharedFile[]; onDiscard: () => void }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { limitSentence, isFull, choose } = useSharedUpload(shared)
  const photos = count(shared.length, 'photo')
  return (
    <>
      <header className="grid gap-5 pt-8 pb-10">
        <h1 className="text-title">Add {photos}</h1>
        {isFull && <Notice tone="warn">{limitSentence}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" disabled={isFull} onClick={() => setIsChoosing(true)}>
            Choose a link
          </Button>
          <Button kind="ghost" onClick={onDiscard}>
            Don't add
          </Button>
        </div>
      </header>
      <UploadWall linkId={undefined} files={shared.map(({ file }) => file)} />
      {isChoosing && (
        <ChooseLinkDialog
          title={`Add ${photos} to…`}
          verb="Add"
          busyVerb="Adding"
          onChoose={choose}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  )
}

/** Uploads the photos on the page of the chosen link. They stay stored until the queue has stored or sent all of them. */
function useSharedUpload(shared: readonly SharedFile[]) {
  const navigate = useNavigate()
  const queue = useUploadQueue()
  const [linkId, setLinkId] = useState<string>()
  const intake = useFileIntake(linkId ?? '')
  const send = useEffectEvent((linkId: string) => {
    intake.add(shared.map(({ file }) => file))
    const stop = queue.subscribe(allLinks, async () => {
      if (!(await areUploadsKept()) && queue.unfinished > 0) return
      stop()
      void forgetSharedFiles(shared)
    })
    void navigate(generatePath(pages.upload, { linkId }))
  })
  useEffect(() => {
    if (linkId !== undefined) send(linkId)
  }, [linkId])
  return { ...intake, choose: async (link: Link) => setLinkId(link._id) }
}

const NothingShared = () => (
  <div className="grid items-center gap-8 py-12 sm:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] sm:gap-12">
    <EmptyFrame />
    <div className="grid gap-3">
      <h1 className="text-title">No photos to add</h1>
      <p className="max-w-lead text-ink-2">
        On Android, install Framelight from your browser's menu. Then choose Share in your photos app, and pick
        Framelight.
      </p>
    </div>
  </div>
)
