type Kind = 'success' | 'error' | 'info'
type Action = { label: string; onClick: () => void }

const successMs = 3000
const otherMs = 5000

const loadToaster = () => import('#web/ui/toaster.tsx')

/** For pages that go on without a connection: what a toast needs is there before it has something to say. */
export const prepareToasts = () => void loadToaster().catch(() => {})

/** Says something in a toast, top right. The toaster is fetched with the first one. */
export async function notify(kind: Kind, sentence: string, action?: Action) {
  const { showToast } = await loadToaster()
  showToast(kind, sentence, { durationMs: kind === 'success' ? successMs : otherMs, ...(action && { action }) })
}

export const undoMs = 6000

/** Says what was done and offers to undo it. Answers with how to take the offer back. */
export function offerUndo(sentence: string, undo: () => void) {
  const shown = loadToaster().then(({ showToast, hideToast }) => {
    const id = showToast('success', sentence, { durationMs: undoMs, action: { label: 'Undo', onClick: undo } })
    return () => hideToast(id)
  })
  return () => void shown.then((hide) => hide())
}
