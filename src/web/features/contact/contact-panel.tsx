import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sendContactMessage } from '#shared/contact.ts'
import { type ContactMessage, contactMessage } from '#shared/contact-forms.ts'
import { messageMaxLength } from '#shared/limits.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { useSession } from '#web/lib/session.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

export function ContactPanel() {
  const session = useSession()
  const [sent, setSent] = useState<ContactMessage>()
  // Wait for the session before rendering, so prefilling the name and email can't overwrite what the user typed.
  if (session.status === 'loading') return <Spinner />
  if (sent) return <Sent email={sent.email} onAgain={() => setSent(undefined)} />
  const { name, email } = session.status === 'signed-in' ? session.user : { name: '', email: '' }
  return <ContactForm sender={{ name, email }} onSent={setSent} />
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const canEmail = useCanEmail()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
        {canEmail ? 'Message sent' : 'Message saved'}
      </h2>
      <p className="max-w-measure text-ink-2">
        {canEmail
          ? `We'll reply to ${email}.`
          : "Email isn't set up on this server, so no one has been notified. If it's urgent, tell the person who runs it."}
      </p>
      <Button onClick={onAgain}>Write another message</Button>
    </div>
  )
}

type Props = { sender: Pick<ContactMessage, 'name' | 'email'>; onSent: (message: ContactMessage) => void }

function ContactForm({ sender, onSent }: Props) {
  const { register, errorOf, onSubmit, refusal, isSubmitting, watch } = useSchemaForm({
    schema: contactMessage,
    defaults: { ...sender, subject: '', message: '' },
    fallback: 'There was an error sending your message. Please try again.',
    submit: async (message) => {
      await call(sendContactMessage, { body: message })
      onSent(message)
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-6">
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" error={errorOf('name')} {...register('name')} />
        <TextField label="Email" type="email" autoComplete="email" error={errorOf('email')} {...register('email')} />
      </div>
      <TextField label="Subject" error={errorOf('subject')} {...register('subject')} />
      <TextArea
        label="Message"
        rows={5}
        error={errorOf('message')}
        count={{ used: watch('message').length, max: messageMaxLength }}
        {...register('message')}
      />
      <Button
        type="submit"
        kind="primary"
        icon={Send}
        busy={isSubmitting && 'Sending'}
        className="sm:justify-self-start"
      >
        Send message
      </Button>
    </form>
  )
}
