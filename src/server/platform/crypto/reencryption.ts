import type { Log } from '../concurrency/job.ts'
import type { Encryption } from './encryption.ts'

type StoredSecret = { id: string; encrypted: string; context: string }

/** The encrypted secrets in one table. */
export type SecretStore = {
  /** What they're for, in the plural. */
  name: string
  /** Lists the secrets of up to `limit` rows after the row with this ID, in the order of IDs. */
  list: (after: string, limit: number) => Promise<StoredSecret[]>
  /** Changes nothing if the secret was replaced in the meantime. */
  replace: (id: string, change: { from: string; to: string }) => Promise<unknown>
}

const batchSize = 100

async function* secretsIn(store: SecretStore) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const secrets = await store.list(after, batchSize)
    yield* secrets
    after = secrets.at(-1)?.id
  }
}

type Dependencies = { encryption: Encryption; stores: SecretStore[]; log: Log }

/**
 * After APP_SECRET was rotated, encrypts stored secrets with the new one, so that the old one can be removed. If a run is
 * interrupted, the next one does the rest.
 */
export async function reencryptSecrets({ encryption, stores, log }: Dependencies, isStopping = () => false) {
  if (!encryption.hasOlderSecrets) return
  const counts = { reencrypted: 0, unreadable: 0 }
  for (const store of stores) {
    for await (const { id, encrypted, context } of secretsIn(store)) {
      if (isStopping()) return
      if (encryption.stateOf(encrypted, context) === 'current') continue
      const text = encryption.decrypt(encrypted, context)
      if (text === undefined) counts.unreadable++
      else {
        await store.replace(id, { from: encrypted, to: encryption.encrypt(text, context) })
        counts.reencrypted++
      }
    }
  }
  if (counts.reencrypted > 0) log.info(counts, 'encrypted stored secrets with the first APP_SECRET')
  if (counts.unreadable > 0) {
    log.warn(counts, 'no APP_SECRET in the list decrypts some stored secrets: run `npm run check` for details')
  }
}

/** For `npm run check`. With several secrets in APP_SECRET, also says whether the older ones are still needed. */
export async function checkSecrets(encryption: Encryption, stores: SecretStore[]) {
  const problems: string[] = []
  let old = 0
  for (const store of stores) {
    const counts = { current: 0, old: 0, unreadable: 0 }
    for await (const { encrypted, context } of secretsIn(store)) counts[encryption.stateOf(encrypted, context)]++
    old += counts.old
    if (counts.unreadable > 0) {
      problems.push(
        `Secrets of ${store.name}: ${counts.unreadable} can't be decrypted. Add the APP_SECRET from before to the list.`,
      )
    }
  }
  const remark =
    old > 0
      ? `APP_SECRET: ${old} stored ${old === 1 ? 'secret needs' : 'secrets need'} an older one. Keep it in the list: the server re-encrypts secrets every hour.`
      : 'APP_SECRET: all stored secrets are encrypted with the first one.'
  return { problems, remarks: encryption.hasOlderSecrets && problems.length === 0 ? [remark] : [] }
}
