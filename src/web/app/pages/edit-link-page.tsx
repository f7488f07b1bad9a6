import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Invitations } from '#web/features/access/invitations.tsx'
import { FollowerCount } from '#web/features/followers/follower-count.tsx'
import { CoverFocusButton } from '#web/features/images/manage/cover-focus-button.tsx'
import { AddImages } from '#web/features/images/upload/upload-panel.tsx'
import { EditLink } from '#web/features/links/edit-link.tsx'
import { LiveWallButton } from '#web/features/live-walls/live-wall-button.tsx'
import { People } from '#web/features/studios/people-panel.tsx'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'

export const EditLinkPage = () => {
  const { linkId = '' } = useParams()
  usePrefetchedInvitations(linkId)
  return (
    <>
      <title>Edit Link · Framelight</title>
      <EditLink
        key={linkId}
        linkId={linkId}
        addPictures={<AddImages linkId={linkId} />}
        coverTools={(image) => <CoverFocusButton image={image} />}
        liveWall={<LiveWallButton linkId={linkId} />}
        invitations={(link) => (
          <>
            <Invitations link={link} />
            <FollowerCount linkId={link._id} />
            <section aria-labelledby="people-title" className="grid gap-3 border-line border-t pt-6">
              <People
                ofLink={{
                  id: link._id,
                  heading: (
                    <div>
                      <h3 id="people-title" className="font-medium">
                        People with access to this link
                      </h3>
                      <p className="text-ink-2 text-ui">
                        These people can work on this link. Visitors don't see their names.
                      </p>
                    </div>
                  ),
                }}
              />
            </section>
          </>
        )}
      />
    </>
  )
}

/**
 * Fetches the invitations in parallel with the link. If they loaded later, they would push the Delete button down. Editors
 * can't read them.
 */
function usePrefetchedInvitations(linkId: string) {
  const client = useQueryClient()
  const isEditor = client.getQueryData(queryKeys.link(linkId))?.myRole === 'editor'
  const query = ownerQueries.invitations(linkId)
  if (!isEditor && !client.getQueryState(query.queryKey)) void client.prefetchQuery(query)
}
