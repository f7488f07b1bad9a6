import type { Database } from '#server/platform/database/database.ts'

type NewInvitation = { id: string; email: string | null; createdAt: string; expiresAt: string }

export function createRegistrationInvitationRepository(db: Database) {
  return {
    list: (now: string) =>
      db
        .selectFrom('registration_invitations')
        .select(['id', 'email', 'created_at as createdAt', 'expires_at as expiresAt'])
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .execute(),

    find: (id: string) =>
      db.selectFrom('registration_invitations').select(['id', 'email']).where('id', '=', id).executeTakeFirst(),

    findLive: (id: string, now: string) =>
      db
        .selectFrom('registration_invitations')
        .select(['id', 'email'])
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    insert: ({ id, email, createdAt, expiresAt }: NewInvitation) =>
      db
        .insertInto('registration_invitations')
        .values({ id, email, created_at: createdAt, expires_at: expiresAt })
        .execute(),

    /** Returns undefined if it's already gone, so only one of two people can register with the same invitation. */
    remove: (id: string) =>
      db.deleteFrom('registration_invitations').where('id', '=', id).returning('email').executeTakeFirst(),

    removeExpired: (now: string) => db.deleteFrom('registration_invitations').where('expires_at', '<=', now).execute(),
  }
}
