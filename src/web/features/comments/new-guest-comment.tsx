import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { guestComment } from '#shared/comment-forms.ts'
import { commentMaxLength } from '#shared/limits.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { CommentTarget } from './comment-target.ts'
import { useCommentChanges } from './use-comment-changes.ts'

type Props = {
  target: CommentTarget
  onDone?: (() => void) | undefined
}

/** The name is kept until the page is closed. After that, it comes from the guest's own comments on the image. */
let lastName = ''

export function NewGuestComment({ target, onDone }: Props) {
  const [isPosted, setIsPosted] = useState(false)
  const { addAsGuest } = useCommentChanges(target.imageId)
  const owner = target.ownerName || 'The owner'
  // Only if a button opened the form. On the image page, it's always there.
  const isOpened = onDone !== undefined
  const form = useSchemaForm({
    schema: guestComment,
    defaults: { name: lastName, content: '' },
    fallback: 'Error adding comment',
    submit: async (comment) => {
      await addAsGuest(comment, target.ownerName)
      lastName = comment.name
      form.reset({ name: comment.name, content: '' })
      setIsPosted(true)
      onDone?.()
    },
  })
  const { data: comments } = useInfiniteQuery(imageQueries.comments(target.imageId))
  const ownName = comments?.findLast(({ isOwn }) => isOwn)?.guest?.name
  const { getValues, setValue } = form
  useEffect(() => {
    if (ownName && getValues('name') === '') setValue('name', ownName)
  }, [ownName, getValues, setValue])

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
      <TextField
        label="Your name"
        autoComplete="name"
        autoFocus={isOpened && lastName === ''}
        {...form.register('name')}
        error={form.errorOf('name')}
      />
      <TextArea
        label="Comment"
        autoFocus={isOpened && lastName !== ''}
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
