import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIdleMemory } from './idle-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a GC runs after five seconds without connections if memory use has grown enough', () => {
  const server = new EventEmitter()
  const collect = vi.fn()
  let used = 100_000_000
  useIdleMemory(server as Server, { usedBytes: () => used, collect })
  const connect = () => {
    const socket = new EventEmitter()
    server.emit('connection', socket)
    return () => socket.emit('close')
  }

  const [leaveFirst, leaveSecond] = [connect(), connect()]
  used += 60_000_000
  leaveFirst()
  vi.advanceTimersByTime(60_000)
  leaveSecond()
  vi.advanceTimersByTime(4_000)
  connect()()
  vi.advanceTimersByTime(4_000)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(collect).toHaveBeenCalledOnce()

  used += 40_000_000
  connect()()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledOnce()
})

test('a GC runs when the server starts listening', () => {
  const server = new EventEmitter()
  const collect = vi.fn()
  useIdleMemory(server as Server, { collect })
  expect(collect).not.toHaveBeenCalled()
  server.emit('listening')
  expect(collect).toHaveBeenCalledOnce()
})
