/**
 * A promise whose work starts when it's awaited. The HTTP server can drop one without having started anything, for
 * example because the request isn't admitted.
 */
export class LazyPromise<Value> implements PromiseLike<Value> {
  readonly #start: () => Promise<Value>
  #started: Promise<Value> | undefined

  constructor(start: () => Promise<Value>) {
    this.#start = start
  }

  // biome-ignore lint/suspicious/noThenProperty: makes it awaitable
  then<Done = Value, Failed = never>(
    onDone?: ((value: Value) => Done | PromiseLike<Done>) | null,
    onFailed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    this.#started ??= this.#start()
    return this.#started.then(onDone, onFailed)
  }
}

/** A value that's in memory, or a promise of one that has to be read first. */
export type ReadyOrLazy<Value> = Value | LazyPromise<Value>

/** Continues with the value: right away if it's ready, otherwise once it has been awaited. */
export function chain<Value, Next>(
  given: ReadyOrLazy<Value>,
  next: (value: Value) => ReadyOrLazy<Next>,
): ReadyOrLazy<Next> {
  return given instanceof LazyPromise ? new LazyPromise(async () => next(await given)) : next(given)
}

/** Like `try` and `catch`, for a value that may not be ready. */
export function rescue<Value>(
  find: () => ReadyOrLazy<Value>,
  onError: (error: unknown) => ReadyOrLazy<Value>,
): ReadyOrLazy<Value> {
  try {
    const found = find()
    if (!(found instanceof LazyPromise)) return found
    return new LazyPromise(async () => found.then(undefined, onError))
  } catch (error) {
    return onError(error)
  }
}
