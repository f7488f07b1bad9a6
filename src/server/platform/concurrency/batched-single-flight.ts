type Batch<Input, Result> = { inputs: Input[]; result: Promise<Result> }

/**
 * Calls that arrive while a run for their key is in progress share the next run, which gets all their inputs. No call
 * gets the result of a run that started before it.
 */
export function createBatchedSingleFlight<Input, Result>(run: (key: string, inputs: Input[]) => Promise<Result>) {
  const running = new Map<string, Promise<unknown>>()
  const pending = new Map<string, Batch<Input, Result>>()

  async function runAfter(previous: Promise<unknown> | undefined, key: string, inputs: Input[]) {
    await previous?.catch(() => {})
    const batch = pending.get(key)
    pending.delete(key)
    if (batch) running.set(key, batch.result)
    try {
      return await run(key, inputs)
    } finally {
      if (running.get(key) === batch?.result) running.delete(key)
    }
  }

  return function join(key: string, input: Input): Promise<Result> {
    const batch = pending.get(key)
    if (batch) {
      batch.inputs.push(input)
      return batch.result
    }
    const inputs = [input]
    const result = runAfter(running.get(key), key, inputs)
    pending.set(key, { inputs, result })
    return result
  }
}
