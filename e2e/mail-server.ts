import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Accepts every email and saves it to FOLDER, where `outbox.ts` finds it. */
const { PORT, FOLDER = '' } = process.env
let received = 0

mkdirSync(FOLDER, { recursive: true })
new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    text(stream).then((message) => {
      writeFileSync(join(FOLDER, `${String(received++).padStart(6, '0')}.eml`), message)
      done()
    }, done)
  },
}).listen(Number(PORT), '127.0.0.1')
