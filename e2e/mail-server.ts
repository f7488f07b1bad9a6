import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
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
      const name = `${String(received++).padStart(6, '0')}.eml`
      // A hidden name until it's complete, like in the server's own outbox.
      writeFileSync(join(FOLDER, `.${name}`), message)
      renameSync(join(FOLDER, `.${name}`), join(FOLDER, name))
      done()
    }, done)
  },
}).listen(Number(PORT), '127.0.0.1')
