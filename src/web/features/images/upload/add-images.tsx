import { FileIntake } from './file-intake.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useFileIntake } from './use-file-intake.ts'
import '../manage/manage-images.css'

export function AddImages({ linkId }: { linkId: string }) {
  const intake = useFileIntake(linkId)
  return (
    <>
      <FileIntake intake={intake} />
      <UploadPanel linkId={linkId} intake={intake} isLoud />
    </>
  )
}
