/** Follows the system clock, but can be moved forward. */
export function createTestClock() {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    monotonicMs: () => performance.now() + offsetMs,
    advance: (milliseconds: number) => {
      offsetMs += milliseconds
    },
  }
}
export type TestClock = ReturnType<typeof createTestClock>

/** This clock only moves when it's advanced. */
export function createStoppedClock(start: string | number = '2026-01-01T00:00:00Z') {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    advance: (milliseconds: number) => {
      nowMs += milliseconds
    },
  }
}
