import type { EmailContent } from '#server/platform/email/email-content.ts'
import { formatDateTime } from '#server/platform/email/email-format.ts'

export type DomainNotice = 'missing' | 'found' | 'lapsed'

type Notice = { notice: DomainNotice; host: string; lapsesAt: string | null; url: string }

const describe = ({ notice, host, lapsesAt }: Notice) => {
  if (notice === 'found') {
    return { subject: `${host} is verified again`, sentence: "We found its DNS record. There's nothing to do." }
  }
  if (notice === 'lapsed') {
    return {
      subject: `${host} no longer shows your galleries`,
      sentence:
        'Its DNS record has been missing for too long, so we released the domain. Your galleries still open on our own address. To use the domain again, restore the record and check it.',
    }
  }
  return {
    subject: `The DNS record of ${host} is missing`,
    sentence: `We couldn't find the TXT record that proves the domain is yours. Your galleries keep working there until ${formatDateTime(lapsesAt ?? '')}. Please restore the record before then.`,
  }
}

export function domainNoticeEmail(given: Notice): EmailContent {
  const { subject, sentence } = describe(given)
  return {
    subject,
    preview: sentence,
    heading: subject,
    blocks: [sentence, { button: { label: 'Open your domain', url: given.url } }],
    footer: ['We send this email whenever the state of your domain changes.'],
  }
}
