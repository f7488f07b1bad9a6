import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import './toaster.css'

type Options = { durationMs: number; action?: { label: string; onClick: () => void } }

// Beside the app's own root: a toast outlives the page that said it.
const place = document.body.appendChild(document.createElement('div'))
// A press leaves the focus where it is. Otherwise sonner gives it back with the next press, and a menu that this one opens,
// and that has lost the focus, closes again.
place.addEventListener('mousedown', (event) => event.preventDefault())
createRoot(place).render(
  <Toaster
    position="top-right"
    closeButton
    offset={{ top: 76, right: 24 }}
    // On phones over the header: beneath it they would cover the page's title.
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
