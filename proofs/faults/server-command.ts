import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiled, root } from '#test/support/product.ts'

type Command = 'backup' | 'restore' | 'check'

export function startServerCommand(name: Command, dataDir: string, args: string[] = []) {
  const startedAt = performance.now()
  const command = ['--disable-warning=ExperimentalWarning', `src/server/commands/${name}.ts`, ...args]
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir }
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({
    text: text.trim(),
    code: code as number | null,
    wasKilled: signal === 'SIGKILL',
    ms: performance.now() - startedAt,
  }))
  return { ended, kill: () => child.kill('SIGKILL') }
}

export const runServerCommand = (...command: Parameters<typeof startServerCommand>) =>
  startServerCommand(...command).ended

/** Operators should never see a stack trace. */
export const hasStack = (text: string) => /^\s+at .+:\d+/m.test(text)
