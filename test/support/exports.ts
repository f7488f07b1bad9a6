import { expect, vi } from 'vitest'
import type { Person } from './builders.ts'
import { readOutbox } from './outbox.ts'
import type { TestServer } from './server.ts'

export function createExports(server: TestServer) {
  const ask = ({ token }: Person) => server.post('/api/auth/export', undefined, { token })

  /** Waits for `count` emails with an export URL, and returns the paths. */
  async function addressesFor({ email }: Person, count: number): Promise<string[]> {
    return vi.waitFor(() => {
      const own = readOutbox(server).filter((mail) => mail.includes(`To: ${email}`))
      const addresses = own.flatMap((mail) => /\/exports\/[\w.-]+/.exec(mail)?.[0] ?? [])
      expect(addresses).toHaveLength(count)
      return addresses
    })
  }

  async function exportOf(person: Person) {
    await ask(person)
    const [address = ''] = await addressesFor(person, 1)
    return address
  }

  return { ask, addressesFor, exportOf }
}
