import type { AccountService, RememberTimeZone } from '#server/features/accounts/accounts.service.ts'
import { groupRoleEntry } from '#server/features/accounts/audit.service.ts'
import { toIdentity } from '#server/features/accounts/identities.service.ts'
import type { SecondFactorService } from '#server/features/accounts/second-factors.service.ts'
import type { SessionService } from '#server/features/accounts/sessions.service.ts'
import type { SignInNoticeService } from '#server/features/accounts/sign-in-notices.service.ts'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/network.ts'
import type { OidcConfig } from '#server/platform/oidc/oidc-client.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Client, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { OidcCode } from '#shared/oidc.ts'
import type { Account, OidcFlowRepository, Person, ProvenFlow } from './oidc-flows.repository.ts'

type Dependencies = {
  flows: OidcFlowRepository
  accounts: AccountService
  sessions: SessionService
  secondFactors: SecondFactorService
  signInNotices: SignInNoticeService
  rememberTimeZone: RememberTimeZone
  provider: OidcConfig
  canRegister: () => Promise<boolean>
  rateLimits: RateLimits
  clock: Clock
}

type Repository = Parameters<Parameters<OidcFlowRepository['transaction']>[0]>[0]
type From = { browser: string | undefined; viewer: Viewer | undefined; client: Client }

const passwordMs = minutes(10)

/** Another request created the same account or identity at the same time. */
class Raced extends Error {}

