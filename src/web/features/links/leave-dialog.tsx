import '#web/ui/form-controls.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Collaboration, leaveCollaboration } from '#shared/collaborators.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, withFallback } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const roles = { editor: 'Editor', uploader: 'Uploader' }
const titleOf = ({ owner, link }: Collaboration) => (link ? link.title : `All of ${owner.name}'s galleries`)

/** Asks what to leave, because people can work on single links and on all links of several owners. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(ownerQueries.collaborations)
  const [chosenId, setChosenId] = useState('')
  const chosen = data?.find(({ _id }) => _id === chosenId) ?? (data?.length === 1 ? data[0] : undefined)

  const leave = async () => {
    if (!chosen) throw new Error('Choose what you want to leave')
    await call(leaveCollaboration, { params: { id: chosen._id } }).catch(
      withFallback("Couldn't leave. Please try again."),
    )
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.collaborations }),
      queryClient.invalidateQueries({ queryKey: queryKeys.sharedLinks }),
    ])
    void notify('success', `You left ${chosen.link ? chosen.link.title : `${chosen.owner.name}'s galleries`}`)
  }

  return (
    <ConfirmDialog
      title="Leave"
      verb="Leave"
      busyVerb="Leaving"
      isReady={data !== undefined}
      onConfirm={leave}
      onClose={onClose}
    >
      <p>You lose access right away. The images you added stay.</p>
      {data ? (
        <fieldset className="-mx-3 max-h-[40dvh] overflow-y-auto text-ink">
          <legend className="sr-only">What to leave</legend>
          {data.map((each) => (
            <label
              key={each._id}
              className="grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-small px-3 py-2 hover:bg-hover"
            >
              <input
                type="radio"
                name="collaboration"
                className="check"
                checked={each === chosen}
                onChange={() => setChosenId(each._id)}
              />
              <span className="min-w-0">
                <span dir="auto" className="block truncate font-medium text-ui">
                  {titleOf(each)}
                </span>
                <span className="block text-caption text-ink-3">
                  {roles[each.role]}
                  {each.link && `, by ${each.owner.name}`}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : error ? (
        <Failure
          sentence={errorMessage(error, "Couldn't load the galleries you help with. Please try again.")}
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner />
      )}
    </ConfirmDialog>
  )
}
