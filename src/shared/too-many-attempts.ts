/** The server sends this sentence, and the web app shows it during its countdown. */
export function tooManyAttempts(retryAfterSeconds: number) {
  const wait = Math.ceil(retryAfterSeconds / 60)
  return `Too many attempts. Try again in ${wait === 1 ? 'a minute' : `${wait} minutes`}.`
}
