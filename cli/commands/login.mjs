import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createApi } from '../api.mjs'
import { Misuse } from '../problems.mjs'
import { forgetLogin, requireLogin, saveLogin } from '../settings.mjs'

export const login = {
  usage: `framelight login --server URL
  Reads an API key from standard input, or from FRAMELIGHT_KEY, and saves it.
  Create a key in the browser, under Account Settings > Programs.
  --server URL     the address of your Framelight, such as https://photos.example.com`,
  options: { server: { type: 'string' } },
  async run({ values, report, retrySeconds }) {
    const server = toServer(values.server)
    const key = (process.env.FRAMELIGHT_KEY ?? (await readKey())).trim()
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Misuse('Enter an API key, or set FRAMELIGHT_KEY.')
    const current = await fetchKey({ server, key, retrySeconds, onWait: report.wait })
    await saveLogin({ server, key })
    printLogin(server, current, values.json)
  },
}

export const logout = {
  usage: `framelight logout
  Forgets the server and the key. To stop the key from working, revoke it in the browser.`,
  async run({ values }) {
    await forgetLogin()
    process.stdout.write(values.json ? '{}\n' : 'Logged out.\n')
  },
}

export const whoami = {
  usage: `framelight whoami
  Shows the server, and what the key may do.`,
  async run({ values, report, retrySeconds }) {
    const { server, key } = await requireLogin()
    printLogin(server, await fetchKey({ server, key, retrySeconds, onWait: report.wait }), values.json)
  },
}

async function fetchKey(login) {
  const api = createApi(login)
  try {
    return (await api.get('/api/auth/keys/current')).data
  } finally {
    api.close()
  }
}

function toServer(text) {
  if (!text) throw new Misuse('Name your server: --server https://photos.example.com')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new Misuse(`This isn't the URL of a server: ${text}`)
  }
  return url.origin
}

function printLogin(server, { name, scopes, links, expiresAt, owner }, isJson) {
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ server, name, scopes, links, expiresAt, owner })}\n`)
    return
  }
  const lines = [
    `Logged in to ${server} as ${owner.name}.`,
    `Key: ${name} (${scopes.join(', ')})`,
    links && `Limited to ${links.length} ${links.length === 1 ? 'link' : 'links'}`,
    expiresAt && `Expires: ${expiresAt}`,
  ]
  process.stdout.write(
    `${lines
      .filter(Boolean)
      .join('\n')
      .replace(/[^\P{Cc}\n]/gu, '?')}\n`,
  )
}

async function readKey() {
  if (!process.stdin.isTTY) return text(process.stdin)
  process.stderr.write('API key: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
