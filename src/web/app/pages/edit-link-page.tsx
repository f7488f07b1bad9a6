import { useParams } from 'react-router'
import { AddPictures } from '#web/features/images/upload/add-pictures.tsx'
import { EditLink } from '#web/features/links/edit-link.tsx'

export const EditLinkPage = () => {
  const { linkId = '' } = useParams()
  return (
    <>
      <title>Edit Link · Framelight</title>
      <EditLink key={linkId} linkId={linkId} addPictures={<AddPictures linkId={linkId} />} />
    </>
  )
}
