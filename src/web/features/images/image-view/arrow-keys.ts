const relOf: Record<string, string> = { ArrowLeft: 'prev', ArrowRight: 'next' }

/** Keys that move a caret, or belong to a dialog or a menu. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [role="menu"]') !== null

/** The arrow keys press the links to the images before and after that stand in `steps`, a selector. */
export function listen(steps: string, signal: AbortSignal) {
  const step = (event: KeyboardEvent) => {
    const rel = relOf[event.key]
    const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
    if (!rel || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || isTaken(event)) return
    document.querySelector<HTMLElement>(`${steps} [rel="${rel}"]`)?.click()
  }
  if (!signal.aborted) window.addEventListener('keydown', step, { signal })
}
