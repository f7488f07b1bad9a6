import type { Database } from '#server/platform/database/database.ts'
import type { PasswordLogin } from '#shared/config.ts'

export type LoginSettings = {
  passwordLogin: PasswordLogin
  /** Identities of any other issuer don't work. Undefined without single sign-on. */
  issuer: string | undefined
}

/**
 * Counts what someone can log in with: their password, if it works for them, passkeys and identities. Call this after
 * `lock` and removing one of them, and roll back if none is left.
 */
export async function countWaysIn(db: Database, userId: string, { passwordLogin, issuer }: LoginSettings) {
  const account = await db
    .selectFrom('users')
    .select(['password_hash', 'is_admin'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const identities = await db
    .selectFrom('identities')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer ?? '')
    .executeTakeFirstOrThrow()
  const isPasswordOn = passwordLogin === 'on' || (passwordLogin === 'admins' && account?.is_admin === 1)
  const hasPassword = isPasswordOn && account !== undefined && account.password_hash !== ''
  return Number(hasPassword) + Number(passkeys.count) + Number(identities.count)
}
