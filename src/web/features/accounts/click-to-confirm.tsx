import { useState } from 'react'
import { Link } from 'react-router'
import { thrownMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  label: string
  busyLabel: string
  /** Shown if the error has no message of its own. */
  failureMessage: string
  /** Returns the message that replaces the button. */
  confirm: () => Promise<string>
  onConfirmed: () => Promise<void>
  next: { to: string; label: string }
}

/** For pages that are opened from an email. Requires a click, because email scanners open links too. */
export function ClickToConfirm({ label, busyLabel, failureMessage, confirm, onConfirmed, next }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState('')

  const press = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      setDone(await confirm())
      await onConfirmed()
    } catch (error) {
      setFailure(thrownMessage(error, failureMessage))
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
          <Link className={buttonStyle.primary} to={next.to}>
            {next.label}
          </Link>
        </div>
      </>
    )
  }
  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button kind="primaryBig" busy={isBusy && busyLabel} onClick={() => void press()}>
        {label}
      </Button>
    </>
  )
}
