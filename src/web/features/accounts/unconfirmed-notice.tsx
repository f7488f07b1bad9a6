import { useState } from 'react'
import { sendConfirmation } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { useUser } from '#web/lib/session.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function UnconfirmedNotice() {
  const user = useUser()
  const canEmail = useCanEmail()
  const [isBusy, setIsBusy] = useState(false)
  if (!user) return null
  const send = async () => {
    setIsBusy(true)
    try {
      void notify('success', (await call(sendConfirmation)).data.message)
    } catch (error) {
      void notify('error', thrownMessage(error, "The email couldn't be sent. Please try again."))
    }
    setIsBusy(false)
  }
  return (
    <div className="mt-6">
      <Notice tone="warn">
        <div className="grid justify-items-start gap-3">
          <p>
            {canEmail
              ? `We've sent a confirmation email to ${user.email}. Until you confirm it, only you can open your links.`
              : "Email isn't set up on this server. Ask the person who runs it for your confirmation link. Until you confirm your address, only you can open your links."}
          </p>
          {canEmail && (
            <Button busy={isBusy && 'Sending'} onClick={() => void send()}>
              Resend email
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
