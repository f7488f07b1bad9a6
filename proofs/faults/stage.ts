import type { Client, TestLink } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { createNormalTraffic, type Pace } from './normal-traffic.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'

export type Stage = {
  client: Client
  visited: TestLink
  port: number
  dataDir: string
  findings: Findings
  compare(attack: (over: Promise<void>) => Promise<unknown>): Promise<Record<string, string>>
}

/** Returns the attack's numbers and adds problems to `findings`. */
export type Attack = (stage: Stage) => Promise<Outcome['counts']>

type Options = { pace: Pace; seed: number }

async function createStages(scope: Scope, pace: Pace) {
  const product = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
  const { client, visited, compare } = await createNormalTraffic(product.client.url)
  const port = Number(new URL(client.url).port)
  return (findings: Findings): Stage => ({
    ...{ client, visited, port, dataDir: product.dataDir, findings },
    async compare(attack) {
      const counts = await compare(pace, findings, attack)
      findings.noteAll(product.crashes.splice(0))
      return counts
    },
  })
}

export const runAttacks = <Name extends string>(
  attacks: Record<Name, Attack>,
  { pace, seed }: Options,
): Promise<Record<Name, Outcome>> =>
  inScope(async (scope) => {
    const createStage = await createStages(scope, pace)
    const outcomes: Partial<Record<Name, Outcome>> = {}
    for (const name of Object.keys(attacks) as Name[]) {
      const findings = createFindings()
      const counts = await attacks[name](createStage(findings)).catch((error: Error) => {
        findings.note(`the attack failed: ${error.stack}`)
        return {}
      })
      outcomes[name] = { seed, problems: findings.problems, counts }
    }
    return outcomes as Record<Name, Outcome>
  })

export const runAttack = async (attack: Attack, options: Options): Promise<Outcome> =>
  (await runAttacks({ attack }, options)).attack
