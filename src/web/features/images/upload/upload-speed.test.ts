import { expect, test } from 'vitest'
import { UploadSpeed } from './upload-speed.ts'

test('the time left is estimated from the last few seconds', () => {
  const speed = new UploadSpeed()
  for (let second = 0; second <= 4; second += 1) speed.add(second * 1000, 100)
  expect(speed.secondsFor(1000)).toBe(10)
  for (let second = 5; second <= 30; second += 1) speed.add(second * 1000, 500)
  expect(speed.secondsFor(1000)).toBe(2)
})

test('the estimate requires a second of data, ignores negative progress, and is cleared by a reset', () => {
  const speed = new UploadSpeed()
  expect(speed.secondsFor(1)).toBeUndefined()
  speed.add(0, 100)
  speed.add(500, 100)
  expect(speed.secondsFor(1)).toBeUndefined()
  speed.add(1000, 100)
  speed.add(1000, -200)
  expect(speed.secondsFor(200)).toBe(1)
  speed.reset()
  expect(speed.secondsFor(200)).toBeUndefined()
})
