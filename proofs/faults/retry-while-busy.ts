import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '#test/support/client.ts'

const isBusy = ({ status }: Answer) => status === 429 || status === 503

/** Retries as clients should, but after a shorter wait than the server asks for. */
export async function retryWhileBusy(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call()
    if (!isBusy(answer)) return answer
    await delay(50)
  }
}
