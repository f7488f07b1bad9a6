import pg from 'pg'
import type { Log } from '../concurrency/job.ts'

type Options = {
  url: string
  /** Receives each message from another node, or undefined if we may have missed some. */
  onHeard: (text: string | undefined) => void
  log: Log
}

const channel = 'framelight_changes'
const retryMs = 1000

/**
 * Sends messages between nodes with LISTEN and NOTIFY, on a separate connection. A disconnected node misses messages,
 * so don't rely on them.
 */
export function createNotifications({ url, onHeard, log }: Options) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** A connection runs one statement at a time. */
  let sending: Promise<unknown> = Promise.resolve()
  /** PostgreSQL also delivers our own messages, which we skip by this ID. */
  let ownProcessId: number | undefined

  async function connect() {
    const connecting = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'framelight changes',
    })
    connecting.on('error', () => {})
    connecting.once('end', () => reconnect(connecting))
    connecting.on('notification', ({ payload, processId }) => {
      if (processId !== ownProcessId) onHeard(payload)
    })
    try {
      await connecting.connect()
      const { rows } = await connecting.query(`select pg_backend_pid() as pid`)
      ownProcessId = rows[0]?.pid
      await connecting.query(`listen ${channel}`)
      client = connecting
      onHeard(undefined)
    } catch (error) {
      log.warn({ err: error }, 'lost the connection for notifications from other nodes; reconnecting')
      await connecting.end().catch(() => {})
    }
    if (isStopped) await connecting.end().catch(() => {})
  }

  function reconnect(ended: pg.Client) {
    if (client === ended) client = undefined
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(connect, retryMs)
    timer.unref()
  }

  return {
    start: () => void connect(),
    /** Doesn't wait for delivery. If it fails, other nodes see the change when their cached values expire. */
    send(text: string) {
      sending = sending.then(() => client?.query('select pg_notify($1, $2)', [channel, text])).catch(() => {})
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
      await client?.end().catch(() => {})
    },
  }
}
