/** Said where too many wrong passwords were tried, and again while the time runs down. */
export function tooManyAttempts(retryAfterSeconds: number) {
  const wait = Math.ceil(retryAfterSeconds / 60)
  return `Too many tries. You can try again in ${wait === 1 ? 'a minute' : `${wait} minutes`}.`
}
