import { useState } from 'react'
import { Link } from 'react-router'
import { getMe } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { confirmEmailChange } from '#shared/sign-in.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { forgetSession, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Requires a click, because email scanners open links too. */
export function ConfirmNewEmail({ token }: { token: string }) {
  const user = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      const { data } = await call(confirmEmailChange, { params: { token } })
      setDone(data.message)
      // All sessions of the account have ended, but another account may be logged in here.
      if (user) await call(getMe).catch(forgetSession)
    } catch (error) {
      setFailure(thrownMessage(error, "Your email address couldn't be changed. Please try again."))
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
          <Link className={buttonStyle.primary} to={pages.login}>
            Login
          </Link>
        </div>
      </>
    )
  }
  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button kind="primaryBig" busy={isBusy && 'Changing'} onClick={() => void confirm()}>
        Use this email address
      </Button>
    </>
  )
}
