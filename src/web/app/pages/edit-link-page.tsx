import { useParams } from 'react-router'
import { EditLink } from '#web/features/links/edit-link.tsx'

export const EditLinkPage = () => {
  const { linkId = '' } = useParams()
  return (
    <>
      <title>Edit Link · Framelight</title>
      <EditLink key={linkId} linkId={linkId} />
    </>
  )
}
