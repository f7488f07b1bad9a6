import { expect, vi } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { TestServer } from './server.ts'

/** A removal that conflicts with another change is tried again later, so this moves the clock if one is left. */
export async function waitForRemovals(server: TestServer) {
  const left = () => server.db.selectFrom('removals').selectAll().execute()
  const expectNone = async () => expect(await left()).toEqual([])
  await server.services.runDueTasks()
  try {
    await vi.waitFor(expectNone, 5000)
  } catch {
    server.clock.advance(minutes(10))
    await server.services.runDueTasks()
    await vi.waitFor(expectNone, 30_000)
  }
}
