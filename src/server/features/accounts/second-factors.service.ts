import { randomBytes } from 'node:crypto'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { codeUri, newCodeSecret, stepOfCode } from '#server/platform/crypto/one-time-codes.ts'
import { createSigner, type Signer } from '#server/platform/crypto/tokens.ts'
import { readableAlphabet } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountRepository } from './accounts.repository.ts'
import type { AuditRow } from './accounts.tables.ts'
import { type SecondFactorRepository, secretContext } from './second-factors.repository.ts'
import type { SessionService } from './sessions.service.ts'
import type { SignInNoticeService } from './sign-in-notices.service.ts'
import { sessionOver } from './user-presenter.ts'

type Dependencies = {
  accounts: Pick<AccountRepository, 'find'>
  secondFactors: SecondFactorRepository
  sessions: SessionService
  notices: SignInNoticeService
  encryption: Encryption
  signer: Signer
  rateLimits: RateLimits
  clock: Clock
}

type On = { secret: string; confirmedAt: string }

const setupMs = minutes(15)
const recoveryCodeCount = 10

/** Codes from an authenticator app, which logging in with a password then takes too. */
export function createSecondFactorService(dependencies: Dependencies) {
  const { accounts, secondFactors, sessions, notices, encryption, signer, rateLimits, clock } = dependencies

  const recoveryText = (userId: string, code: string) => `recovery-code/${userId}/${code}`
  const decrypt = (userId: string, secret: string) => encryption.decrypt(secret, secretContext(userId))

  function findStep(userId: string, secret: string, code: string) {
    const decrypted = decrypt(userId, secret)
    return decrypted === undefined ? undefined : stepOfCode(code, decrypted, clock.now())
  }

  /** The app's secret is their key. Hashes can't be re-encrypted like that secret when APP_SECRET is rotated. */
  function newRecoveryCodes(userId: string, secret: string) {
    const decrypted = decrypt(userId, secret)
    if (decrypted === undefined) throw unreadable()
    const { sign } = createSigner([decrypted])
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
    return { codes, hashes: codes.map((code) => sign(recoveryText(userId, normalized(code)))) }
  }

  async function takeRecoveryCode(userId: string, secret: string, code: string) {
    const decrypted = decrypt(userId, secret)
    // The first recovery codes were signed with APP_SECRET.
    const signers = [signer, ...(decrypted === undefined ? [] : [createSigner([decrypted])])]
    const hashes = await secondFactors.listRecoveryCodes(userId)
    const hash = hashes.find((each) => signers.some(({ verify }) => verify(recoveryText(userId, code), each)))
    return hash !== undefined && (await secondFactors.takeRecoveryCode(userId, hash))
  }

  /** Counts before checking, so concurrent guesses on any node can't get past the limits. */
  async function takeCode(userId: string, { secret, confirmedAt }: On, code: string, network: string) {
    const { wrongCodes, wrongCodesOfAccount } = rateLimits
    await wrongCodes.takeOrThrow({ account: userId, network })
    await wrongCodesOfAccount.takeOrThrow({ account: userId })
    const step = findStep(userId, secret, code)
    if (step === undefined || !(await secondFactors.useStep(userId, { confirmedAt, step }))) return false
    await wrongCodes.giveBack({ account: userId, network })
    await wrongCodesOfAccount.giveBack({ account: userId })
    return true
  }

  /** Recovery codes can't be guessed, so a right one works even after too many wrong codes. */
  async function requireRecoveryCode(userId: string, secret: string, code: string, network: string) {
    if (await takeRecoveryCode(userId, secret, code)) return
    await rateLimits.wrongCodes.takeOrThrow({ account: userId, network })
    await rateLimits.wrongCodesOfAccount.takeOrThrow({ account: userId })
    throw wrongCode()
  }

  async function findOn(userId: string): Promise<On | undefined> {
    const found = await secondFactors.find(userId)
    return found && found.confirmedAt !== null ? { secret: found.secret, confirmedAt: found.confirmedAt } : undefined
  }

  async function turnOff(userId: string, audit?: AuditRow) {
    const wasOn = await secondFactors.transaction(async (tx) => {
      if (!(await tx.remove(userId))) return false
      if (audit) await tx.insertAudit(audit)
      await tx.insertTask(notices.taskOf(userId, 'second-factor-off'))
      return true
    })
    if (wasOn) notices.nudge()
    return wasOn
  }

  return {
    async read(userId: string) {
      const isOn = (await findOn(userId)) !== undefined
      return { isOn, recoveryCodesLeft: isOn ? (await secondFactors.listRecoveryCodes(userId)).length : 0 }
    },

    /** Call this only after a right password, so wrong codes can't lock anyone out. */
    async requireCode(userId: string, given: string | undefined, network: string) {
      const found = await findOn(userId)
      if (!found) return
      const code = normalized(given ?? '')
      if (code === '') throw codeRequired()
      if (!/^\d{6}$/.test(code)) return requireRecoveryCode(userId, found.secret, code, network)
      if (!(await takeCode(userId, found, code, network))) throw wrongCode()
    },

    async start(viewer: Viewer) {
      await sessions.requireRecent(viewer)
      const account = await accounts.find(viewer.userId)
      if (!account) throw sessionOver()
      const secret = newCodeSecret()
      const encrypted = encryption.encrypt(secret, secretContext(account.id))
      if (!(await secondFactors.start(account.id, encrypted, instantIn(clock, setupMs)))) throw alreadyOn()
      return { secret, uri: codeUri({ secret, issuer: 'Framelight', label: account.email }) }
    },

    /** Turns it on. All other sessions end, because they were opened without a code. */
    async confirm({ userId, sessionId }: Viewer, given: string) {
      const found = await secondFactors.find(userId)
      if (found && found.confirmedAt !== null) throw alreadyOn()
      if (!found || found.expiresAt <= instantNow(clock)) throw setupOver()
      const { secret } = found
      // Otherwise a stolen session could guess a code while its owner sets up the app, and get the recovery codes.
      await rateLimits.wrongCodesOfAccount.takeOrThrow({ account: userId })
      const step = findStep(userId, secret, normalized(given))
      if (step === undefined) throw wrongCode()
      await rateLimits.wrongCodesOfAccount.giveBack({ account: userId })
      const { codes, hashes } = newRecoveryCodes(userId, secret)
      await secondFactors.transaction(async (tx) => {
        if (!(await tx.confirm(userId, { secret, step, now: instantNow(clock) }))) throw setupOver()
        await tx.replaceRecoveryCodes(userId, hashes)
        await tx.removeOtherSessions(userId, sessionId)
        await tx.insertTask(notices.taskOf(userId, 'second-factor-on'))
      })
      notices.nudge()
      return { recoveryCodes: codes }
    },

    async renewRecoveryCodes(viewer: Viewer) {
      await sessions.requireRecent(viewer)
      const found = await findOn(viewer.userId)
      if (!found) throw new AppError('VALIDATION_FAILED', 'No authenticator app is set up.')
      const { codes, hashes } = newRecoveryCodes(viewer.userId, found.secret)
      await secondFactors.transaction(async (tx) => {
        await tx.replaceRecoveryCodes(viewer.userId, hashes)
        await tx.insertTask(notices.taskOf(viewer.userId, 'recovery-codes'))
      })
      notices.nudge()
      return { recoveryCodes: codes }
    },

    async stop(viewer: Viewer) {
      await sessions.requireRecent(viewer)
      await turnOff(viewer.userId)
    },

    /** For administrators. Returns whether it was on. */
    turnOff,

    removeUnconfirmed: () => secondFactors.removeUnconfirmed(instantNow(clock)),
  }
}
export type SecondFactorService = ReturnType<typeof createSecondFactorService>

const normalized = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

function newRecoveryCode() {
  const letters = Array.from(randomBytes(10), (byte) => readableAlphabet[byte & 31]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

const codeRequired = () => new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.')
const refusedCode = (sentence: string) => new AppError('WRONG_CODE', sentence, { fields: { code: sentence } })
const wrongCode = () => refusedCode("That code didn't work. Codes change every 30 seconds: enter the newest one.")
const setupOver = () => refusedCode('This setup has expired. Close it and start again.')
const unreadable = () =>
  new AppError('VALIDATION_FAILED', "We can't use your authenticator app anymore. Turn it off, then set it up again.")
const alreadyOn = () => new AppError('VALIDATION_FAILED', 'An authenticator app is already set up.')
