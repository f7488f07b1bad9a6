import { useState } from 'react'
import { newFollower } from '#shared/follower-forms.ts'
import { followLink } from '#shared/followers.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = { slug: string; title: string; email?: string; onClose: () => void }

/** Asks where to write to, and then for a look into the mail. */
export function FollowDialog({ email = '', ...props }: Props) {
  const [sentTo, setSentTo] = useState<string>()
  const [entered, setEntered] = useState(email)
  if (sentTo === undefined) {
    return (
      <EmailDialog
        {...props}
        email={entered}
        onSent={(address) => {
          setEntered(address)
          setSentTo(address)
        }}
      />
    )
  }
  return (
    <Dialog key="sent" title="Now look at your mail" onClose={props.onClose}>
      <p className="text-ink-2 wrap-anywhere" role="status">
        We sent a link to {sentTo}. Open it and you follow {props.title}. Without it nothing comes.
      </p>
      <DialogButtons>
        <Button kind="ghost" onClick={() => setSentTo(undefined)}>
          Another address
        </Button>
        <Button kind="primary" onClick={props.onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function EmailDialog({ slug, title, email, onSent, onClose }: Props & { onSent: (email: string) => void }) {
  const form = useSchemaForm({
    schema: newFollower,
    defaults: { email: email ?? '' },
    submit: async (body) => {
      await call(followLink, { params: { slug }, body })
      onSent(body.email)
    },
    fallback: 'The mail could not be sent. Please try again.',
  })
  return (
    <Dialog title="Tell me about new pictures" onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <p className="text-ink-2 wrap-anywhere">
          We write when {title} gets new pictures, at most once a day. Every mail has a link that stops them.
        </p>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoFocus
          error={form.errorOf('email')}
          {...form.register('email')}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.isSubmitting && 'Sending'}>
            Tell me
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
