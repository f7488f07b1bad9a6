import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Worker<Question, Answer> = { ask(question: Question): Promise<Answer>; stop(): Promise<void> }

export function startWorker<Question extends object, Answer>(file: string): Worker<Question, Answer> {
  const child = fork(join(import.meta.dirname, file))
  const ended = once(child, 'exit')
  const broken = ended.then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  broken.catch(() => {})
  return {
    async ask(question) {
      child.send(question)
      const [answer] = await Promise.race([once(child, 'message'), broken])
      return answer
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

/** The child's side: answers until the parent disconnects. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>) {
  process.on('message', async (question) => process.send?.(await answer(question as Question)))
  process.on('disconnect', () => process.exit())
}
