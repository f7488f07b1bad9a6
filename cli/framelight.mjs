#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { createApi } from './api.mjs'
import { download } from './commands/download.mjs'
import { importCommand } from './commands/import.mjs'
import { links } from './commands/links.mjs'
import { login, logout, whoami } from './commands/login.mjs'
import { upload } from './commands/upload.mjs'
import { watch } from './commands/watch.mjs'
import { FileProblem, Misuse, ServerError, Stopped, Unreachable } from './problems.mjs'
import { createReport } from './report.mjs'
import { secondsOf } from './seconds.mjs'
import { requireLogin } from './settings.mjs'

// An archive can have 100,000 entries. Node would rather use 250 MB of memory than collect garbage sooner.
setFlagsFromString('--optimize-for-size')

const commands = { login, logout, whoami, links, upload, watch, download, import: importCommand }

const everywhere = `  --json           print one JSON object instead of text
  --retry SECONDS  how long to wait for a server that can't be reached (300)`

const overview = `Usage: framelight COMMAND

${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n\n')}

Every command:
${everywhere}

Exit codes: 0 everything was done, 1 something was refused or the server couldn't be reached, 2 the command wasn't
understood.
`

const usageOf = ({ usage }) => `Usage: ${usage.replaceAll('\nframelight ', '\n       framelight ')}\n${everywhere}\n`

const commonOptions = { json: { type: 'boolean' }, retry: { type: 'string' }, help: { type: 'boolean' } }

const known = [FileProblem, ServerError, Stopped, Unreachable]

/** Problems of this computer, such as a full disk, are shown as a sentence. Everything else is a bug. */
const isExpected = (error) => known.some((kind) => error instanceof kind) || error.syscall !== undefined

/** One in 64 IDs and slugs starts with a dash, but isn't an option. */
const isValue = (arg) => !arg.startsWith('-') || /^-[\w-]{21}$/.test(arg)

/** Marks values so that `parseArgs` doesn't mistake them for options. */
function withMarkedValues(args, options) {
  const flags = []
  const positionals = []
  for (let at = 0; at < args.length; at++) {
    const [arg, next = '--'] = args.slice(at)
    if (arg === '--') return [...flags, '--', ...positionals, ...args.slice(at + 1)]
    if (isValue(arg)) positionals.push(arg)
    else if (options[arg.slice(2)]?.type === 'string') {
      if (!isValue(next)) throw new Misuse(`${arg} needs a value.`)
      flags.push(`${arg}=${next}`)
      at++
    } else flags.push(arg)
  }
  return [...flags, '--', ...positionals]
}

function parse(own, args) {
  const options = { ...commonOptions, ...own }
  try {
    return parseArgs({ args: withMarkedValues(args, options), options, allowPositionals: true })
  } catch (error) {
    if (error.code?.startsWith('ERR_PARSE_ARGS'))
      throw new Misuse(`${error.message.split('. ')[0].replace(/\.$/, '')}.`)
    throw error
  }
}

async function runCommand(command, args) {
  const { values, positionals } = parse(command.options, args)
  if (values.help) {
    process.stdout.write(usageOf(command))
    return 0
  }
  if (!command.reports && positionals.length > 0) throw new Misuse(`Unexpected argument '${positionals[0]}'.`)
  const retrySeconds = secondsOf(values, 'retry', 300)
  const isDryRun = values['dry-run'] ?? false
  const report = createReport({ isJson: values.json ?? false, verb: command.verb, isDryRun })
  let api
  try {
    const login = command.needsLogin ? await requireLogin() : undefined
    api = login && createApi({ ...login, retrySeconds, onWait: report.wait })
    await command.run({ api, server: login?.server, values, positionals, report, retrySeconds })
  } catch (error) {
    if (error instanceof Misuse || !isExpected(error)) throw error
    report.stop(error)
    if (values.json || !command.reports) process.stderr.write(`${error.message}\n`)
  } finally {
    api?.close()
  }
  if (command.reports) report.finish()
  return report.hasRefused() ? 1 : 0
}

async function main([name, ...args]) {
  if (name === '--help' || name === 'help') {
    process.stdout.write(overview)
    return 0
  }
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  try {
    if (!command) throw new Misuse(unknown(name))
    return await runCommand(command, args)
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    process.stderr.write(`${error.message}\n${command ? usageOf(command) : overview}`)
    return 2
  }
}

function unknown(name) {
  if (name === undefined) return 'Name a command.'
  return name.startsWith('-') ? `Unknown option '${name}'.` : `There's no command '${name}'.`
}

// Whoever reads the output may stop early, like `head`.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await main(process.argv.slice(2))
