import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

/** Until all that was deleted has gone, which happens beside the requests; it may have begun by itself. */
export async function waitForRemovals(server: TestServer) {
  await server.services.runDueTasks()
  const left = () => server.db.selectFrom('removals').selectAll().execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]), 10_000)
}
