import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const noSuchName = 3
const serverFailure = 2

/** Returns the length of the question: its name, type and class. */
function questionLength(query: Buffer) {
  let at = 12
  while (query[at] !== 0) at += (query[at] ?? 0) + 1
  return at + 5 - 12
}

function nameIn(query: Buffer) {
  const labels: string[] = []
  for (let at = 12; query[at] !== 0; at += (query[at] ?? 0) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  }
  return labels.join('.').toLowerCase()
}

function answerTo(query: Buffer, texts: string[], code: number) {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts.length, 6)
  header.writeUInt32BE(0, 8)
  const answers = texts.map((text) => {
    const start = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length])
    return Buffer.concat([start, Buffer.from(text, 'latin1')])
  })
  return Buffer.concat([header, query.subarray(12, 12 + questionLength(query)), ...answers])
}

/** Answers queries for TXT records on a free port. Set `isFailing` to simulate a broken resolver. */
export async function createDnsServer() {
  const records = new Map<string, string[]>()
  const dns = { records, isFailing: false, asked: [] as string[] }
  const socket = createSocket('udp4', (query, { port, address }) => {
    const name = nameIn(query)
    dns.asked.push(name)
    const texts = records.get(name) ?? []
    const code = dns.isFailing ? serverFailure : records.has(name) ? 0 : noSuchName
    socket.send(answerTo(query, dns.isFailing ? [] : texts, code), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return Object.assign(dns, {
    server: `127.0.0.1:${socket.address().port}`,
    close: () => void socket.close(),
  })
}
