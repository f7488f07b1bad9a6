import { type ReactNode, useEffect, useId, useRef } from 'react'
import { lockScroll } from '#web/lib/scroll-lock.ts'
import './dialog.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Beside the title. */
  action?: ReactNode
  wide?: boolean
  /** Below the button of the header that opens it, over a page that stays to be seen. */
  corner?: boolean
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes by Escape or a press beside it, and gives the focus
 * back. On phones it comes as a sheet from below. It is open as long as it is rendered.
 */
export function Dialog({ title, onClose, children, action, wide = false, corner = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    const letGo = lockScroll()
    element?.showModal()
    return () => {
      letGo()
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which `onCancel` hears
    <dialog
      ref={dialog}
      className={`dialog ${wide ? 'dialog-wide' : ''} ${corner ? 'dialog-corner' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="grid gap-4 p-7">
        <div className="flex items-center justify-between gap-4">
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

/** The buttons of a dialog: at the right, or side by side across a phone, and in sight where the rest has to be scrolled. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 -mx-7 -mb-7 flex flex-wrap justify-end gap-3 bg-raised px-7 pt-2 pb-7 *:flex-1 sm:*:flex-none">
    {children}
  </div>
)
