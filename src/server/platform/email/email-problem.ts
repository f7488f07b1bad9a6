type SmtpError = Error & { code?: string; originalCode?: string; command?: string; response?: string }

/** The message explains to administrators how to fix the problem. */
export class EmailProblem extends Error {
  /** Whether only this recipient was rejected. Others still get their email. */
  readonly isAboutRecipient: boolean

  constructor(error: SmtpError, host: string) {
    super(sentenceOf(error, host), { cause: error })
    this.name = 'EmailProblem'
    this.isAboutRecipient = error.code === 'EENVELOPE' && error.command === 'RCPT TO'
  }
}

function sentenceOf({ code = '', originalCode = code, command, response, message }: SmtpError, host: string) {
  const said = response ? ` (${response.replaceAll(/\s+/g, ' ').trim()})` : ''
  if (/certificate/i.test(message)) {
    return `${host} uses a certificate that isn't trusted. Set NODE_EXTRA_CA_CERTS, or see "Email" in docs/self-hosting.md. (${message})`
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') return `${host} rejected the username or password. Check SMTP_URL.${said}`
  if (command === 'MAIL FROM') return `${host} rejected the sender. Check MAIL_FROM.${said}`
  if (command === 'RCPT TO') return `${host} rejected the recipient.${said}`
  if (response) return `${host} rejected the email.${said}`
  if (unreachable.includes(code))
    return `${host} isn't responding (${originalCode}). Check the host and port in SMTP_URL.`
  return `${host} couldn't send the email. (${message})`
}

const unreachable = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL']
