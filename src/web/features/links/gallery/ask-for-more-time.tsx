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

/** Where a gallery has closed too early: some words to whoever made it. */
export function AskForMoreTime({ title, slug, onCancel }: Props) {
  const [sent, setSent] = useState<MoreTimeRequest>()
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
  if (sent) return <Asked {...sent} />
  return (
    <StateScreen title={title} sentence="Your message goes to the person who made the gallery.">
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

function Asked({ name, message }: MoreTimeRequest) {
  // The form was longer: on a low screen its button stood where these words are not.
  useEffect(() => window.scrollTo({ top: 0 }), [])
  return (
    <div role="status">
      <StateScreen
        title="You have asked"
        sentence="Your message is with the person who made the gallery. When it opens again, this same link works."
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
