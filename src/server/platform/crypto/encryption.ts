import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'framelight/encryption', 32))

/**
 * For secrets that the server has to read again. Encrypts with the first app secret and decrypts with any of them, like
 * the signer. `context` says what the text belongs to: a value that was copied to another row doesn't decrypt.
 */
export function createEncryption(secrets: readonly [string, ...string[]]) {
  const keys = secrets.map(keyFrom) as [Buffer, ...Buffer[]]

  function open(sealed: Buffer, context: string, key: Buffer) {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }

  /** `index` is the position of the secret in the list. */
  function find(encrypted: string, context: string) {
    const sealed = Buffer.from(encrypted, 'base64url')
    for (const [index, key] of keys.entries()) {
      try {
        return { text: open(sealed, context, key), index }
      } catch {
        // Encrypted with another secret.
      }
    }
    return undefined
  }

  return {
    hasOlderSecrets: keys.length > 1,

    encrypt(text: string, context: string) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, keys[0], iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
      const sealed = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },

    /** Returns undefined if none of the secrets fits, for example after the one it was encrypted with was removed. */
    decrypt: (encrypted: string, context: string) => find(encrypted, context)?.text,

    /** Says whether the first secret decrypts the text, only an older one does, or none of them. */
    stateOf(encrypted: string, context: string) {
      const index = find(encrypted, context)?.index
      return index === undefined ? 'unreadable' : index === 0 ? 'current' : 'old'
    },
  }
}
export type Encryption = ReturnType<typeof createEncryption>
