import type { Server } from 'node:http'
import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this long without connections, a GC pause is unlikely to affect visitors. */
const quietMs = 5_000

const worthwhileBytes = 50_000_000

/**
 * Runs a thorough GC when no clients are connected. By default, V8's idle GC also discards hidden classes and compiled
 * code after a few seconds without requests, which slowed the next requests to two thirds of their speed
 * (docs/decisions/0045). So V8 is set to keep them, and the thorough GC runs only after the last connection has closed.
 */
export function useIdleMemory(server: Server, { usedBytes = memoryUsage.rss, collect = collectThoroughly } = {}) {
  setFlagsFromString('--no-memory-reducer-favors-memory')
  setFlagsFromString('--retain-maps-for-n-gc=1000')
  let held = usedBytes()
  let open = 0
  let timer: NodeJS.Timeout | undefined

  function giveBack() {
    collect()
    held = usedBytes()
  }

  function giveBackIfWorthwhile() {
    if (usedBytes() - held >= worthwhileBytes) giveBack()
  }

  // After startup, a fifth of the memory is garbage.
  server.once('listening', giveBack)
  server.on('connection', (socket) => {
    clearTimeout(timer)
    open++
    socket.once('close', () => {
      if (--open === 0) timer = setTimeout(giveBackIfWorthwhile, quietMs).unref()
    })
  })
}

/** Runs the GC that V8 runs when it's out of memory. Node exposes it only through a flag. */
function collectThoroughly() {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
