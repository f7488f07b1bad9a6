import { useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { type Identity, removeIdentity } from '#shared/sign-in.ts'
import { call } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { OidcButton } from './oidc-button.tsx'
import { SignInRow } from './sign-in-row.tsx'

type Props = { identity: Identity | undefined; providerName: string }

export function ConnectedAccountSetting({ identity, providerName }: Props) {
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <Setting title="Connected account" sentence="Log in through your organization.">
      {identity ? (
        <ul>
          <SignInRow icon={LogIn} title={identity.name} details={detailsOf(identity)}>
            <Button kind="ghost" onClick={() => setIsRemoving(true)}>
              Disconnect
            </Button>
          </SignInRow>
        </ul>
      ) : (
        <div className="grid justify-items-start gap-5">
          <OidcButton purpose="connect">Connect {providerName}</OidcButton>
        </div>
      )}
      {identity && isRemoving && <DisconnectDialog identity={identity} onClose={() => setIsRemoving(false)} />}
    </Setting>
  )
}

const detailsOf = ({ email, createdAt }: Identity) => [...(email ? [email] : []), `Connected ${formatDay(createdAt)}`]

function DisconnectDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await call(removeIdentity, { params: { identityId: identity._id } })
    await queryClient.invalidateQueries({ queryKey: queryKeys.signIn })
    void notify('success', `Disconnected from ${identity.name}`)
  }
  return (
    <ConfirmDialog
      title={`Disconnect ${identity.name}?`}
      verb="Disconnect"
      busyVerb="Disconnecting"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>You can't log in through {identity.name} anymore. You can connect it again at any time.</p>
    </ConfirmDialog>
  )
}
