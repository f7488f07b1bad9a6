import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Forwards each signal only once, because npm sends it again after the terminal. */
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

/** If npm or its shell dies without forwarding a signal, the only sign is a new parent process ID. */
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

/** Collects stdout and stderr in `output`. If this process receives a signal, it exits once the command has ended. */
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
