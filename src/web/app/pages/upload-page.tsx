import { useParams } from 'react-router'
import { ManageImages } from '#web/features/images/manage/manage-images.tsx'

export function UploadPage() {
  const { linkId = '' } = useParams()
  return (
    <>
      <title>Manage Images · Framelight</title>
      <ManageImages key={linkId} linkId={linkId} />
    </>
  )
}
