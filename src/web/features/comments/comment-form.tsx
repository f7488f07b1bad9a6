import { type NewComment, newComment } from '#shared/comment-forms.ts'
import { commentMaxLength } from '#shared/limits.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

type Props = {
  draftKey: string
  label: string
  content?: string
  verb: string
  busyVerb: string
  fallback: string
  submit: (comment: NewComment) => Promise<unknown>
  onCancel?: () => void
}

export function CommentForm({ draftKey, label, content = '', verb, busyVerb, fallback, submit, onCancel }: Props) {
  const form = useSchemaForm({
    schema: newComment,
    draftKey,
    defaults: { content },
    fallback,
    submit: async (values) => {
      await submit(values)
      form.reset()
    },
  })
  return (
    <form className="grid gap-3" noValidate onSubmit={form.onSubmit}>
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <TextArea
        label={label}
        rows={3}
        autoFocus={onCancel !== undefined}
        {...form.register('content')}
        error={form.errorOf('content')}
        count={{ used: form.watch('content').length, max: commentMaxLength }}
      />
      <div className="flex flex-wrap gap-3">
        {/* Forms without Cancel are on the image page, which already has a primary button. */}
        <Button kind={onCancel ? 'primary' : 'plain'} type="submit" busy={form.isSubmitting && busyVerb}>
          {verb}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  )
}
