import { useEffect, useState } from 'react'
import { descriptionMaxLength } from '#shared/limits.ts'
import { type SectionChange, sectionChange } from '#shared/section-forms.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

type Props = {
  label: string
  verb: string
  busyVerb: string
  /** The field to edit. */
  name: 'title' | 'text'
  value?: string
  hint?: string
  onSubmit: (change: SectionChange) => Promise<unknown>
  onClose: () => void
}

export function SectionForm({ label, verb, busyVerb, name, value = '', hint, onSubmit, onClose }: Props) {
  const form = useSchemaForm({
    schema: sectionChange,
    defaults: { [name]: value },
    submit: async (change) => {
      await onSubmit(change)
      onClose()
    },
    fallback: "The section couldn't be saved. Please try again.",
  })
  // Before the field gets the focus.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
  const field = { label, hint, autoFocus: true, error: form.errorOf(name), ...form.register(name) }
  return (
    <form
      onSubmit={form.onSubmit}
      noValidate
      className="mb-4 grid gap-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      {name === 'title' ? (
        <TextField autoComplete="off" {...field} />
      ) : (
        <TextArea rows={3} count={{ used: form.watch('text')?.length ?? 0, max: descriptionMaxLength }} {...field} />
      )}
      <div className="flex gap-3">
        <Button type="submit" busy={form.isSubmitting && busyVerb}>
          {verb}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
