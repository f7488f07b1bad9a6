import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  label: string
  options: readonly { value: string; label: string }[]
  icon?: LucideIcon
}

/** A native select. Its label is for screen readers only. */
export const Select = ({ label, options, icon: Icon = ChevronDown, className = '', ...select }: Props) => (
  <div className={`relative ${className}`}>
    <select {...select} aria-label={label} className={`${controlStyle} cursor-pointer appearance-none pr-10`}>
      {options.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
    <Icon
      size={18}
      strokeWidth={1.75}
      aria-hidden="true"
      className="pointer-events-none absolute top-3.5 right-3 text-ink-3"
    />
  </div>
)
