import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }
type Flaws = { origin?: string; isUserVerified?: boolean; counter?: number }

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
const uint32 = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** A passkey in software, for tests that don't need a browser. It counts its uses unless told otherwise. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  // COSE: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1) with x (-2) and y (-3).
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
  let uses = 0
  let userHandle = ''

  const clientData = (type: string, { challenge }: Options, flaws: Flaws) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: flaws.origin ?? origin, crossOrigin: false }))

  function authenticatorData(rpId: string, attested: Buffer | undefined, { isUserVerified = true, counter }: Flaws) {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(counter ?? ++uses), attested ?? Buffer.alloc(0)])
  }

  const envelope = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' }

  return {
    register(options: Options, flaws: Flaws = {}) {
      userHandle = options.user?.id ?? ''
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const authData = authenticatorData(options.rp?.id ?? '', attested, flaws)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none')],
        ...[cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authData)],
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', options, flaws))
      const response = { clientDataJSON, attestationObject: base64url(attestationObject) }
      return { ...envelope, response, clientExtensionResults: {} }
    },

    answer(options: Options, flaws: Flaws = {}) {
      const client = clientData('webauthn.get', options, flaws)
      const data = authenticatorData(options.rpId ?? '', undefined, flaws)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      }
      return { ...envelope, response, clientExtensionResults: {} }
    },
  }
}
