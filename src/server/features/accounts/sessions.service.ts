import { type Clock, days, hours, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { describeDevice } from '#server/platform/user-agent.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Session } from '#shared/accounts.ts'
import type { SessionRepository } from './sessions.repository.ts'

/** Write `last_seen_at` at most this often, so reads rarely write. */
const lastSeenStepMs = minutes(10)

export function createSessionService({ sessions, clock }: { sessions: SessionRepository; clock: Clock }) {
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
      }
      return (await sessions.insert(session, account.passwordHash)) ? token : undefined
    },

    async findViewer(token: string): Promise<Viewer | undefined> {
      const session = await sessions.findLive(hashToken(token), instantNow(clock))
      if (!session) return undefined
      if (session.lastSeenAt < instantIn(clock, -lastSeenStepMs)) {
        await sessions.updateLastSeen(session.id, instantNow(clock))
      }
      return { userId: session.userId, sessionId: session.id }
    },

    /** Used for signed URLs, which contain the session ID instead of the token. */
    async findViewerById(sessionId: string): Promise<Viewer | undefined> {
      const session = await sessions.findLiveById(sessionId, instantNow(clock))
      return session && { userId: session.userId, sessionId: session.id }
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

    end: (viewer: Viewer) => sessions.remove(viewer.sessionId),
    endOthers: (viewer: Viewer) => sessions.removeOthers(viewer.userId, viewer.sessionId),
    removeExpired: () => sessions.removeExpired(instantNow(clock)),
  }
}
export type SessionService = ReturnType<typeof createSessionService>
