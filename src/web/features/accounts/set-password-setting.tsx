import { useMutation } from '@tanstack/react-query'
import { forgotPassword } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { Setting } from '#web/ui/setting.tsx'

/** For accounts that were created without a password. The link in the email sets one. */
export function SetPasswordSetting({ email }: { email: string }) {
  const { mutate: send, isPending } = useMutation({
    mutationFn: async () => (await call(forgotPassword, { body: { email } })).data.message,
    onSuccess: (message) => notify('success', message),
    onError: (error) => notify('error', errorMessage(error, "Couldn't send the email. Try again.")),
  })
  const canEmail = useCanEmail()
  return (
    <Setting
      title="Password"
      sentence={
        canEmail
          ? "You don't have a password. We'll email you a link to set one."
          : "You don't have a password. Email isn't set up on this server, so ask the person who runs it for a link to set one."
      }
    >
      {canEmail && (
        <Button busy={isPending && 'Sending'} onClick={() => send()}>
          Set a password
        </Button>
      )}
    </Setting>
  )
}
