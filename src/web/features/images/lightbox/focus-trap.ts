export function keepFocusInside(container: HTMLElement, event: { shiftKey: boolean; preventDefault: () => void }) {
  const stops = [
    ...container.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), textarea, [tabindex="0"]'),
  ].filter((stop) => stop.checkVisibility())
  const first = stops[0]
  const last = stops.at(-1)
  const at = document.activeElement
  const isOutside = !stops.some((stop) => stop === at)
  if (event.shiftKey ? at !== first && !isOutside : at !== last) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}
