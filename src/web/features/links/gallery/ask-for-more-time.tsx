import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type MoreTimeRequest, moreTimeRequest } from '#shared/link-forms.ts'
import { askForMoreTime } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { formatDay } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { StateScreen } from '#web/ui/state-screen.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

type Props = { title: string; slug: string; onCancel: () => void }

export function AskForMoreTime({ title, slug, onCancel }: Props) {
  const [sent, setSent] = useState<MoreTimeRequest>()
  const { register, errorOf, onSubmit, refusal, isSubmitting } = useSchemaForm({
    schema: moreTimeRequest,
    defaults: { name: '', message: '' },
    submit: async (body) => {
      const answer = await call(askForMoreTime, { params: { slug }, body })
      // If the response has a slug, the owner has reopened the gallery in the meantime.
      if ('slug' in answer.data) window.location.reload()
      else setSent(body)
    },
    fallback: "Couldn't send your message. Please try again.",
  })
  if (sent) return <RequestSent {...sent} />
  return (
    <StateScreen title={title} sentence="We'll send your message to the gallery's owner.">
      <form noValidate onSubmit={onSubmit} className="grid w-full max-w-112 gap-5">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <TextField label="Name" autoComplete="name" autoFocus error={errorOf('name')} {...register('name')} />
        <TextArea label="Message" hint="Optional" rows={3} error={errorOf('message')} {...register('message')} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" busy={isSubmitting && 'Sending'}>
            Ask for more time
          </Button>
          <Button kind="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </StateScreen>
  )
}

function RequestSent({ name, message }: MoreTimeRequest) {
  // The form was taller, so on small screens this text might be scrolled out of view.
  useEffect(() => window.scrollTo({ top: 0 }), [])
  return (
    <div role="status">
      <StateScreen
        title="Request sent"
        sentence="We've passed on your message. When the gallery reopens, this same link will work."
      >
        <blockquote className="border-line border-l-2 pl-4 text-ui">
          {message && <p className="whitespace-pre-line wrap-anywhere">{message}</p>}
          <p className="text-caption text-ink-3">
            {name}, {formatDay(new Date().toISOString())}
          </p>
        </blockquote>
        <Link className={buttonStyle.plain} to={pages.home}>
          Go to Home
        </Link>
      </StateScreen>
    </div>
  )
}
