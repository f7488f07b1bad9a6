import { inScope } from '#test/support/scope.ts'
import { createCluster } from '../cluster/cluster.ts'
import { createNextVersion } from '../cluster/next-version.ts'
import { run } from '../cluster/parts.ts'
import { rollingUpdate } from '../cluster/rolling-update.ts'
import type { Outcome } from '../faults/outcome.ts'

/** Runs the rolling update from `npm run cluster`, directly on PostgreSQL and through PgBouncer. */
export async function updateNodes(seed: number): Promise<Outcome> {
  const outcomes = { straight: await updateOnce(false), pooled: await updateOnce(true) }
  return {
    seed,
    problems: Object.entries(outcomes).flatMap(([how, { problems }]) => problems.map((each) => `${how}: ${each}`)),
    counts: {
      'requests directly to PostgreSQL': outcomes.straight.said,
      'through PgBouncer': outcomes.pooled.said,
    },
  }
}

const updateOnce = (isPooled: boolean) =>
  inScope(async (scope) => {
    const cluster = await createCluster(scope, { isPooled })
    return run(rollingUpdate(await createNextVersion(scope)), cluster)
  })
