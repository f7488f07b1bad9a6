/** Time as the product sees it; tests turn it by hand. */
export type Clock = {
  now(): Date
  /** Milliseconds since some moment, never set back: what ages are measured by. */
  monotonicMs(): number
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }

/** The instant `milliseconds` from now, as the database keeps it. */
export const instantIn = (clock: Clock, milliseconds: number) =>
  new Date(clock.now().getTime() + milliseconds).toISOString()

export const instantNow = (clock: Clock) => clock.now().toISOString()

export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)
