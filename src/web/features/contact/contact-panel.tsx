import { useEffect, useRef, useState } from 'react'
import type { ContactMessage } from '#shared/contact-forms.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ContactForm } from './contact-form.tsx'

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
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
        Message sent
      </h2>
      <p className="max-w-measure text-ink-2">We'll reply to {email}.</p>
      <Button onClick={onAgain}>Write another message</Button>
    </div>
  )
}
