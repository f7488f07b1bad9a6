import { type FormEvent, useState } from 'react'
import { askToReopen, sendChoice } from '#shared/choices.ts'
import { emailMaxLength, guestNameMaxLength, noteMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { storeOf, useChoice } from './use-choice.ts'

type Props = { link: Link; onClose: () => void }

const maxThumbnails = 12

/** Replaces the form library, which would double the size of this chunk. */
function useSending(submit: (form: FormData) => Promise<void>, fallback: string) {
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<{ sentence: string; fields: Record<string, string> }>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    setProblem(undefined)
    try {
      await submit(new FormData(event.currentTarget))
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setProblem({ sentence: errorMessage(error, fallback), fields })
    }
    setIsSending(false)
  }
  return { isSending, problem, onSubmit }
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')

export function SendDialog({ link, onClose }: Props) {
  const choice = useChoice(link, (store) => store.get())
  const user = useUser()
  const owner = link.owner.name || 'the gallery owner'
  const chosen = link.images.filter(({ _id }) => choice.imageIds.includes(_id))
  const notes = Object.keys(choice.notes).length
  const left = choice.limit === null ? 0 : choice.limit - choice.imageIds.length

  const { isSending, problem, onSubmit } = useSending(async (form) => {
    const store = storeOf(link)
    if (!(await store.settle())) throw new ApiError(0, { code: 'UNREACHABLE', message: offline })
    const body = {
      name: textOf(form, 'name'),
      email: textOf(form, 'email').trim() || null,
      message: textOf(form, 'message'),
    }
    await call(sendChoice, { params: { slug: link.slug }, body })
    await store.refresh()
    void notify('success', `Sent to ${owner}`)
    onClose()
  }, "Couldn't send your favorites. Please try again.")
  const fields = problem?.fields ?? {}

  return (
    <Dialog title="Send your favorites" onClose={onClose}>
      <p className="text-ink-2">
        Send {count(choice.imageIds.length, 'photo')}
        {notes > 0 && ` and ${count(notes, 'note')}`} to {owner}? You won't be able to change them afterward unless{' '}
        {owner} reopens your list.{left > 0 && ` You can still pick ${left} more.`}
      </p>
      <div className="choice-thumbs" role="img" aria-label="Your favorites">
        {chosen.slice(0, maxThumbnails).map(({ _id, thumbnailUrl }) => (
          <img key={_id} src={thumbnailUrl} alt="" loading="lazy" />
        ))}
      </div>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        {problem && !fields.name && !fields.email && <Notice tone="danger">{problem.sentence}</Notice>}
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={guestNameMaxLength}
          defaultValue={choice.name || (user?.name ?? '')}
          error={fields.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          hint={`Optional, so ${owner} can reply. Not shown to anyone else.`}
          maxLength={emailMaxLength}
          error={fields.email}
        />
        <TextArea label="Message" name="message" hint="Optional" rows={2} maxLength={noteMaxLength} />
        <DialogButtons>
          <Button onClick={onClose}>Keep picking</Button>
          <Button kind="primary" type="submit" busy={isSending && 'Sending'}>
            Send favorites
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const offline = "Some favorites haven't been saved yet. Check your connection and try again."

export function AskDialog({ link, onClose }: Props) {
  const { isSending, problem, onSubmit } = useSending(async (form) => {
    await call(askToReopen, { params: { slug: link.slug }, body: { message: textOf(form, 'message') } })
    await storeOf(link).refresh()
    onClose()
  }, "Couldn't send your request. Please try again.")
  return (
    <Dialog title="Request changes" onClose={onClose}>
      <p className="text-ink-2">
        You can edit your favorites once {link.owner.name || 'the gallery owner'} reopens your list.
      </p>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        {problem && <Notice tone="danger">{problem.sentence}</Notice>}
        <TextArea label="Message" name="message" hint="Optional" rows={2} maxLength={noteMaxLength} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isSending && 'Sending'}>
            Send request
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
