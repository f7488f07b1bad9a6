import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import './toaster.css'

type Options = { durationMs: number; action?: { label: string; onClick: () => void } }

// The container is outside the app's root, so toasts survive navigation.
const container = document.body.appendChild(document.createElement('div'))
// Don't move the focus on click. Sonner would restore it on the next click, which closes a menu opened by that click.
container.addEventListener('mousedown', (event) => event.preventDefault())
createRoot(container).render(
  <Toaster
    position="top-right"
    closeButton
    offset={{ top: 76, right: 24 }}
    // On phones, show toasts over the header, so they don't cover the page title.
    mobileOffset={{ top: 6, left: 8, right: 8 }}
    containerAriaLabel="Messages"
    icons={{
      success: <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />,
      error: <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" />,
      info: <Info size={20} strokeWidth={1.75} aria-hidden="true" />,
    }}
  />,
)

export const showToast = (kind: 'success' | 'error' | 'info', sentence: string, { durationMs, action }: Options) =>
  toast[kind](sentence, { duration: durationMs, ...(action && { action }) })

export const hideToast = (id: string | number) => toast.dismiss(id)
