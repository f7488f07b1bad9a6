import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Forwards each signal once: a terminal sends it to the child too, and npm repeats it. */
function forwardSignals(child) {
  const received = new Set()
  const forward = (signal) => {
    if (!received.has(signal)) child.kill(signal)
    received.add(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)
  child.on('close', () => {
    for (const signal of forwarded) process.off(signal, forward)
  })
  return received
}

/** If npm is killed, or its shell dies without forwarding the signal, we only notice because our parent changes. */
function stopWhenNpmDies(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  child.on('close', () => clearInterval(watch))
}

const exitCode = (code, signal) => code ?? 128 + constants.signals[signal]

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(exitCode(code, signal)))
  })
}

export function runInForeground(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  forwardSignals(child)
  stopWhenNpmDies(child)
  return ended(child)
}

/** Runs a command and collects stdout and stderr in `output`. If a signal stops the command, this process ends too. */
export async function run(command, args, options) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const received = forwardSignals(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await ended(child)
  for (const signal of received) process.exit(exitCode(null, signal))
  return { code, output }
}
