import { type KeyScope, keyScopes } from '#shared/api-key-forms.ts'
import type { AccessModel, ModelKey, OwnedLink } from './access-model.ts'
import type { Builders, Person } from './builders.ts'
import type { TestServer } from './server.ts'

type People = () => { owner: Person; stranger: Person; other: OwnedLink }

/** Every set of scopes, each alone first. */
const scopeSets: KeyScope[][] = [
  ...keyScopes.map((scope) => [scope]),
  ...keyScopes.map((scope) => keyScopes.filter((each) => each !== scope)),
  [...keyScopes],
]
const bounds = ['all', 'this', 'other', 'none'] as const

/** What random walks do with API keys. `which` selects the kind of key, or one of them. */
export function createKeyActions(server: TestServer, build: Builders, people: People) {
  const chosen = ({ keys }: AccessModel, which: number) => keys[which % keys.length]

  async function end(key: ModelKey | undefined, act: (key: ModelKey) => Promise<unknown>) {
    if (!key || key.isDead) return
    await act(key)
    key.isDead = true
    // The files of a dead key close within a second.
    server.clock.advance(1000)
  }

  const revoke = (key: ModelKey | undefined) =>
    end(key, ({ id, owner }) => server.del(`/api/auth/keys/${id}`, undefined, { token: owner.token }))

  return {
    async createKey(model: AccessModel, which: number) {
      const { owner, stranger, other } = people()
      const links = bounds[which % bounds.length] ?? 'all'
      const scopes = scopeSets[Math.floor(which / bounds.length) % scopeSets.length] ?? []
      const limits = { all: null, this: [model.link._id], other: [other._id], none: null }
      const of = links === 'none' ? stranger : owner
      model.keys.push({
        ...(await build.aKey(of, { scopes, links: limits[links] })),
        owner: of,
        scopes,
        links,
        isDead: false,
      })
    },
    revokeKey: (model: AccessModel, which: number) => revoke(chosen(model, which)),
    expireKey: (model: AccessModel, which: number) =>
      end(chosen(model, which), ({ id }) =>
        server.db.updateTable('api_keys').set({ expires_at: '2020-01-01' }).where('id', '=', id).execute(),
      ),
    /** An account has at most 50 keys, and expired ones count. */
    async removeKeys({ keys }: AccessModel) {
      await server.db
        .deleteFrom('api_keys')
        .where('id', 'in', ['', ...keys.map(({ id }) => id)])
        .execute()
    },
  }
}
