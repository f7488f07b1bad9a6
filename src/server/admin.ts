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

  users              list all accounts
  user EMAIL         show one account
  create EMAIL       create an account and print a link for setting its password (--name NAME)
  grant EMAIL        make someone an administrator
  revoke EMAIL       remove someone's administrator role
  disable EMAIL      sign someone out everywhere and close their links; deletes nothing
  enable EMAIL       undo disable
  reset EMAIL        send a password reset email
  test-email [EMAIL] send a test email to EMAIL or to every administrator, and report the result
  daily-mail         send today's daily emails now

  --json             print a single JSON value
  --help             print this help

Works alongside a running server, on the database set by DATA_DIR or DATABASE_URL. Exit codes: 0 success, 1 failure, 2 invalid arguments.
`

process.exitCode = await main()

async function main() {
  const parsed = readArguments()
  if (parsed === 'help') return print(process.stdout, usage, 0)
  if (typeof parsed === 'string') return print(process.stderr, `${parsed}\n\n${usage}`, 2)
  const { command, options, isJson } = parsed
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

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, help: { type: 'boolean' }, name: { type: 'string' } },
      allowPositionals: true,
    })
    const [name = '', given = '', ...others] = positionals
    if (values.help || name === 'help') return 'help'
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) return name ? `There's no command ${name}.` : 'Which command?'
    const isGiven = given !== ''
    if ((command.needsEmail !== 'optional' && command.needsEmail !== isGiven) || others.length > 0) {
      return command.needsEmail ? `Pass one email address: ${name} EMAIL` : `${name} doesn't take an email address.`
    }
    const { success, data: email = '' } = emailAddress(emailMaxLength).safeParse(given)
    if (isGiven && !success) return `${given} isn't an email address.`
    const options = { email, name: values.name?.trim() || (email.split('@')[0] ?? email) }
    return { command, options, isJson: values.json ?? false }
  } catch (error) {
    return misuseIn(error) ?? (error as Error).message
  }
}

/** Doesn't start the background jobs, because the running server sends queued emails. */
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
