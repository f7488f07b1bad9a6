import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>

const load = () => import('@simplewebauthn/browser')

export async function createPasskey(options: Options) {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON })) } as Record<string, unknown>
}

export async function answerWithPasskey(options: Options) {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ...(await startAuthentication({ optionsJSON })) } as Record<string, unknown>
}

/** Whether the person closed the browser's dialog, or it timed out. */
export const isDismissed = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Whether the device already has a passkey for this account. */
export const isKnownDevice = (error: unknown) => error instanceof Error && error.name === 'InvalidStateError'
