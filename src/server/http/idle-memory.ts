import type { Server } from 'node:http'
import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Nobody has been connected for so long: a pause of some tenths of a second disturbs no one. */
const quietMs = 5_000

/** Less is not worth it. */
const worthwhileBytes = 50_000_000

/**
 * Collects garbage and gives memory back when nobody is there, for the whole process. V8 would do so by itself after
 * seconds without a request, and forget with it how requests look and most of the code that it has compiled: the next
 * visitors were served at two thirds of the speed (docs/decisions/0045). So its own way keeps these, and the thorough one
 * waits until the last connection has gone.
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

  // What is left of starting is a fifth of the memory.
  server.once('listening', giveBack)
  server.on('connection', (socket) => {
    clearTimeout(timer)
    open++
    socket.once('close', () => {
      if (--open === 0) timer = setTimeout(giveBackIfWorthwhile, quietMs).unref()
    })
  })
}

/** As V8 does when it is out of memory; Node shows it to nobody who does not ask for it. */
function collectThoroughly() {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
