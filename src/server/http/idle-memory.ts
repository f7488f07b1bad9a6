import type { Server } from 'node:http'
import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this long without connections, a GC pause of a few tenths of a second doesn't affect anyone. */
const quietMs = 5_000

const worthwhileBytes = 50_000_000

/**
 * Runs a thorough GC when no one is connected. V8's own idle GC would also discard hidden classes and compiled code
 * after a few seconds without requests, and the next visitors were served at two thirds of the speed
 * (docs/decisions/0045). So V8 keeps those, and the thorough GC waits until the last connection has closed.
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

  // Startup garbage makes up a fifth of the memory.
  server.once('listening', giveBack)
  server.on('connection', (socket) => {
    clearTimeout(timer)
    open++
    socket.once('close', () => {
      if (--open === 0) timer = setTimeout(giveBackIfWorthwhile, quietMs).unref()
    })
  })
}

/** What V8 does when it runs out of memory. Node only exposes it through a flag. */
function collectThoroughly() {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
