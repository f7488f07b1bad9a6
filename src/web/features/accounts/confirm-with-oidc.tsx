import { LogIn } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { startOidc } from '#shared/oidc.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { confirmedChannel } from './use-oidc-result.ts'

/** Opens the provider in a popup, so that nothing typed on this page is lost. */
export function ConfirmWithOidc({ name, onDone }: { name: string; onDone: () => void }) {
  const [failure, setFailure] = useState('')
  const done = useEffectEvent(onDone)

  useEffect(() => {
    const channel = new BroadcastChannel(confirmedChannel)
    channel.onmessage = () => done()
    return () => channel.close()
  }, [])

  const confirm = async () => {
    setFailure('')
    // Browsers only allow popups right after a click, so it opens before the URL is known.
    const popup = window.open('', '_blank', 'popup,width=520,height=720')
    try {
      const { data } = await call(startOidc, { body: { purpose: 'reauthenticate' } })
      if (popup) popup.location.href = data.url
      else window.location.assign(data.url)
    } catch (error) {
      popup?.close()
      setFailure(errorMessage(error, "That didn't work. Try again in a moment."))
    }
  }

  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button icon={LogIn} onClick={() => void confirm()}>
        Continue with {name}
      </Button>
    </>
  )
}
