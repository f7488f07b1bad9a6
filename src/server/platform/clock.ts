/** Injected, so that tests can set the time. */
export type Clock = {
  now(): Date
  /** Use this to measure durations. Unlike `now`, it never goes backward. */
  monotonicMs(): number
}

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() }

export const instantIn = (clock: Clock, milliseconds: number) =>
  new Date(clock.now().getTime() + milliseconds).toISOString()

export const instantNow = (clock: Clock) => clock.now().toISOString()

export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)
