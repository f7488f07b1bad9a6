import { type ReactNode, useState } from 'react'
import { thrownMessage } from '#web/lib/error-message.ts'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Notice } from './notice.tsx'

type Props = {
  title: string
  children: ReactNode
  verb: string
  busyVerb: string
  /** Set this if 'Cancel' would be ambiguous, for example when canceling a subscription. */
  dismissVerb?: string
  /** False while what to confirm is loading. */
  isReady?: boolean
  /** If the promise rejects, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Focuses the dismiss button first, so pressing Enter doesn't confirm. */
export function ConfirmDialog({
  title,
  children,
  verb,
  busyVerb,
  dismissVerb = 'Cancel',
  isReady = true,
  onConfirm,
  onClose,
}: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(thrownMessage(error, 'An error occurred. Please try again.'))
      setIsBusy(false)
    }
  }

  return (
    <Dialog title={title} onClose={isBusy ? () => {} : onClose}>
      <div className="grid gap-3 text-ink-2">{children}</div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <DialogButtons>
        <Button autoFocus onClick={onClose} disabled={isBusy}>
          {dismissVerb}
        </Button>
        <Button kind="danger" busy={isBusy && busyVerb} disabled={!isReady} onClick={confirm}>
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
