import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Worker<Input, Output> = { ask(input: Input): Promise<Output>; stop(): Promise<void> }

export function startWorker<Input extends object, Output>(file: string): Worker<Input, Output> {
  const child = fork(join(import.meta.dirname, file))
  const ended = once(child, 'exit')
  const broken = ended.then(([code]) => {
    throw new Error(`${file} exited with code ${code}`)
  })
  broken.catch(() => {})
  return {
    async ask(input) {
      child.send(input)
      const [output] = await Promise.race([once(child, 'message'), broken])
      return output
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

export function handleMessages<Input, Output>(handle: (input: Input) => Promise<Output>) {
  process.on('message', async (input) => process.send?.(await handle(input as Input)))
  process.on('disconnect', () => process.exit())
}
