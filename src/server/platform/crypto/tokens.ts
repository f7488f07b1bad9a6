import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * 256 random bits. The database stores session, pass and reset tokens only as hashes, so a stolen database doesn't
 * grant access.
 */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Signs with the first secret and accepts all of them, so that secrets can be rotated without breaking URLs. */
export function createSigner(secrets: readonly [string, ...string[]]) {
  const macWith = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()
  return {
    sign: (text: string) => macWith(secrets[0], text).toString('base64url'),
    verify: (text: string, signature: string) => {
      const given = Buffer.from(signature, 'base64url')
      return secrets.some((secret) => {
        const expected = macWith(secret, text)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
  }
}
export type Signer = ReturnType<typeof createSigner>