/** Turns the code of a finished flow into a session, a connected account or a confirmed session. */
export function createOidcService(dependencies: Dependencies) {
  const {
    flows,
    accounts,
    sessions,
    secondFactors,
    signInNotices,
    rememberTimeZone,
    provider,
    canRegister,
    rateLimits,
    clock,
  } = dependencies

  async function requireFlow(code: string, { browser, viewer }: From) {
    const flow = browser
      ? await flows.findProven({ codeHash: hashToken(code), browserHash: hashToken(browser), now: instantNow(clock) })
      : undefined
    if (!flow || (flow.sessionId !== null && flow.sessionId !== viewer?.sessionId)) throw deadCode()
    return flow
  }

  async function takeFlow(tx: Repository, { stateHash }: ProvenFlow) {
    if (!(await tx.remove(stateHash))) throw deadCode()
  }

  const newIdentity = (userId: string, { issuer, subject, statedEmail }: Person) => ({
    id: newId(),
    userId,
    issuer,
    subject,
    name: provider.name,
    email: statedEmail,
    createdAt: instantNow(clock),
  })

  async function insertIdentity(tx: Repository, userId: string, person: Person) {
    const identity = newIdentity(userId, person)
    if (!(await tx.identities.insert(identity))) return undefined
    await tx.accounts.insertTask(signInNotices.taskOf(userId, 'identity-added'))
    return identity
  }

  async function applyGroup(tx: Repository, account: Account, { isInAdminGroup }: Person) {
    if (isInAdminGroup ? account.isAdmin : !account.isGroupAdmin) return
    if (!(await tx.accounts.setGroupAdmin(account.id, isInAdminGroup))) return
    await tx.accounts.insertAudit(groupRoleEntry(clock, account.email, isInAdminGroup))
  }

  async function openSession(userId: string, flow: ProvenFlow, { timeZone }: OidcCode, { userAgent }: Client) {
    signInNotices.nudge()
    // If this fails, the account was disabled or deleted, or its password changed, in the meantime.
    const signedIn = await accounts.openSession(userId, { rememberMe: flow.rememberMe, userAgent }, deadCode)
    await rememberTimeZone(userId, timeZone)
    return signedIn
  }

  async function logInAgain(flow: ProvenFlow, identity: { id: string; userId: string }) {
    const account = await flows.accounts.find(identity.userId)
    if (!account) throw deadCode()
    accounts.requireEnabled(account)
    await flows.transaction(async (tx) => {
      await takeFlow(tx, flow)
      await tx.identities.update(identity.id, { name: provider.name, email: flow.person.statedEmail })
      await applyGroup(tx, account, flow.person)
    })
    return account.id
  }

  /** Takes the account's password, because the provider could give someone else its address. */
  async function connectExisting(flow: ProvenFlow, account: Account, body: OidcCode, client: Client) {
    const { password, secondFactorCode } = body
    await flows.waitForPassword(flow.stateHash, instantIn(clock, passwordMs))
    if (password === undefined) throw accountExists(account.email, provider.name)
    if (!(await accounts.isPassword(account, password, client))) {
      throw invalidField('password', 'Password is incorrect')
    }
    accounts.requireEnabled(account)
    await secondFactors.requireCode(account.id, secondFactorCode, networkOf(client.ip))
    await flows.transaction(async (tx) => {
      await takeFlow(tx, flow)
      if (!(await insertIdentity(tx, account.id, flow.person))) throw alreadyConnected(provider.name)
      await applyGroup(tx, account, flow.person)
    })
    return account.id
  }

  async function register(flow: ProvenFlow, email: string, client: Client) {
    if (!(await canRegister())) throw new AppError('REGISTRATION_CLOSED', "There's no account for you here yet.")
    await rateLimits.registrations.takeOrThrow({ network: networkOf(client.ip) })
    const { person } = flow
    return flows.transaction(async (tx) => {
      await takeFlow(tx, flow)
      const account = await tx.accounts.insert({
        id: newId(),
        name: person.name,
        email,
        passwordHash: '',
        isAdmin: false,
        isConfirmed: true,
        createdAt: instantNow(clock),
      })
      if (!account || !(await insertIdentity(tx, account.id, person))) throw new Raced()
      await applyGroup(tx, account, person)
      return account.id
    })
  }

  async function logIn(flow: ProvenFlow, body: OidcCode, client: Client): Promise<string> {
    const { issuer, subject, verifiedEmail } = flow.person
    // Before the identity: if a concurrent call registers the person in between, this one finds the identity.
    const account = verifiedEmail === null ? undefined : await flows.accounts.findByEmail(verifiedEmail)
    const identity = await flows.identities.find(issuer, subject)
    if (identity) return logInAgain(flow, identity)
    // The identity was removed since the callback.
    if (verifiedEmail === null) throw deadCode()
    return account ? connectExisting(flow, account, body, client) : register(flow, verifiedEmail, client)
  }

  async function connect(flow: ProvenFlow, viewer: Viewer) {
    const { person } = flow
    const identity = await flows.transaction(async (tx) => {
      await takeFlow(tx, flow)
      const inserted = await insertIdentity(tx, viewer.userId, person)
      if (inserted) return inserted
      const existing = await tx.identities.find(person.issuer, person.subject)
      if (!existing) throw alreadyConnected(provider.name)
      if (existing.userId !== viewer.userId) throw taken(provider.name)
      const current = { name: provider.name, email: person.statedEmail }
      await tx.identities.update(existing.id, current)
      return { ...existing, ...current }
    })
    signInNotices.nudge()
    return toIdentity(identity)
  }

  async function reauthenticate(flow: ProvenFlow, viewer: Viewer) {
    await takeFlow(flows, flow)
    const identity = await flows.identities.find(flow.person.issuer, flow.person.subject)
    if (identity?.userId === viewer.userId) return sessions.confirm(viewer)
    throw identity ? taken(provider.name) : notConnected(provider.name)
  }

  return {
    async use(body: OidcCode, from: From) {
      const flow = await requireFlow(body.code, from)
      const { viewer, client } = from
      if (flow.purpose === 'connect' && viewer) return { data: { identity: await connect(flow, viewer) } }
      if (flow.purpose === 'reauthenticate' && viewer) return { data: await reauthenticate(flow, viewer) }
      const userId = await logIn(flow, body, client).catch((error: unknown) => {
        if (error instanceof Raced) return logIn(flow, body, client)
        throw error
      })
      return openSession(userId, flow, body, client)
    },
  }
}
export type OidcService = ReturnType<typeof createOidcService>

const deadCode = () =>
  new AppError('UNAUTHENTICATED', 'This login has expired or has already been used. Please try again.')

const accountExists = (email: string, name: string) =>
  new AppError(
    'ACCOUNT_EXISTS',
    `There's already an account for ${email}. Enter its password to connect it with ${name}.`,
    {
      data: { email },
    },
  )

const taken = (name: string) =>
  new AppError('IDENTITY_TAKEN', `This ${name} account is connected to another Framelight account.`)

const alreadyConnected = (name: string) =>
  new AppError(
    'IDENTITY_TAKEN',
    `This Framelight account is already connected to another ${name} account. Disconnect that one first.`,
  )

const notConnected = (name: string) => new AppError('FORBIDDEN', `This ${name} account isn't connected to yours.`)
