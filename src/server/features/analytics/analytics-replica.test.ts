import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { bySlug, createVisits } from '#test/support/visits.ts'

const { server } = useServer({ defaultPlan: 'gold' })
const { aTarget, visit, counted, analyticsOf } = createVisits(server)

/** Starts another node on the same database, which reads from the given replica. */
async function startNode(replicaUrl: string) {
  const { database } = server.config
  const node = await createTestServer(
    { defaultPlan: 'gold', database: database.kind === 'postgres' ? { ...database, replicaUrl } : database },
    server,
  )
  onTestFinished(() => node.close())
  return node
}

async function aVisitedTarget() {
  const target = await aTarget()
  await visit(bySlug, target)
  expect(await counted(target)).toMatchObject({ visits: 1 })
  return target
}

test('counts are read from the replica, and ownership from the primary', async () => {
  // This empty database acts as a replica that lags behind.
  const behind = await createMigratedDatabase()
  onTestFinished(() => behind.remove())
  const hasReplica = behind.options.kind === 'postgres'
  const node = await startNode(behind.options.kind === 'postgres' ? behind.options.url : 'none: SQLite has no replicas')
  const target = await aVisitedTarget()

  expect((await analyticsOf(target)).totals.visits).toBe(1)
  expect((await analyticsOf(target, '', node)).totals.visits).toBe(hasReplica ? 0 : 1)
  const stranger = await aTarget()
  const { status } = await node.get(`/api/links/${target._id}/analytics`, { token: stranger.owner.token })
  expect(status).toBe(403)
})

test('analytics are read from the primary while the replica is unreachable', async () => {
  const node = await startNode('postgres://127.0.0.1:1/nowhere')
  const target = await aVisitedTarget()

  expect((await analyticsOf(target, '', node)).totals.visits).toBe(1)
  const lines = node.logLines.filter((line) => line.includes("can't reach the replica"))
  expect(lines).toHaveLength(server.config.database.kind === 'postgres' ? 1 : 0)
})
