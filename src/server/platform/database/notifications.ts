import pg from 'pg'
import type { Log } from '../concurrency/job.ts'

type Options = {
  url: string
  /** What another node said; undefined where something may have been missed. */
  onHeard: (text: string | undefined) => void
  log: Log
}

const channel = 'framelight_changes'
const retryMs = 1000

/**
 * PostgreSQL's LISTEN and NOTIFY between the nodes on one database, over a connection of its own. Best effort: a message
 * sent while a node is not connected is lost to it, so nothing may depend on one.
 */
export function createNotifications({ url, onHeard, log }: Options) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** One message after the other: a connection has room for one statement at a time. */
  let sending: Promise<unknown> = Promise.resolve()
  /** Of what we say ourselves the server tells us too. */
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
      log.warn({ err: error }, 'other nodes cannot be heard; trying again')
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
    /** Not awaited; where it fails, the other nodes find out by themselves. */
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
