import { createTransport } from 'nodemailer'
import { type Mail, toMessage } from './message.ts'

/** `timeoutMs` bounds every single wait for the server: name, connection, greeting, each answer. */
export function createSmtpMailer(options: { url: string; from: string; timeoutMs?: number }) {
  const { url, from, timeoutMs = 10_000 } = options
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // One more try is for a pooled connection that the server had closed in the meantime.
    maxRequeues: 1,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })

  return {
    isDelivered: true,
    async send(mail: Mail) {
      await transport.sendMail(toMessage(from, mail))
    },
    close: async () => transport.close(),
  }
}
