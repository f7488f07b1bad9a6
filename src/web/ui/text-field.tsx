import type { ComponentProps, ReactNode } from 'react'
import { controlStyle } from './control-style.ts'
import { Field } from './field.tsx'

type FieldProps = { label: string; error?: string | undefined; hint?: ReactNode; count?: { used: number; max: number } }

export const TextField = ({ label, error, hint, count, ...input }: FieldProps & ComponentProps<'input'>) => (
  <Field label={label} error={error} hint={hint} count={count}>
    {(control) => <input dir="auto" {...input} {...control} className={controlStyle} />}
  </Field>
)

export const TextArea = ({ label, error, hint, count, ...area }: FieldProps & ComponentProps<'textarea'>) => (
  <Field label={label} error={error} hint={hint} count={count}>
    {(control) => (
      <textarea dir="auto" rows={4} {...area} {...control} className={`${controlStyle} min-h-28 resize-y`} />
    )}
  </Field>
)
