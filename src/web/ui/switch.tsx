import { type ComponentProps, useId } from 'react'
import './form-controls.css'

type Props = ComponentProps<'input'> & { label: string; hint?: string }

export function Switch({ label, hint, ...input }: Props) {
  const id = useId()
  return (
    <label className="grid min-h-11 cursor-pointer grid-cols-[1fr_auto] items-center gap-x-6 gap-y-0.5 border-line border-t py-4">
      <span className="font-medium text-ui">{label}</span>
      <input
        {...input}
        type="checkbox"
        className="switch col-start-2 row-span-2 row-start-1"
        aria-describedby={hint ? id : undefined}
      />
      {hint && (
        <span id={id} className="text-pretty text-caption text-ink-3">
          {hint}
        </span>
      )}
    </label>
  )
}
