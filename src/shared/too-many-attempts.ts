export function tryAgainIn(retryAfterSeconds: number) {
  const wait = Math.ceil(retryAfterSeconds / 60)
  return `Try again in ${wait === 1 ? 'a minute' : `${wait} minutes`}.`
}

/** The server sends this sentence, and the web app shows it during its countdown. */
export const tooManyAttempts = (retryAfterSeconds: number) => `Too many attempts. ${tryAgainIn(retryAfterSeconds)}`
