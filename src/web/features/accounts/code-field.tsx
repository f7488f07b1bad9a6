import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string }

/** Accepts recovery codes too, which contain letters. */
export const CodeField = ({ label = 'Code', ...rest }: Props) => (
  <TextField label={label} autoComplete="one-time-code" inputMode="numeric" spellCheck={false} dir="ltr" {...rest} />
)
