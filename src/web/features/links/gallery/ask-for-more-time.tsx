import { type FormEvent, useState } from 'react'
import { guestNameMaxLength, noteMaxLength } from '#shared/limits.ts'
import { askForMoreTime } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { controlStyle } from '#web/ui/control-style.ts'

type Props = { slug: string; onCancel: () => void }

/** Where a gallery has closed too early: some words to whoever made it. */
export function AskForMoreTime({ slug, onCancel }: Props) {
  const [sent, setSent] = useState<{ name: string; message: string }>()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState('')

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { name: String(form.get('name')), message: String(form.get('message')) }
    setIsSending(true)
    try {
      const { data } = await call(askForMoreTime, { params: { slug }, body })
      // It is open again already.
      if ('slug' in data) window.location.reload()
      else setSent(body)
    } catch (error) {
      setProblem(sentenceOf(error, 'Your message could not be sent. Please try again.'))
    }
    setIsSending(false)
  }

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
    <form onSubmit={ask} className="grid w-full max-w-112 gap-5">
      <label className="grid gap-1.5 font-medium text-ui">
        Name
        <input
          className={controlStyle}
          name="name"
          required
          maxLength={guestNameMaxLength}
          autoComplete="name"
          // biome-ignore lint/a11y/noAutofocus: they have just pressed a button to get here
          autoFocus
        />
      </label>
      <label className="grid gap-1.5 font-medium text-ui">
        <span>
          Message <span className="font-normal text-caption text-ink-3">optional</span>
        </span>
        <textarea className={`${controlStyle} min-h-28 resize-y`} name="message" rows={3} maxLength={noteMaxLength} />
      </label>
      {problem && (
        <p role="alert" className="text-caption text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" busy={isSending && 'Sending'}>
          Ask for more time
        </Button>
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
