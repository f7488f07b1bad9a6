import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { anyNetwork, createWebhookClient, publicNetwork, type WebhookNetwork } from './webhook-client.ts'

const message = { headers: { 'content-type': 'application/json' }, body: '{}' }

async function listen(answer: RequestListener, host = '127.0.0.1') {
  let connections = 0
  const server = createServer(answer)
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const accept: RequestListener = (_request, response) => void response.writeHead(204).end()

/** In these tests, 127.0.0.2 counts as public and 127.0.0.1 doesn't. */
function networkOf(answers: string[][]): WebhookNetwork & { lookups: () => number } {
  let lookups = 0
  return {
    protocols: ['http:'],
    isAllowed: (address) => address === '127.0.0.2',
    resolve: async () => answers[lookups++] ?? [],
    lookups: () => lookups,
  }
}

const refusedUrls = [
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'https://mara@hooks.example.com/',
  'https://:secret@hooks.example.com/',
  `https://hooks.example.com/${'a'.repeat(2000)}`,
  'hooks.example.com',
  '',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://0177.0.0.01/',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://100.127.255.254/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://192.0.0.8/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.7/',
  'https://203.0.113.7/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://[64:ff9b:1::8.8.8.8]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[3fff::1]/',
]

test('URLs that lead into a private network are refused in every spelling, without a connection', async () => {
  const client = createWebhookClient(publicNetwork)
  const connect = vi.spyOn(Socket.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  for (const url of refusedUrls) {
    expect(client.problemOf(url), url).toEqual(expect.any(String))
    expect(await client.post(url, message), url).toEqual({ status: null, error: client.problemOf(url) })
  }
  expect(connect).not.toHaveBeenCalled()
  await createWebhookClient(anyNetwork).post('http://127.0.0.1:1/', message)
  expect(connect).toHaveBeenCalledTimes(1)
})

test.each([
  'https://hooks.example.com/a?token=b',
  'https://hooks.example.com:8443/',
  'https://1.1.1.1/',
  'https://172.32.0.1/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::808:808]/',
])('%s is allowed', (url) => {
  expect(createWebhookClient(publicNetwork).problemOf(url)).toBeUndefined()
})

test('a host is refused if any of its addresses is private', async () => {
  const receiver = await listen(accept, '127.0.0.2')
  const network = networkOf([['127.0.0.2', '127.0.0.1'], ['127.0.0.1'], ['::1', '127.0.0.2'], ['not an address'], []])
  const client = createWebhookClient(network)
  for (let lookup = 0; lookup < 5; lookup++) {
    expect(await client.post(`http://hooks.example.com:${receiver.port}/`, message)).toMatchObject({ status: null })
  }
  expect([receiver.connections(), network.lookups()]).toEqual([0, 5])
})

test('a name is looked up once per attempt, and the connection goes to the address that was checked', async () => {
  const hidden = await listen(accept, '127.0.0.1')
  // The second answer would lead to the other server, on the same port.
  const receiver = createServer(accept)
  await new Promise<void>((resolve) => receiver.listen(hidden.port, '127.0.0.2', resolve))
  onTestFinished(() => void receiver.close())
  const network = networkOf([['127.0.0.2'], ['127.0.0.1']])
  const client = createWebhookClient(network)
  const url = `http://hooks.example.com:${hidden.port}/`
  expect(await client.post(url, message)).toEqual({ status: 204, error: null })
  expect(network.lookups()).toBe(1)
  expect(await client.post(url, message)).toMatchObject({ status: null })
  expect(hidden.connections()).toBe(0)
})

test('a redirect is a failure and is never followed', async () => {
  const target = await listen(accept)
  const receiver = await listen((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end()
  })
  const result = await createWebhookClient(anyNetwork).post(`http://127.0.0.1:${receiver.port}/`, message)
  expect(result).toEqual({ status: 307, error: "The receiver answered 307. Redirects aren't followed." })
  expect(target.connections()).toBe(0)
})

test('a receiver that never answers, never ends or never resolves is given up', async () => {
  const client = createWebhookClient(anyNetwork, { timeoutMs: 200 })
  const silent = await listen(() => {})
  expect(await client.post(`http://127.0.0.1:${silent.port}/`, message)).toEqual({
    status: null,
    error: "The receiver didn't answer within 0.2 seconds.",
  })
  const lost = createWebhookClient({ ...anyNetwork, resolve: () => new Promise(() => {}) }, { timeoutMs: 200 })
  expect(await lost.post('http://hooks.example.com/', message)).toMatchObject({ status: null })

  let written = 0
  const endless = await listen((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384
    }
    response.on('drain', more)
    more()
  })
  const patient = createWebhookClient(anyNetwork, { timeoutMs: 60_000 })
  expect(await patient.post(`http://127.0.0.1:${endless.port}/`, message)).toEqual({ status: 200, error: null })
  expect(written).toBeLessThan(20_000_000)
})

test('the error says what went wrong', async () => {
  const client = createWebhookClient(anyNetwork)
  const gone = await listen((_request, response) => void response.writeHead(500).end('no'))
  expect(await client.post(`http://127.0.0.1:${gone.port}/`, message)).toEqual({
    status: 500,
    error: 'The receiver answered 500.',
  })
  expect((await client.post(`https://127.0.0.1:${gone.port}/`, message)).error).toBe(
    "We couldn't make a secure connection to the receiver.",
  )
  const { error } = await client.post('http://127.0.0.1:1/', message)
  expect(error).toBe('The receiver refused the connection.')
})
