import { type Clock, days, hours, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { describeDevice } from '#server/platform/user-agent.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Session } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import type { LiveSession, SessionRepository } from './sessions.repository.ts'
import { sessionOver } from './user-presenter.ts'

/** Write `last_seen_at` at most this often, so reads rarely write. */
const lastSeenStepMs = minutes(10)

type Dependencies = { sessions: SessionRepository; clock: Clock; reauthenticateMinutes: number }

export function createSessionService({ sessions, clock, reauthenticateMinutes }: Dependencies) {
  async function isRecent(viewer: Viewer) {
    const session = await sessions.findLiveById(viewer.sessionId, instantNow(clock))
    if (!session) throw sessionOver()
    return session.confirmedAt > instantIn(clock, -minutes(reauthenticateMinutes))
  }

  return {
    /**
     * Call this after verifying the password. Returns undefined if the password has changed since, or if the account
     * was disabled or deleted. Only the token's hash is stored.
     */
    async open(account: { id: string; passwordHash: string }, { rememberMe = false, userAgent = '' }) {
      const token = newToken()
      const now = instantNow(clock)
      const session = {
        id: newId(),
        tokenHash: hashToken(token),
        userId: account.id,
        device: describeDevice(userAgent),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: instantIn(clock, rememberMe ? days(30) : hours(24)),
        confirmedAt: now,
      }
      return (await sessions.insert(session, account.passwordHash)) ? token : undefined
    },

    async findViewer(token: string): Promise<Viewer | undefined> {
      const session = await sessions.findLive(hashToken(token), instantNow(clock))
      if (!session) return undefined
      if (session.lastSeenAt < instantIn(clock, -lastSeenStepMs)) {
        await sessions.updateLastSeen(session.id, instantNow(clock))
      }
      return viewerOf(session)
    },

    /** Used for signed URLs, which contain the session ID instead of the token. */
    async findViewerById(sessionId: string): Promise<Viewer | undefined> {
      const session = await sessions.findLiveById(sessionId, instantNow(clock))
      return session && viewerOf(session)
    },

    async list(viewer: Viewer): Promise<Session[]> {
      const live = await sessions.listLive(viewer.userId, instantNow(clock))
      return live.map(({ id, device, createdAt, lastSeenAt, expiresAt }) => ({
        _id: id,
        device,
        isCurrent: id === viewer.sessionId,
        createdAt,
        lastSeenAt,
        expiresAt,
      }))
    },

    isRecent,

    /** Call this before an act that a stolen session or an unattended computer shouldn't be enough for. */
    async requireRecent(viewer: Viewer) {
      if (!(await isRecent(viewer))) throw new AppError('REAUTHENTICATION_REQUIRED', "Confirm it's you to continue.")
    },

    /** Call this after someone has proved again who they are. */
    async confirm(viewer: Viewer) {
      if (!(await sessions.confirm(viewer.sessionId, instantNow(clock)))) throw sessionOver()
      return { confirmedUntil: instantIn(clock, minutes(reauthenticateMinutes)) }
    },

    end: (viewer: Viewer) => sessions.remove(viewer.sessionId),
    endOthers: (viewer: Viewer) => sessions.removeOthers(viewer.userId, viewer.sessionId),
    removeExpired: () => sessions.removeExpired(instantNow(clock)),
  }
}
const viewerOf = ({ id, userId, collaborations }: LiveSession): Viewer => ({
  userId,
  sessionId: id,
  ...(collaborations.length > 0 && { collaborations }),
})

export type SessionService = ReturnType<typeof createSessionService>
