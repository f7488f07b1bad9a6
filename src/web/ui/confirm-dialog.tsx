import { type ReactNode, useState } from 'react'
import { saidOr } from '#web/lib/sentence.ts'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Notice } from './notice.tsx'

type Props = {
  title: string
  /** What will happen, in sentences. */
  children: ReactNode
  verb: string
  busyVerb: string
  /** The way out, where 'Cancel' could be taken for the thing itself. */
  dismissVerb?: string
  /** Does it; a rejected promise keeps the dialog open and shows the error's sentence. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is lost. The focus stands on Cancel, so that Enter destroys nothing. */
export function ConfirmDialog({ title, children, verb, busyVerb, dismissVerb = 'Cancel', onConfirm, onClose }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(saidOr(error, 'An error occurred. Please try again.'))
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
        <Button kind="danger" busy={isBusy && busyVerb} onClick={confirm}>
          {verb}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
