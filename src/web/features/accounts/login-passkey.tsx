import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { getPasskeyLoginOptions, loginWithPasskey } from '#shared/sign-in.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { browserTimeZone } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { answerWithPasskey, isDismissed } from '#web/lib/passkeys.ts'
import { startSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function LoginPasskey({ rememberMe }: { rememberMe: boolean }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const logIn = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      const response = await answerWithPasskey((await call(getPasskeyLoginOptions)).data)
      startSession(await call(loginWithPasskey, { body: { response, rememberMe, timeZone: browserTimeZone() } }))
      void notify('success', 'Login successful!')
    } catch (error) {
      if (!isDismissed(error)) setFailure(thrownMessage(error, "That passkey didn't work. Try again."))
      setIsBusy(false)
    }
  }

  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button
        icon={KeyRound}
        className="min-h-13"
        busy={isBusy && "Follow your device's prompt"}
        onClick={() => void logIn()}
      >
        Log in with a passkey
      </Button>
    </>
  )
}
