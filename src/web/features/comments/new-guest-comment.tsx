import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { guestComment } from '#shared/comment-forms.ts'
import { commentMaxLength } from '#shared/limits.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { readStored, store } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { type CommentTarget, guestNameKey } from './comment-target.ts'
import { useCommentChanges } from './use-comment-changes.ts'

type Props = {
  target: CommentTarget
  onDone?: (() => void) | undefined
}

export function NewGuestComment({ target, onDone }: Props) {
  const [isPosted, setIsPosted] = useState(false)
  const { addAsGuest } = useCommentChanges(target.imageId)
  const owner = target.ownerName || 'The owner'
  const form = useSchemaForm({
    schema: guestComment,
    defaults: { name: readStored(guestNameKey) ?? '', content: '' },
    fallback: 'Error adding comment',
    submit: async (comment) => {
      await addAsGuest(comment, target.ownerName)
      store(guestNameKey, comment.name)
      form.reset({ name: comment.name, content: '' })
      setIsPosted(true)
      onDone?.()
    },
  })
  if (isPosted && !onDone) {
    return (
      <Button icon={MessageCircle} autoFocus onClick={() => setIsPosted(false)}>
        Write another
      </Button>
    )
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={form.onSubmit}>
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <TextField label="Your name" autoComplete="name" {...form.register('name')} error={form.errorOf('name')} />
      <TextArea
        label="Comment"
        rows={3}
        {...form.register('content')}
        error={form.errorOf('content')}
        count={{ used: form.watch('content').length, max: commentMaxLength }}
        hint={
          target.needsApproval
            ? `${owner} approves comments before they appear.`
            : 'Visible to everyone who can see this gallery.'
        }
      />
      <div className="flex flex-wrap gap-3">
        <Button kind={onDone ? 'primary' : 'plain'} type="submit" busy={form.isSubmitting && 'Posting'}>
          Post comment
        </Button>
        {onDone && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </form>
  )
}
