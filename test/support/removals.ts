import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

/** Also waits, because a removal may already be running in the background. */
export async function waitForRemovals(server: TestServer) {
  const left = () => server.db.selectFrom('removals').selectAll().execute()
  await server.services.runDueTasks()
  await vi.waitFor(async () => expect(await left()).toEqual([]))
}
