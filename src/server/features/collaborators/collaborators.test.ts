import { describe, expect, test } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const tokenIn = (email: { text: string }) => /\/collaborate\/([\w-]{65})/.exec(email.text)?.[1] ?? ''

const invite = (owner: Person, fields: Record<string, unknown>) =>
  server.post('/api/collaborators', { role: 'editor', linkId: null, ...fields }, { token: owner.token })

async function offerTo(owner: Person, person: Person, fields: Record<string, unknown> = {}) {
  const { body } = await invite(owner, { email: person.email, ...fields })
  await server.services.runTasks?.()
  const token = tokenIn((await allEmailsTo(server, person.email)).at(-1) ?? { text: '' })
  return { id: body.data._id as string, token }
}
