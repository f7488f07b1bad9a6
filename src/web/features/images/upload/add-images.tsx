import { FileIntake } from './file-intake.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useFileIntake } from './use-file-intake.ts'
import '../manage/manage-images.css'

/** The place to drop pictures, on a page that has none to show yet. */
export function AddImages({ linkId }: { linkId: string }) {
  const intake = useFileIntake(linkId)
  return (
    <>
      <FileIntake intake={intake} />
      <UploadPanel linkId={linkId} intake={intake} isLoud />
    </>
  )
}
