type Kind = 'success' | 'error' | 'info'
type Action = { label: string; onClick: () => void }

const successMs = 3000
const otherMs = 5000

const loadToaster = () => import('#web/ui/toaster.tsx')

/** Preloads the toaster, for pages that also work offline. */
export const prepareToasts = () => void loadToaster().catch(() => {})

export async function notify(kind: Kind, sentence: string, action?: Action) {
  const { showToast } = await loadToaster()
  const durationMs = kind === 'success' && !action ? successMs : otherMs
  showToast(kind, sentence, { durationMs, ...(action && { action }) })
}

export const undoMs = 10_000

type UndoOptions = { durationMs?: number; other?: Action }

/** Returns a function that hides the toast. `other` is a second button. */
export function offerUndo(sentence: string, undo: () => void, { durationMs = undoMs, other }: UndoOptions = {}) {
  const shown = loadToaster().then(({ showToast, hideToast }) => {
    const action = { label: 'Undo', onClick: undo }
    const id = showToast('success', sentence, { durationMs, action, ...(other && { other }) })
    return () => hideToast(id)
  })
  return () => void shown.then((hide) => hide())
}
