import './selection-bar.css'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

type Props = {
  /** How many images are selected. */
  status: string
  /** What's left to select. */
  more: { label: string; onSelect: () => void } | undefined
  onClear: () => void
  /** The buttons. */
  children: ReactNode
}

/** Sticks to the bottom of the screen while images are selected. On phones, the actions are in a second row. */
export function SelectionBar({ status, more, onClear, children }: Props) {
  const bar = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!current) return
    // Keep the end of the page above the bar. `body:has()` would make browsers recompute all styles on every change.
    const observer = new ResizeObserver(() => {
      document.body.style.paddingBottom = `${current.offsetHeight}px`
    })
    observer.observe(current, { box: 'border-box' })
    return () => {
      observer.disconnect()
      document.body.style.paddingBottom = ''
    }
  }, [])
  return (
    <fieldset ref={bar} className="selection-bar">
      <legend className="sr-only">Selected images</legend>
      <div className="page flex flex-wrap items-center gap-x-1 py-1.5 md:flex-nowrap">
        <div className="flex min-w-0 items-center gap-x-1 max-sm:w-full max-sm:justify-between">
          <p className="mr-1 whitespace-nowrap font-medium text-ui tabular-nums" role="status">
            {status}
          </p>
          {more && (
            <Button kind="ghost" className="min-w-0 text-accent!" onClick={more.onSelect}>
              <span className="truncate">{more.label}</span>
            </Button>
          )}
          <IconButton icon={X} label="Clear selection" className="max-sm:-mr-3" onClick={onClear} />
        </div>
        <span className="shrink-0 pl-2 text-caption text-ink-3 pointer-coarse:hidden max-lg:hidden">
          Shift-click for a range
        </span>
        <div className="selection-actions">{children}</div>
      </div>
    </fieldset>
  )
}
