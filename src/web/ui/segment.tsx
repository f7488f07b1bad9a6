import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

type Option<Value extends string> = { value: Value; label: string; icon?: LucideIcon }
type Props<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice between two to four that are worth seeing at once. */
export function Segment<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full rounded-[10px] bg-sunken p-[3px] shadow-[inset_0_0_0_1px_var(--color-line)]">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: own, label: word, icon: Icon }) => (
        <label
          key={own}
          className="relative inline-flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-[7px] px-2.5 text-center text-ink-2 max-[22rem]:whitespace-normal max-[22rem]:px-1.5 text-ui has-checked:bg-raised has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1 sm:min-h-9.5 sm:px-3.5"
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onChange(own)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="max-[22rem]:hidden" />}
          {word}
        </label>
      ))}
    </fieldset>
  )
}
