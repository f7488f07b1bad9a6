import { RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { type Overview, sendTestEmail } from '#shared/administration.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HealthRow, type HealthState, jobsText, stateOfJobs } from './health-row.tsx'
import { EmailHowTo } from './how-to.tsx'

type Props = { mail: Overview['mail']; onRetry: () => void; onTested: () => Promise<unknown> }

function stateOf(mail: Overview['mail']): { state: HealthState; word?: string } {
  if (mail.failing > 0) return { state: 'failing', word: `${mail.failing} failing` }
  if (mail.problem) return { state: 'failing' }
  return mail.isSetUp ? { state: stateOfJobs(mail) } : { state: 'missing', word: 'Not set up' }
}

/** Omits the problem if the test result already shows it. */
const statusText = (mail: Overview['mail'], said: string | undefined) =>
  mail.isSetUp
    ? [mail.problem !== said && mail.problem, jobsText(mail)].filter(Boolean).join(' ')
    : 'Nothing is sent. Emails are only saved to the outbox folder on the server.'

export function EmailRow({ mail, onRetry, onTested }: Props) {
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'info' | 'danger'; sentence: string }>()

  const send = async () => {
    setIsSending(true)
    setOutcome(undefined)
    try {
      const { data } = await call(sendTestEmail)
      setOutcome({ tone: 'info', sentence: data.message })
    } catch (error) {
      setOutcome({
        tone: 'danger',
        sentence: thrownMessage(error, "The test email couldn't be sent. Please try again."),
      })
    }
    setIsSending(false)
    await onTested()
  }

  return (
    <HealthRow title="Email" sentence={statusText(mail, outcome?.sentence)} {...stateOf(mail)}>
      {/* Danger notices are already alerts, so they don't need the status role. */}
      <div role={outcome?.tone === 'danger' ? undefined : 'status'}>
        {outcome && (
          <div className="pb-3">
            <Notice tone={outcome.tone}>{outcome.sentence}</Notice>
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {mail.failing > 0 && (
          <Button icon={RotateCw} onClick={onRetry}>
            Try again now
          </Button>
        )}
        {!mail.isSetUp && <EmailHowTo />}
        {mail.isSetUp && (
          <Button kind={mail.failing > 0 ? 'ghost' : 'plain'} icon={Send} busy={isSending && 'Sending'} onClick={send}>
            Send test email
          </Button>
        )}
      </div>
    </HealthRow>
  )
}
