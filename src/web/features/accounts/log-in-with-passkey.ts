import { getPasskeyLoginOptions, loginWithPasskey } from '#shared/sign-in.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { browserTimeZone } from '#web/lib/formats.ts'
import { answerWithPasskey, isDismissed } from '#web/lib/passkeys.ts'
import { startSession } from '#web/lib/session.ts'

/** Returns why it failed, or an empty text if the person closed the browser's dialog. Undefined means success. */
export async function logInWithPasskey(rememberMe: boolean) {
  try {
    const response = await answerWithPasskey((await call(getPasskeyLoginOptions)).data)
    startSession(await call(loginWithPasskey, { body: { response, rememberMe, timeZone: browserTimeZone() } }))
    return undefined
  } catch (error) {
    return isDismissed(error) ? '' : thrownMessage(error, "That passkey didn't work. Try again.")
  }
}
