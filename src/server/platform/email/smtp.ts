import { createTransport } from 'nodemailer'
import { EmailProblem } from './email-problem.ts'
import { type Email, toMessage } from './message.ts'

/** `timeoutMs` applies separately to DNS, connection, greeting and each response. */
export function createSmtpMailer(options: { url: string; from: string; timeoutMs?: number }) {
  const { url, from, timeoutMs = 10_000 } = options
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // Retry once, in case the server closed a pooled connection.
    maxRequeues: 1,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })

  const { hostname = 'The email server' } = URL.parse(url) ?? {}
  const explain = (error: Error) => {
    throw new EmailProblem(error, hostname)
  }

  return {
    isDelivered: true,
    async send(mail: Email) {
      await transport.sendMail(toMessage(from, mail)).catch(explain)
    },
    async verify() {
      await transport.verify().catch(explain)
    },
    close: async () => transport.close(),
  }
}
