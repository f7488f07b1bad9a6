type Round<Question, Answer> = { questions: Question[]; answer: Promise<Answer> }

/**
 * Work under a key in rounds: whoever comes while one runs waits for the next, which begins afterwards and is done once for
 * all who wait. So nobody is answered by work that began before they asked, and a crowd costs two rounds.
 */
export function createBatchedSingleFlight<Question, Answer>(
  run: (key: string, questions: Question[]) => Promise<Answer>,
) {
  const running = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Round<Question, Answer>>()

  async function begin(key: string, questions: Question[], before: Promise<unknown> | undefined) {
    // How it ended is the business of those who waited for it.
    await before?.catch(() => {})
    const round = waiting.get(key)
    waiting.delete(key)
    if (round) running.set(key, round.answer)
    try {
      return await run(key, questions)
    } finally {
      if (running.get(key) === round?.answer) running.delete(key)
    }
  }

  return function join(key: string, question: Question): Promise<Answer> {
    const round = waiting.get(key)
    if (round) {
      round.questions.push(question)
      return round.answer
    }
    const questions = [question]
    const answer = begin(key, questions, running.get(key))
    waiting.set(key, { questions, answer })
    return answer
  }
}
