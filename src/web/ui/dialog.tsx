import { type ReactNode, useEffect, useId, useRef } from 'react'
import { lockScroll } from '#web/lib/scroll-lock.ts'
import './dialog.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  action?: ReactNode
  wide?: boolean
  /** Opens below its header button instead of centered. */
  corner?: boolean
}

/** A native modal dialog, or a bottom sheet on phones. It's open as long as it's rendered. */
export function Dialog({ title, onClose, children, action, wide = false, corner = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    const unlockScroll = lockScroll()
    element?.showModal()
    return () => {
      unlockScroll()
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press Escape, which `onCancel` handles
    <dialog
      ref={dialog}
      // The button that opened it can be inside right-to-left text.
      dir="ltr"
      className={`dialog ${wide ? 'dialog-wide' : ''} ${corner ? 'dialog-corner' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog-body grid gap-4 p-7">
        <div className="dialog-head flex items-center justify-between gap-4">
          <h2 id={titleId} className="text-subhead">
            {title}
          </h2>
          {action}
        </div>
        {children}
      </div>
    </dialog>
  )
}

export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="dialog-buttons sticky bottom-0 -mx-7 -mb-7 flex flex-wrap justify-end gap-3 bg-raised px-7 pt-2 pb-7 *:flex-1 sm:*:flex-none">
    {children}
  </div>
)
