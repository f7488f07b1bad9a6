import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

describe('a lane', () => {
  it('runs at most its width at once, in the order of arrival', async () => {
    const lane = createSemaphore(2)
    const started: number[] = []
    let running = 0
    let most = 0
    const tasks = [0, 1, 2, 3, 4, 5].map((index) =>
      lane.run(async () => {
        started.push(index)
        running += 1
        most = Math.max(most, running)
        await delay(5)
        running -= 1
      }),
    )
    expect(lane.waiting).toBe(4)
    await Promise.all(tasks)
    expect(started).toEqual([0, 1, 2, 3, 4, 5])
    expect(most).toBe(2)
    expect(lane.waiting).toBe(0)
  })

  it('lets a waiting task go when its signal says so', async () => {
    const lane = createSemaphore(1)
    const first = lane.run(() => delay(10, 'first'))
    const controller = new AbortController()
    const second = lane.run(async () => 'never', controller.signal)
    const third = lane.run(async () => 'third')
    controller.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    expect(await first).toBe('first')
    expect(await third).toBe('third')
    await expect(lane.run(async () => 'never', controller.signal)).rejects.toThrow('gone')
  })

  it('passes its place on after a failure', async () => {
    const lane = createSemaphore(1)
    const failing = lane.run(() => Promise.reject(new Error('broken')))
    const next = lane.run(async () => 'next')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })

  it('says when it is idle', async () => {
    const lane = createSemaphore(1)
    await lane.idle()
    let isDone = false
    const task = lane
      .run(() => delay(5))
      .then(() => {
        isDone = true
      })
    await lane.idle()
    await task
    expect(isDone).toBe(true)
  })
})
