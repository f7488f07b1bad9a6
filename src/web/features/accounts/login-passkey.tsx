import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function LoginPasskey({ rememberMe }: { rememberMe: boolean }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const logIn = async () => {
    setIsBusy(true)
    setFailure('')
    // Few people need this code, so it isn't part of the page.
    const loaded = await import('./log-in-with-passkey.ts').catch(() => undefined)
    const refused = loaded ? await loaded.logInWithPasskey(rememberMe) : "Couldn't reach the server. Try again."
    if (refused === undefined) return void notify('success', 'Login successful!')
    setFailure(refused)
    setIsBusy(false)
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
