import { expect, vi } from 'vitest'
import { readSentEmails } from './sent-emails.ts'
import type { TestServer } from './server.ts'

/** Emails are written within milliseconds, and random walks wait for thousands of them. */
const often = { interval: 5 }

/** Waits until no task is due or running. */
export const finishTasks = (server: TestServer) =>
  vi.waitFor(async () => {
    await server.services.runDueTasks()
    const unfinished = server.db
      .selectFrom('tasks')
      .select('kind')
      .where((where) =>
        where.or([
          where('run_at', '<=', server.clock.now().toISOString()),
          // Tasks that failed have an error.
          where.and([where('attempts', '>', 0), where('last_error', 'is', null)]),
        ]),
      )
    expect(await unfinished.execute()).toEqual([])
  }, often)

/** Waits until no task is due or running, and returns the emails to matching addresses, oldest first. */
export async function allEmailsTo(server: TestServer, address: RegExp) {
  await finishTasks(server)
  const emails = emailsTo(server, ({ to }) => address.test(to))
  return emails.map((email) => email.replaceAll('=3D', '='))
}

/** Returns the source of all emails, oldest first. */
export const readOutbox = ({ config }: TestServer) => readSentEmails(config.dataDir)

function emailsTo(server: TestServer, isFor: (email: { to: string }) => boolean) {
  const emails = readOutbox(server)
  return emails.filter((email) => isFor({ to: /^To: (.*)\r$/m.exec(email)?.[1] ?? '' }))
}

/** Waits until no task is due or running. Ignores the order of the emails. */
export async function subjectsTo(server: TestServer, address: string) {
  await finishTasks(server)
  const emails = emailsTo(server, ({ to }) => to === address)
  return emails.map((email) => /^Subject: (.*)\r$/m.exec(email)?.[1] ?? '').sort()
}

export const inEmailTo = (server: TestServer, email: string, pattern: RegExp) =>
  vi.waitFor(async () => {
    const found = emailsTo(server, ({ to }) => to === email)
      .map((source) => pattern.exec(source)?.[1])
      .find(Boolean)
    expect(found).toBeDefined()
    return found ?? ''
  }, often)
