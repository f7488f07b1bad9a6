const relOf: Record<string, string> = { ArrowLeft: 'prev', ArrowRight: 'next' }

/** Form fields, dialogs and menus handle arrow keys themselves. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [role="menu"]') !== null

export function listen(steps: string, signal: AbortSignal) {
  const step = (event: KeyboardEvent) => {
    const rel = relOf[event.key]
    const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
    if (!rel || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || isTaken(event)) return
    document.querySelector<HTMLElement>(`${steps} [rel="${rel}"]`)?.click()
  }
  if (!signal.aborted) window.addEventListener('keydown', step, { signal })
}
