import { useState } from 'react'
import { Link } from 'react-router'
import { confirmEmail, getMe } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { updateUser, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Requires a click, because email scanners open links too. */
export function ConfirmEmail({ token }: { token: string }) {
  const user = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      setDone((await call(confirmEmail, { params: { token } })).data.message)
      if (user) updateUser((await call(getMe)).data)
    } catch (error) {
      setFailure(thrownMessage(error, "Your email address couldn't be confirmed. Please try again."))
    }
    setIsBusy(false)
  }
  if (done) {
    return (
      <>
        <div role="status">
          <Notice tone="info">{done}</Notice>
        </div>
        <div>
          <Link className={buttonStyle.primary} to={user ? pages.dashboard : pages.login}>
            {user ? 'Go to Dashboard' : 'Login'}
          </Link>
        </div>
      </>
    )
  }
  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button kind="primaryBig" busy={isBusy && 'Confirming'} onClick={() => void confirm()}>
        Confirm my email
      </Button>
    </>
  )
}
