import { randomBytes } from 'node:crypto'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import type { PasskeyCeremonies } from '#server/platform/crypto/passkeys.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { Passkey } from '#shared/sign-in.ts'
import type { AccountRepository } from './accounts.repository.ts'
import type { PasskeyRecord, PasskeyRepository } from './passkeys.repository.ts'
import type { SessionService } from './sessions.service.ts'
import type { SignInNoticeService } from './sign-in-notices.service.ts'
import { lastWayIn, sessionOver } from './user-presenter.ts'
import type { LoginSettings } from './ways-in.repository.ts'

type Dependencies = {
  accounts: Pick<AccountRepository, 'find'>
  passkeys: PasskeyRepository
  sessions: SessionService
  notices: SignInNoticeService
  ceremonies: PasskeyCeremonies
  loginSettings: LoginSettings
  signer: Signer
  rateLimits: Pick<RateLimits, 'wrongPasskeysOfNetwork'>
  clock: Clock
}

type Response = Record<string, unknown>

const challengeMs = minutes(5)
const maxPasskeys = 20

const toPasskey = ({ id, name, createdAt, lastUsedOn, isSynced }: PasskeyRecord): Passkey => ({
  _id: id,
  name,
  createdAt,
  lastUsedOn,
  isSynced,
})

export function createPasskeyService(dependencies: Dependencies) {
  const { accounts, passkeys, sessions, notices, ceremonies, loginSettings, signer, clock } = dependencies
  const { wrongPasskeysOfNetwork } = dependencies.rateLimits

  /** A challenge is signed instead of stored, so asking for one adds no row. */
  function newChallenge(purpose: string) {
    const body = `${randomBytes(16).toString('base64url')}.${clock.now().getTime()}`
    return `${body}.${signer.sign(`passkey-challenge/${purpose}/${body}`)}`
  }

  function isFresh(challenge: string, purpose: string) {
    const [nonce, issuedAt, signature = ''] = challenge.split('.')
    if (!signer.verify(`passkey-challenge/${purpose}/${nonce}.${issuedAt}`, signature)) return false
    return clock.now().getTime() - Number(issuedAt) <= challengeMs
  }

  /** Remembers the challenge that was answered, so that it can be used up. */
  function expectChallenge(purpose: string) {
    const expected = { answered: '', isOurs: (_challenge: string): boolean => false }
    expected.isOurs = (challenge) => {
      expected.answered = challenge
      return isFresh(challenge, purpose)
    }
    return expected
  }

  const useUp = (repository: Pick<PasskeyRepository, 'useChallenge'>, challenge: string) =>
    repository.useChallenge(challenge.split('.')[0] ?? '', instantIn(clock, challengeMs))

  function requireAvailable() {
    if (!ceremonies.isAvailable) throw unavailable()
  }

  async function requireMayChange(viewer: Viewer) {
    requireAvailable()
    await sessions.requireRecent(viewer)
  }

  async function warnOwner(userId: string) {
    await passkeys.insertTask(notices.taskOf(userId, 'passkey-copied'))
    notices.nudge()
  }

  async function findProven(response: Response) {
    const { id } = response
    const passkey = typeof id === 'string' ? await passkeys.findByCredential(id) : undefined
    if (!passkey) return undefined
    const challenge = expectChallenge('login')
    const verified = await ceremonies.verifyAssertion(response, passkey, challenge.isOurs)
    if (!verified || !(await useUp(passkeys, challenge.answered))) return undefined
    const isUsed = await passkeys.use(passkey.id, { ...verified, today: instantNow(clock).slice(0, 10) })
    if (!isUsed) await warnOwner(passkey.userId)
    return isUsed ? passkey : undefined
  }

  return {
    list: async (userId: string) => (await passkeys.list(userId)).map(toPasskey),

    async creationOptions(viewer: Viewer) {
      await requireMayChange(viewer)
      const account = await accounts.find(viewer.userId)
      if (!account) throw sessionOver()
      const known = (await passkeys.list(account.id)).map(({ credentialId }) => credentialId)
      return ceremonies.creationOptions(account, newChallenge(`add/${account.id}`), known)
    },

    async add(viewer: Viewer, { name, response }: { name: string; response: Response }): Promise<Passkey> {
      await requireMayChange(viewer)
      const { userId } = viewer
      const challenge = expectChallenge(`add/${userId}`)
      const verified = await ceremonies.verifyRegistration(response, challenge.isOurs)
      if (!verified) throw notAccepted()
      const passkey = { id: newId(), userId, name, ...verified, createdAt: instantNow(clock), lastUsedOn: null }
      await passkeys.transaction(async (tx) => {
        if (!(await tx.lockAccount(userId))) throw sessionOver()
        if (!(await useUp(tx, challenge.answered))) throw notAccepted()
        if ((await tx.list(userId)).length >= maxPasskeys) throw tooMany()
        if (!(await tx.insert(passkey))) throw registeredBefore()
        await tx.insertTask(notices.taskOf(userId, 'passkey-added'))
      })
      notices.nudge()
      return toPasskey(passkey)
    },

    async rename(viewer: Viewer, id: string, name: string) {
      await requireMayChange(viewer)
      const passkey = await passkeys.rename(viewer.userId, id, name)
      if (!passkey) throw notFound()
      return toPasskey(passkey)
    },

    async remove(viewer: Viewer, id: string) {
      await requireMayChange(viewer)
      await passkeys.transaction(async (tx) => {
        await tx.lockAccount(viewer.userId)
        if (!(await tx.remove(viewer.userId, id))) throw notFound()
        if ((await tx.countWaysIn(viewer.userId, loginSettings)) === 0) throw lastWayIn()
        await tx.insertTask(notices.taskOf(viewer.userId, 'passkey-removed'))
      })
      notices.nudge()
    },

    async requestOptions() {
      requireAvailable()
      return ceremonies.requestOptions(newChallenge('login'))
    },

    /** Returns whose passkey it is, or undefined for every failure, so errors reveal nothing about accounts. */
    async findOwner(response: Response, network: string) {
      requireAvailable()
      const retryAfterSeconds = await wrongPasskeysOfNetwork.retryAfterSeconds({ network })
      if (retryAfterSeconds > 0) throw wrongPasskeysOfNetwork.error(retryAfterSeconds)
      const passkey = await findProven(response)
      if (!passkey) await wrongPasskeysOfNetwork.takeOrThrow({ network })
      return passkey?.userId
    },

    removeExpiredChallenges: () => passkeys.removeExpiredChallenges(instantNow(clock)),
  }
}
export type PasskeyService = ReturnType<typeof createPasskeyService>

const unavailable = () =>
  new AppError('PASSKEYS_UNAVAILABLE', 'Passkeys only work if this site uses https. Ask the person who runs it.')
const notAccepted = () => invalidField('response', "This passkey couldn't be added. Wait a moment and try again.")
const registeredBefore = () => invalidField('response', 'This passkey is already registered.')
const tooMany = () =>
  invalidField('response', `You can have up to ${maxPasskeys} passkeys. Remove one you no longer use.`)
const notFound = () => new AppError('NOT_FOUND', 'Passkey not found')
