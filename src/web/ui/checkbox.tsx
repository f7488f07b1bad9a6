import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'
import './form-controls.css'

type Props = ComponentProps<'input'> & { label: ReactNode; error?: string | undefined }

export function Checkbox({ label, error, ...input }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-start gap-3 py-2 text-ui leading-6">
        <input
          {...input}
          type="checkbox"
          className="check"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
