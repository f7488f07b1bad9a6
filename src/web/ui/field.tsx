import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatNumber } from '#web/lib/formats.ts'

type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  error?: string | undefined
  hint?: ReactNode
  count?: { used: number; max: number } | undefined
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, error, hint, count, children }: Props) {
  const id = useId()
  const below = error || hint ? `${id}-below` : undefined
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-ui">
          {label}
        </label>
        {count && (
          <span className={`text-caption tabular-nums ${count.used > count.max ? 'text-danger' : 'text-ink-3'}`}>
            {formatNumber(count.used)} / {formatNumber(count.max)}
          </span>
        )}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': below })}
      {error ? (
        <FieldError id={below}>{error}</FieldError>
      ) : (
        hint && (
          <p id={below} className="text-caption text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export const FieldError = ({ id, children }: { id?: string | undefined; children: ReactNode }) => (
  <p id={id} role="alert" className="flex items-start gap-1.5 text-caption text-danger">
    <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
)
