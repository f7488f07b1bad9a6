import { type Clock, instantNow } from '#server/platform/clock.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { deadKey, isApiKey, type Viewer } from '#server/viewer.ts'
import { type ApiKeyChange, type KeyScope, keyScopes, type NewApiKey } from '#shared/api-key-forms.ts'
import type { ApiKey, CreatedApiKey, CurrentApiKey } from '#shared/api-keys.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { maxApiKeys } from '#shared/limits.ts'
import type { AccountRepository } from './accounts.repository.ts'
import type { ApiKeyRecord, ApiKeyRepository } from './api-keys.repository.ts'
import type { SessionService } from './sessions.service.ts'
import type { SignInNoticeService } from './sign-in-notices.service.ts'
import { sessionOver } from './user-presenter.ts'

type Dependencies = {
  apiKeys: ApiKeyRepository
  accounts: Pick<AccountRepository, 'find'>
  sessions: Pick<SessionService, 'requireRecent'>
  notices: SignInNoticeService
  /** The scopes that the user's plan includes. */
  planScopesOf: (userId: string) => Promise<readonly KeyScope[]>
  clock: Clock
}

const hintLength = 4

/** Signed URLs contain this instead of a session ID. Session IDs are shorter. */
const holderPrefix = 'key_'
const isKeyHolder = (sessionId: string) => sessionId.length > 22 && sessionId.startsWith(holderPrefix)

export function createApiKeyService(dependencies: Dependencies) {
  const { apiKeys, accounts, sessions, notices, planScopesOf, clock } = dependencies

  const present = ({ id, name, scopes, links, expiresAt, createdAt, lastUsedOn, hint }: ApiKeyRecord): ApiKey => ({
    _id: id,
    name,
    scopes,
    links,
    expiresAt,
    isExpired: expiresAt !== null && expiresAt <= instantNow(clock),
    createdAt,
    lastUsedOn,
    hint,
  })

  async function toViewer({ id, userId, scopes, links }: ApiKeyRecord): Promise<Viewer> {
    const planScopes = await planScopesOf(userId)
    return { userId, sessionId: holderPrefix + id, key: { id, scopes, planScopes, links, isChange: false } }
  }

  async function requirePlan(userId: string, scopes: readonly KeyScope[]) {
    const included = await planScopesOf(userId)
    if (included.length === 0) throw planFeature("Your plan doesn't include API access.")
    if (scopes.some((scope) => !included.includes(scope))) throw planFeature('On your plan, API keys can only read.')
  }

  return {
    async findViewer(token: string): Promise<Viewer | undefined> {
      const key = await apiKeys.findLive(hashToken(token), instantNow(clock))
      if (!key) return undefined
      const today = instantNow(clock).slice(0, 10)
      if (key.lastUsedOn !== today) await apiKeys.updateLastUsed(key.id, today)
      return toViewer(key)
    },

    /** For signed URLs. They stop working when the plan no longer includes API access. */
    async findViewerById(holder: string): Promise<Viewer | undefined> {
      const key = await apiKeys.findLiveById(holder.slice(holderPrefix.length), instantNow(clock))
      const viewer = key && (await toViewer(key))
      return viewer?.key?.planScopes.length === 0 ? undefined : viewer
    },

    list: async (viewer: Viewer): Promise<ApiKey[]> => (await apiKeys.list(viewer.userId)).map(present),

    async getCurrent({ userId, key }: Viewer): Promise<CurrentApiKey> {
      if (!key) throw notFound()
      const found = await apiKeys.findLiveById(key.id, instantNow(clock))
      const account = found && (await accounts.find(userId))
      // It can be revoked during the call.
      if (!found || !account) throw deadKey()
      const { _id, name, scopes, links, expiresAt } = present(found)
      return { _id, name, scopes, links, expiresAt, owner: { name: account.name } }
    },

    async create(viewer: Viewer, { name, scopes, links, expiresAt }: NewApiKey): Promise<CreatedApiKey> {
      await sessions.requireRecent(viewer)
      const { userId } = viewer
      const now = instantNow(clock)
      const expiry = expiresAt === null ? null : new Date(expiresAt).toISOString()
      if (expiry !== null && expiry <= now) throw invalidField('expiresAt', 'Expiration date must be in the future')
      await requirePlan(userId, scopes)
      const token = `fl_${newToken()}`
      const key = {
        id: newId(),
        userId,
        tokenHash: hashToken(token),
        hint: token.slice(-hintLength),
        name,
        scopes: keyScopes.filter((scope) => scopes.includes(scope)),
        links: links && [...new Set(links)].toSorted(),
        expiresAt: expiry,
        lastUsedOn: null,
        createdAt: now,
      }
      await apiKeys.transaction(async (tx) => {
        if (!(await tx.lockAccount(userId, viewer.sessionId))) throw sessionOver()
        if ((await tx.count(userId)) >= maxApiKeys) throw tooMany()
        if (key.links && (await tx.countOwnLinks(userId, key.links)) < key.links.length) throw notYourLink()
        await tx.insert(key)
        await tx.insertTask(notices.taskOf(userId, 'key-added'))
      })
      notices.nudge()
      return { ...present(key), key: token }
    },

    async rename(viewer: Viewer, id: string, { name }: ApiKeyChange): Promise<ApiKey> {
      const key = await apiKeys.updateName(viewer.userId, id, name)
      if (!key) throw notFound()
      return present(key)
    },

    async revoke({ userId }: Viewer, id: string) {
      await apiKeys.transaction(async (tx) => {
        if (!(await tx.remove(userId, id))) throw notFound()
        await tx.insertTask(notices.taskOf(userId, 'key-removed'))
      })
      notices.nudge()
    },
  }
}
export type ApiKeyService = ReturnType<typeof createApiKeyService>

export const createViewerService = (apiKeys: ApiKeyService, sessions: SessionService) => ({
  find: (token: string) => (isApiKey(token) ? apiKeys : sessions).findViewer(token),
  findById: (sessionId: string) => (isKeyHolder(sessionId) ? apiKeys : sessions).findViewerById(sessionId),
})
export type ViewerService = ReturnType<typeof createViewerService>

const notFound = () => new AppError('NOT_FOUND', 'API key not found')

const tooMany = () =>
  invalidField('name', `You can have up to ${maxApiKeys} API keys. Revoke one you no longer need to create another.`)

const notYourLink = () => invalidField('links', 'You can only choose links of your own')

const planFeature = (sentence: string) => new AppError('PLAN_FEATURE', `${sentence} Please upgrade to create this key.`)
