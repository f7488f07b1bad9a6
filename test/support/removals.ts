import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

export async function waitForRemovals(server: TestServer) {
  await server.services.runDueTasks()
  const left = () => server.db.selectFrom('removals').selectAll().execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]), 10_000)
}
