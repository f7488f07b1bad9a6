import { LogIn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { type OidcPurpose, startOidc } from '#shared/oidc.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { keepReturnTo } from '#web/lib/oidc-return-to.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  rememberMe?: boolean
  purpose?: OidcPurpose
  kind?: 'primaryBig' | 'plain'
  className?: string
  children: ReactNode
}

/** Opens the provider, which sends the browser back to the login page, or to the security page if there's a purpose. */
export function OidcButton({ rememberMe, purpose, kind = 'plain', className = '', children }: Props) {
  const { state } = useLocation()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const start = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      const { data } = await call(startOidc, { body: { rememberMe, purpose } })
      keepReturnTo(state?.from)
      window.location.assign(data.url)
    } catch (error) {
      setFailure(errorMessage(error, "That didn't work. Try again in a moment."))
      setIsBusy(false)
    }
  }

  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button kind={kind} icon={LogIn} className={className} busy={isBusy && 'One moment'} onClick={() => void start()}>
        {children}
      </Button>
    </>
  )
}
