import { useState } from 'react'
import { askForMoreTime, moreTimeRequest } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

type Props = { slug: string; onCancel: () => void }

/** Where a gallery has closed too early: some words to whoever made it. */
export function AskForMoreTime({ slug, onCancel }: Props) {
  const [sent, setSent] = useState<{ name: string; message: string }>()
  const { register, errorOf, onSubmit, refusal, isSubmitting } = useSchemaForm({
    schema: moreTimeRequest,
    defaults: { name: '', message: '' },
    submit: async (body) => {
      const answer = await call(askForMoreTime, { params: { slug }, body })
      // It is open again already.
      if ('slug' in answer.data) window.location.reload()
      else setSent(body)
    },
    fallback: 'Your message could not be sent. Please try again.',
  })
  if (sent) {
    return (
      <div role="status" className="grid gap-4">
        <p className="text-ink-2">
          Your message is with the person who made the gallery. When it opens again, this same link works.
        </p>
        <blockquote className="border-line border-l-2 pl-4 text-ui">
          {sent.message && <p className="whitespace-pre-line">{sent.message}</p>}
          <p className="text-caption text-ink-3">{sent.name}</p>
        </blockquote>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid w-full max-w-112 gap-5">
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <TextField label="Name" autoComplete="name" autoFocus error={errorOf('name')} {...register('name')} />
      <TextArea label="Message" hint="Optional" error={errorOf('message')} {...register('message')} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" busy={isSubmitting && 'Sending'}>
          Ask for more time
        </Button>
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
