import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { segmentStyle } from './segment-style.ts'

type Option<Value extends string> = { value: Value; label: string; icon?: LucideIcon }
type Props<Value extends string> = {
  label: string
  /** With `hidden`, only screen readers announce the label. Use it if there's already a visible heading. */
  labelPlace?: 'hidden' | 'above' | 'beside'
  hint?: ReactNode
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

const frames = {
  hidden: 'grid justify-items-start gap-1.5',
  above: 'grid justify-items-start gap-1.5',
  beside: 'grid gap-3 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-6',
}

export function Segment<Value extends string>(props: Props<Value>) {
  const { label, labelPlace = 'hidden', hint, options, value, onChange } = props
  const id = useId()
  const hintLine = hint && (
    <p id={`${id}-hint`} className="text-caption text-ink-3">
      {hint}
    </p>
  )
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      className={`min-w-0 ${frames[labelPlace]}`}
    >
      {/* Don't use <legend>, which can't be a grid item. */}
      <div className={labelPlace === 'hidden' ? 'sr-only' : ''}>
        <p id={`${id}-label`} className="font-medium text-ui">
          {label}
        </p>
        {labelPlace === 'beside' && hintLine}
      </div>
      <div className={segmentStyle.track}>
        {options.map(({ value: own, label: word, icon: Icon }) => (
          <label
            key={own}
            className={`${segmentStyle.option} relative cursor-pointer has-checked:bg-raised has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1 max-[22rem]:flex-auto max-[22rem]:whitespace-normal max-[22rem]:px-1.5`}
          >
            <input
              type="radio"
              name={id}
              value={own}
              checked={own === value}
              onChange={() => onChange(own)}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="max-[22rem]:hidden" />}
            {word}
          </label>
        ))}
      </div>
      {labelPlace !== 'beside' && hintLine}
    </fieldset>
  )
}
