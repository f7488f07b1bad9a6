import { useQueryClient } from '@tanstack/react-query'
import type { InvitationChange, NewInvitation } from '#shared/invitation-forms.ts'
import {
  createInvitation,
  type Invitation,
  revokeInvitation,
  sendInvitation,
  updateInvitation,
} from '#shared/invitations.ts'
import { call } from '#web/lib/api.ts'
import { withFallback } from '#web/lib/error-message.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

export function useInvitationChanges(linkId: string) {
  const queryClient = useQueryClient()
  const keep = (invitation: Invitation) => {
    queryClient.setQueryData(queryKeys.invitations(linkId), (known = []) =>
      known.some(({ _id }) => _id === invitation._id)
        ? known.map((other) => (other._id === invitation._id ? invitation : other))
        : [invitation, ...known],
    )
    return invitation
  }

  return {
    create: async (body: NewInvitation) => keep((await call(createInvitation, { params: { id: linkId }, body })).data),

    update: async (id: string, body: InvitationChange) =>
      keep((await call(updateInvitation, { params: { id }, body })).data),

    revoke: async (id: string) => {
      const sentence = "The invitation couldn't be revoked. Please try again."
      return keep((await call(revokeInvitation, { params: { id } }).catch(withFallback(sentence))).data)
    },

    send: (id: string, message: string) => call(sendInvitation, { params: { id }, body: { message } }),
  }
}

export type InvitationChanges = ReturnType<typeof useInvitationChanges>
