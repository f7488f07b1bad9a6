import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from './product.ts'

type Options = { folder: string; server?: string; key?: string; prefix?: string[]; program?: string }
type Settings = { input?: string; settings?: Record<string, string>; cwd?: string }

/** Runs the command line client in processes of its own, with its settings in `folder`. */
export async function createCommandLine({
  folder,
  server,
  key = `fl_${'x'.repeat(43)}`,
  prefix = [],
  program,
}: Options) {
  const file = join(folder, 'config', 'config.json')
  if (server) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify({ server, key }))
  }

  function start(args: string[], { input = '', settings = {}, cwd = folder }: Settings = {}) {
    const command = [...prefix, process.execPath, program ?? join(root, 'cli', 'framelight.mjs'), ...args]
    const child = spawn(command[0] as string, command.slice(1), {
      cwd,
      env: {
        PATH: process.env.PATH,
        FRAMELIGHT_CONFIG: file,
        FRAMELIGHT_STATE: join(folder, 'state'),
        ...settings,
      },
    })
    child.stdin.on('error', () => {}).end(input)
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
      ([output, errors, [code]]) => ({ code: code as number | null, output, errors }),
    )
    return { child, ended }
  }

  return {
    config: file,
    start,
    run: (args: string[], settings?: Settings) => start(args, settings).ended,
    /** Also requires that standard output is one JSON value and nothing else. */
    async json(args: string[], settings?: Settings) {
      const { code, output, errors } = await start([...args, '--json'], settings).ended
      try {
        return { code, errors, ...JSON.parse(output) }
      } catch {
        throw new Error(`Not JSON (exit code ${code}): ${output}${errors}`)
      }
    },
  }
}
export type CommandLine = Awaited<ReturnType<typeof createCommandLine>>
