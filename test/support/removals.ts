import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

/** Waits until everything deleted is removed, which happens in the background and may already be running. */
export async function waitForRemovals(server: TestServer) {
  await server.services.runDueTasks()
  const left = () => server.db.selectFrom('removals').selectAll().execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]), 10_000)
}
