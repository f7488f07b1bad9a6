import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newWebhookSecret = () => prefix + randomBytes(32).toString('base64')

/** The headers of Standard Webhooks (standardwebhooks.com), with a signature per secret. */
export function signedHeaders({ id, sentAt, body }: { id: string; sentAt: Date; body: string }, secrets: string[]) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
