import { isOwner, type RecordAct } from '#server/features/access/roles.ts'
import { type Clock, instantIn, minutes } from '#server/platform/clock.ts'
import { isForeignKeyViolation } from '#server/platform/database/errors.ts'
import type { ActivityRepository } from './activity.repository.ts'
import { prepareUnmailed } from './events.service.ts'

/** What the same person does again on the same link within this time is one event. */
const teamEventMs = minutes(10)

export const createTeamEvents =
  ({ activity, clock }: { activity: ActivityRepository; clock: Clock }): RecordAct =>
  async (viewer, link, act, count = 1) => {
    if (!viewer || isOwner(link, viewer) || count === 0) return
    try {
      await activity.transaction(async (tx) => {
        const name = await tx.findUserName(viewer.userId)
        const event = prepareUnmailed(
          { kind: 'team', link, name: name ?? '', act, actorId: viewer.userId, count },
          clock,
        )
        await tx.insertTeamEvent(event, instantIn(clock, -teamEventMs))
      })
    } catch (error) {
      // The link was deleted in the meantime.
      if (!isForeignKeyViolation(error)) throw error
    }
  }
