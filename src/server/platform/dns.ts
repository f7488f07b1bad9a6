import { Resolver } from 'node:dns/promises'

const timeoutMs = 3000
const tries = 2

/** The name doesn't exist, or it has no record of this type. Other errors say nothing about the record. */
const definite: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Looks up TXT records. Returns an empty list if there are none, and undefined if the DNS servers don't answer. Without
 * `servers`, it asks the system's.
 */
export function createDns(servers: readonly string[] | undefined) {
  return {
    async findTexts(name: string): Promise<string[] | undefined> {
      // A new one each time, so that no answer is cached.
      const resolver = new Resolver({ timeout: timeoutMs, tries })
      if (servers) resolver.setServers(servers)
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (error) {
        return definite.has((error as { code?: unknown }).code) ? [] : undefined
      }
    },
  }
}
export type Dns = ReturnType<typeof createDns>
