import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newFollower } from '#shared/follower-forms.ts'
import { followLink } from '#shared/followers.ts'
import { call } from '#web/lib/api.ts'
import { linkUrl } from '#web/lib/copy-link.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyLinkDialog } from '#web/ui/copy-link-dialog.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = { slug: string; title: string; email?: string; onClose: () => void }

export function FollowDialog({ email = '', ...props }: Props) {
  const [sentTo, setSentTo] = useState<string>()
  const [entered, setEntered] = useState(email)
  const config = useQuery(siteQueries.config)
  if (config.isPending) return null
  if (config.data?.email === false) {
    return (
      <CopyLinkDialog
        title="Come back for new photos"
        label="Gallery link"
        url={linkUrl(props.slug)}
        onClose={props.onClose}
      >
        Email isn't set up on this server. Copy the link instead and open it again anytime.
      </CopyLinkDialog>
    )
  }
  if (sentTo === undefined) {
    return (
      <EmailDialog
        {...props}
        email={entered}
        onSent={(sent) => {
          setEntered(sent)
          setSentTo(sent)
        }}
      />
    )
  }
  return (
    <Dialog key="sent" title="Check your inbox" onClose={props.onClose}>
      <p className="text-ink-2 wrap-anywhere" role="status">
        We sent a confirmation link to {sentTo}. Click it to start following “{props.title}”.
      </p>
      <DialogButtons>
        <Button kind="ghost" onClick={() => setSentTo(undefined)}>
          Use a different email
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
    fallback: "The email couldn't be sent. Please try again.",
  })
  return (
    <Dialog title="Get notified of new photos" onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <p className="text-ink-2 wrap-anywhere">
          We'll email you when there are new photos in “{title}”, once a day at most. Unsubscribe anytime.
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
            Notify me
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
