import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { AppError } from '#shared/errors.ts'
import { emailMaxLength } from '#shared/limits.ts'
import { emailAddress } from '#shared/text.ts'
import { commands } from './admin-commands.ts'
import { readConfig } from './config.ts'
import { openExistingDatabase } from './platform/database/database.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { misuseIn, sentenceOf, warnOfUnknownSettings } from './run-command.ts'
import { createServices, type Services } from './services.ts'

const usage = `Usage: npm run admin -- COMMAND [EMAIL] [--json]

  users              all accounts
  user EMAIL         one account
  create EMAIL       make an account; prints the address where they choose a password (--name NAME)
  grant EMAIL        make somebody an administrator
  revoke EMAIL       and take that back
  disable EMAIL      sign somebody out everywhere and close their links; nothing is deleted
  enable EMAIL       and open everything again
  reset EMAIL        send a mail that resets the password
  test-email [EMAIL] send a test email now, to EMAIL or to every administrator, and say how that went
  daily-mail         send today's daily mails now

  --json             print one JSON value and nothing else
  --help             print this

It works beside a running server, on the database that DATA_DIR or DATABASE_URL names. Exit codes: 0 done, 1 refused, 2 misused.
`

/** `npm run admin`: the operator's acts. */
process.exitCode = await main()

async function main() {
  const wanted = readArguments()
  if (wanted === 'help') return print(process.stdout, usage, 0)
  if (typeof wanted === 'string') return print(process.stderr, `${wanted}\n\n${usage}`, 2)
  const { command, options, isJson } = wanted
  warnOfUnknownSettings()
  try {
    const { value, text } = await withServices((services, publicUrl) =>
      command.run(services, { ...options, publicUrl }),
    )
    return print(process.stdout, `${isJson ? JSON.stringify(value) : text}\n`, 0)
  } catch (error) {
    const sentence = error instanceof AppError ? error.message : sentenceOf(error)
    return isJson
      ? print(process.stdout, `${JSON.stringify({ error: sentence })}\n`, 1)
      : print(process.stderr, `${sentence}\n`, 1)
  }
}

function print(stream: NodeJS.WriteStream, text: string, exitCode: number) {
  stream.write(text)
  return exitCode
}

/** What to do, or why that cannot be told. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, help: { type: 'boolean' }, name: { type: 'string' } },
      allowPositionals: true,
    })
    const [name = '', given = '', ...others] = positionals
    if (values.help || name === 'help') return 'help'
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) return name ? `There is no command ${name}.` : 'Name a command.'
    const isGiven = given !== ''
    if ((command.needsEmail !== 'optional' && command.needsEmail !== isGiven) || others.length > 0) {
      return command.needsEmail ? `Name one account by its email: ${name} EMAIL` : `${name} takes no account.`
    }
    const { success, data: email = '' } = emailAddress(emailMaxLength).safeParse(given)
    if (isGiven && !success) return `${given} is no e-mail address.`
    const options = { email, name: values.name?.trim() || (email.split('@')[0] ?? email) }
    return { command, options, isJson: values.json ?? false }
  } catch (error) {
    return misuseIn(error) ?? (error as Error).message
  }
}

/** The same services as the server's, of which none is started: nothing is cleared away and no mail is sent but what is asked for. */
async function withServices<T>(work: (services: Services, publicUrl: string) => Promise<T>) {
  const config = readConfig(process.env)
  const db = await openExistingDatabase(config.database)
  try {
    const { storage: options } = config
    const storage = await createStorage(options.kind === 'disk' ? { ...options, isGuest: true } : options)
    const services = await createServices({ config, db, storage, log: pino({ level: 'silent' }) })
    try {
      return await work(services, config.publicUrl)
    } finally {
      await services.close()
    }
  } finally {
    await db.destroy()
  }
}
