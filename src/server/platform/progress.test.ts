import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

function aProgress({ isTTY, total }: { isTTY: boolean; total?: number }) {
  const written: string[] = []
  let now = 0
  const write = (text: string) => written.push(text) > 0
  const progress = createProgress({ label: 'Copying', total, stream: { isTTY, write }, now: () => now })
  return { progress, written, wait: (ms: number) => (now += ms) }
}

test('a command that takes under three seconds prints nothing', () => {
  const { progress, written, wait } = aProgress({ isTTY: true })
  for (let done = 0; done < 29; done++) {
    progress.update(done)
    wait(100)
  }
  progress.done()
  expect(written).toEqual([])
})

test('a log gets a line at most every five seconds', () => {
  const { progress, written, wait } = aProgress({ isTTY: false, total: 4000 })
  for (let done = 0; done <= 1200; done += 100) {
    progress.update(done)
    wait(1000)
  }
  progress.done()
  expect(written).toEqual(['Copying: 300 of 4,000 (7%)\n', 'Copying: 800 of 4,000 (20%)\n'])
})

test('a terminal shows one line that is cleared at the end', () => {
  const { progress, written, wait } = aProgress({ isTTY: true })
  wait(3000)
  progress.update(1000)
  wait(100)
  progress.update(1001)
  wait(100)
  progress.update(2500)
  progress.done()
  expect(written).toEqual(['\r\x1b[KCopying: 1,000', '\r\x1b[KCopying: 2,500', '\r\x1b[K'])
})
