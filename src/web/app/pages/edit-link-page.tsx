import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { CoverFocusButton } from '#web/features/images/manage/cover-focus-button.tsx'
import { AddPictures } from '#web/features/images/upload/add-pictures.tsx'
import { EditLink } from '#web/features/links/edit-link.tsx'

const FollowerCount = lazy(() => import('#web/features/followers/follower-count.tsx'))
const Invitations = lazy(() => import('#web/features/access/invitations.tsx'))

export const EditLinkPage = () => {
  const { linkId = '' } = useParams()
  return (
    <>
      <title>Edit Link · Framelight</title>
      <EditLink
        key={linkId}
        linkId={linkId}
        addPictures={<AddPictures linkId={linkId} />}
        toolsOfCover={(image) => <CoverFocusButton image={image} />}
        invitations={(link) => (
          <Suspense>
            <Invitations link={link} />
            <FollowerCount linkId={link._id} />
          </Suspense>
        )}
      />
    </>
  )
}
