import { Secret, TOTP } from 'otpauth'

/** What authenticator apps support. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

export const newCodeSecret = () => new Secret({ size: 20 }).base32

/** Authenticator apps read this from a QR code. */
export const codeUri = ({ secret, issuer, label }: { secret: string; issuer: string; label: string }) =>
  new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** Returns the time step that the code belongs to, if that's the current one or one before or after it. */
export function stepOfCode(code: string, secret: string, now: Date) {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
